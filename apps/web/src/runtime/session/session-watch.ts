import type { Environment, Stop } from '../environment.ts';

const second = 1000;
const minute = 60 * second;
const healthCheckEvery = 60 * second;
export const healthCheckTimeout = 8 * second;
const refreshEvery = 50 * minute;
const afterReturn = 5 * second;
const idleAfter = 25 * minute;
/** Nobody at the page for so long: it is not renewed for its own sake. */
const activeWithin = 10 * minute;

interface Duties {
  /** Looks after the session and renews it where that is due. */
  check: (timeout?: number) => void;
  /** Renews it ahead of time. */
  refresh: () => void;
  networkReturned: () => void;
  warnOfIdleness: () => void;
  /** Somebody is there again. */
  calm: () => void;
}

/** Everything that is done about a session by the clock, as long as somebody is signed in. */
export function watchSession(environment: Environment, duties: Duties): Stop {
  const { clock } = environment;
  let lastActivity = clock.now();
  let stopReturn: Stop = () => {};
  let stopIdle: Stop = () => {};
  const awaitIdleness = () => {
    stopIdle();
    stopIdle = clock.after(idleAfter, duties.warnOfIdleness);
  };
  awaitIdleness();
  const stops = [
    clock.every(healthCheckEvery, () => duties.check(healthCheckTimeout)),
    clock.every(refreshEvery, () => {
      if (clock.now() - lastActivity < activeWithin) duties.refresh();
    }),
    environment.onVisibilityChange((visible) => {
      stopReturn();
      if (visible) stopReturn = clock.after(afterReturn, () => duties.check());
    }),
    environment.onOnlineChange((online) => {
      if (online) duties.networkReturned();
    }),
    environment.onActivity(() => {
      lastActivity = clock.now();
      duties.calm();
      awaitIdleness();
    }),
  ];
  return () => {
    for (const stop of [...stops, stopReturn, stopIdle]) stop();
  };
}
