import { createStore } from '../../lib/store.ts';
import { type Environment, type Stop, thisBrowser } from '../environment.ts';
import {
  type CallKind,
  type ConnectionEvent,
  type ConnectionState,
  idleAfterMs,
  mayCall,
  nextState,
  startingState,
} from './connection-machine.ts';
import { type RealtimePolicy, realtimePolicy } from './realtime-policy.ts';
import { retryDelay } from './retries.ts';

/** How often a server that is gone is looked for, once it is gone for good. */
const slowestLookMs = 15_000;

export interface Connection {
  /** As it is at this moment. */
  state: () => ConnectionState;
  /** As it was last told, for what must not change anything by looking. */
  snapshot: () => ConnectionState;
  subscribe: (listener: () => void) => Stop;
  tell: (event: ConnectionEvent) => void;
  mayCall: (kind: CallKind) => boolean;
  /** Somebody is there again, or the network or the server is back: what waits may go on, as if it had not failed yet. */
  onWake: (call: () => void) => Stop;
  /** What holds a socket or a connection drops it and makes a new one. */
  onReset: (call: () => void) => Stop;
  reset: () => void;
  /** Waits; less long when it is woken. Rejects with the signal's reason. */
  pause: (ms: number, signal?: AbortSignal) => Promise<'over' | 'woken'>;
  untilSomebodyIsThere: (signal?: AbortSignal) => Promise<void>;
  /** Looks for the server now. */
  lookAgain: () => void;
  /** How to find out whether the server answers: resolves when it does. */
  probeWith: (probe: () => Promise<unknown>) => void;
  realtime: RealtimePolicy;
}

export function createConnection(environment: Environment): Connection {
  const { clock } = environment;
  const store = createStore(startingState(environment.online() || environment.serverIsHere, clock.now()));
  const wakers = new Set<() => void>();
  const resetters = new Set<() => void>();
  let probe: (() => Promise<unknown>) | undefined;
  let nextLook: Stop | undefined;
  let looks = 0;
  let looking = false;
  let stopWatching: Stop = () => {};

  const callAll = (calls: Set<() => void>) => {
    for (const call of [...calls]) call();
  };

  function tell(event: ConnectionEvent): void {
    const before = store.get();
    const after = nextState(before, event, clock.now());
    store.set(after);
    const isBack =
      (!before.online && after.online) || (before.idle && !after.idle) || (!before.reachable && after.reachable);
    if (isBack) callAll(wakers);
    if (event.type === 'answered' || !after.online) stopLooking();
    else if (event.type === 'failed' && !nextLook && !looking) lookLater();
    // Hidden or idle it has not been looked for.
    else if (isBack && !after.reachable) lookAgain();
  }

  function state(): ConnectionState {
    // The timer may be late: a laptop was asleep.
    tell({ type: 'time-passed' });
    return store.get();
  }

  function stopLooking(): void {
    nextLook?.();
    nextLook = undefined;
    looks = 0;
  }

  function lookLater(): void {
    looks += 1;
    nextLook = clock.after(retryDelay(looks) ?? slowestLookMs, () => {
      nextLook = undefined;
      void look();
    });
  }

  async function look(): Promise<void> {
    if (!probe || looking || !environment.visible() || !mayCall(state(), 'data')) return;
    looking = true;
    try {
      await probe();
      looking = false;
      tell({ type: 'answered' });
    } catch {
      looking = false;
      // The failed call was the first attempt, this is at least the second.
      tell({ type: 'failed', attempt: looks + 1 });
    }
  }

  function lookAgain(): void {
    stopLooking();
    void look();
  }

  function watchForIdleness(): void {
    const { lastActivityAt } = store.get();
    stopWatching();
    stopWatching = clock.after(Math.max(1, lastActivityAt + idleAfterMs - clock.now()), () => {
      tell({ type: 'time-passed' });
      if (!store.get().idle) watchForIdleness();
    });
  }

  let networkChanges = 0;
  environment.onOnlineChange((online) => {
    networkChanges += 1;
    const mine = networkChanges;
    if (online || !environment.serverIsHere || !probe) return tell({ type: online ? 'online' : 'offline' });
    // A laptop without a network still reaches the server that runs on it. Only when that is not so it is offline.
    probe().catch(() => {
      if (mine === networkChanges) tell({ type: 'offline' });
    });
  });
  environment.onActivity(() => {
    // A long sleep is idleness even when no timer ran in it: what waits is woken.
    const wasIdle = state().idle;
    tell({ type: 'activity' });
    if (wasIdle) watchForIdleness();
  });
  environment.onVisibilityChange((visible) => {
    if (visible && !store.get().reachable) lookAgain();
  });
  watchForIdleness();

  const add = (set: Set<() => void>) => (call: () => void) => {
    set.add(call);
    return () => {
      set.delete(call);
    };
  };
  const onWake = add(wakers);

  return {
    state,
    snapshot: store.get,
    subscribe: store.subscribe,
    tell,
    mayCall: (kind) => mayCall(state(), kind),
    onWake,
    onReset: add(resetters),
    reset: () => callAll(resetters),
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        const end = (finish: () => void) => () => {
          stopTimer();
          stopWaking();
          signal?.removeEventListener('abort', abort);
          finish();
        };
        const abort = end(() => reject(signal?.reason));
        const stopTimer = clock.after(
          ms,
          end(() => resolve('over')),
        );
        const stopWaking = onWake(end(() => resolve('woken')));
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      }),
    untilSomebodyIsThere: async (signal) => {
      while (state().idle) {
        signal?.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          const stop = onWake(() => {
            stop();
            signal?.removeEventListener('abort', abort);
            resolve();
          });
          const abort = () => {
            stop();
            reject(signal?.reason);
          };
          signal?.addEventListener('abort', abort, { once: true });
        });
      }
    },
    lookAgain,
    probeWith: (next) => {
      probe = next;
    },
    realtime: realtimePolicy(state),
  };
}

let known: Connection | undefined;

/** The connection of this page. */
export function connection(): Connection {
  known ??= createConnection(thisBrowser());
  return known;
}
