import { expect, test } from 'vitest';
import {
  type CallKind,
  type ConnectionEvent,
  type ConnectionState,
  idleAfterMs,
  mayCall,
  nextState,
  startingState,
} from './connection-machine.ts';
import { realtimePolicy, reconnectDelay } from './realtime-policy.ts';

const start = startingState(true, 0);
const with_ = (change: Partial<ConnectionState>): ConnectionState => ({ ...start, ...change });

test('idle comes after ten minutes without a person, not a moment sooner', () => {
  expect(nextState(start, { type: 'time-passed' }, 600_000 - 1)).toBe(start);
  expect(nextState(start, { type: 'time-passed' }, 600_000).idle).toBe(true);
  const later = nextState(start, { type: 'activity' }, 300_000);
  expect(nextState(later, { type: 'time-passed' }, 899_999).idle).toBe(false);
  expect(nextState(later, { type: 'time-passed' }, 900_000).idle).toBe(true);
});

test('any activity ends idle and resets the retries', () => {
  expect(nextState(with_({ idle: true, retries: 4, reachable: false }), { type: 'activity' }, 5)).toEqual(
    with_({ lastActivityAt: 5, reachable: false }),
  );
});

test('only activity ends idle', () => {
  const idle = with_({ idle: true });
  for (const type of ['online', 'offline', 'answered', 'time-passed'] as const) {
    expect(nextState(idle, { type }, 1).idle, type).toBe(true);
  }
  expect(nextState(idle, { type: 'failed', attempt: 3 }, 1).idle).toBe(true);
});

test('a lost retry makes the server unreachable, an answer or another network makes it reachable', () => {
  const hiccup = nextState(start, { type: 'failed', attempt: 1 }, 1);
  expect(hiccup).toEqual(with_({ retries: 1 }));
  const gone = nextState(hiccup, { type: 'failed', attempt: 2 }, 2);
  expect(gone).toEqual(with_({ retries: 2, reachable: false }));
  expect(nextState(gone, { type: 'failed', attempt: 1 }, 3)).toBe(gone);
  expect(nextState(gone, { type: 'answered' }, 3)).toEqual(start);
  expect(nextState(gone, { type: 'online' }, 3)).toEqual(start);
});

test('without a network nothing is learnt about the server', () => {
  const offline = nextState(start, { type: 'offline' }, 1);
  expect(nextState(offline, { type: 'failed', attempt: 2 }, 2)).toMatchObject({ online: false, reachable: true });
});

const kinds: readonly CallKind[] = ['auth', 'user', 'data', 'function', 'realtime'];

test.each([
  [{ online: true, idle: false }, ['auth', 'user', 'data', 'function', 'realtime']],
  [{ online: true, idle: true }, ['auth', 'user']],
  [{ online: false, idle: false }, ['auth']],
  [{ online: false, idle: true }, ['auth']],
] as const)('with %o these may go out: %o', (change, allowed) => {
  expect(kinds.filter((kind) => mayCall(with_(change), kind))).toEqual(allowed);
});

test('realtime comes back after 1 s (5 s while idle), doubling up to eight times that', () => {
  const delays = (change: Partial<ConnectionState>) =>
    [1, 2, 3, 4, 5, 50].map((tries) => reconnectDelay(with_(change), tries));
  expect(delays({})).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  expect(delays({ idle: true })).toEqual([5000, 10_000, 20_000, null, null, null]);
  expect(delays({ online: false })).toEqual([null, null, null, null, null, null]);
});

test('what a realtime client is made with', () => {
  let state = start;
  const policy = realtimePolicy(() => state);
  expect(policy).toMatchObject({ heartbeatIntervalMs: 60_000, params: { eventsPerSecond: 2 } });
  expect(policy.reconnectAfterMs(2)).toBe(2000);
  state = with_({ online: false });
  // The longest a timer takes: what is longer would fire at once.
  expect(policy.reconnectAfterMs(2)).toBe(2_147_483_647);
});

/** The same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let value = seed;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}

test('no order of events leads to a state that is none', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = randomNumbers(seed);
    let state = startingState(random() < 0.5, 0);
    let now = 0;
    let lastTouch = 0;
    for (let step = 0; step < 100; step += 1) {
      now += Math.floor(random() * 200_000);
      const events: ConnectionEvent[] = [
        { type: 'online' },
        { type: 'offline' },
        { type: 'activity' },
        { type: 'time-passed' },
        { type: 'answered' },
        { type: 'failed', attempt: 1 + Math.floor(random() * 7) },
      ];
      const event = events[Math.floor(random() * events.length)];
      if (!event) continue;
      if (event.type === 'activity') lastTouch = now;
      state = nextState(state, event, now);
      const where = `seed ${seed}, step ${step}, ${event.type}`;
      expect(state.lastActivityAt, where).toBe(lastTouch);
      if (state.idle) expect(now - lastTouch, where).toBeGreaterThanOrEqual(idleAfterMs);
      if (event.type === 'time-passed') expect(state.idle, where).toBe(now - lastTouch >= idleAfterMs);
      if (!state.reachable) expect(event.type === 'answered' || event.type === 'online', where).toBe(false);
      if (event.type === 'activity' || event.type === 'answered') expect(state.retries, where).toBe(0);
      expect(state.retries, where).toBeLessThanOrEqual(7);
      expect(mayCall(state, 'auth'), where).toBe(true);
      expect(mayCall(state, 'data'), where).toBe(state.online && !state.idle);
    }
  }
});
