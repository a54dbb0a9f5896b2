import type { HybridUsage } from '@cairn/contracts/plans';
import { createStore, type Store } from '../../lib/store.ts';
import type { Clock, Stop } from '../environment.ts';
import { toHybridUsage } from './usage-records.ts';

export const hybridCacheMs = 30_000;
const hybridErrorCacheMs = 5 * 60_000;
const hybridDebounceMs = 250;
export const refreshAfterIncrementMs = 500;
const mostRetries = 3;
const firstRetryMs = 2000;

/** What was known stays while it is asked for again, and when that fails. */
export interface HybridState {
  usage: HybridUsage | null;
  status: 'idle' | 'loading' | 'ready' | 'error';
  error: Error | null;
}

export interface HybridUsageService {
  state: Store<HybridState>;
  /** Whoever wants to see it asks; it is read when what is known is too old. */
  request: () => void;
  /** Reads it whatever is known. */
  refresh: () => void;
  /** Something was charged: what is known is wrong now. */
  incremented: () => void;
  stop: Stop;
}

/** The usage meter of one person. */
export function createHybridUsage(clock: Clock, read: () => Promise<Partial<HybridUsage>>): HybridUsageService {
  const state = createStore<HybridState>({ usage: null, status: 'idle', error: null });
  let freshUntil = Number.NEGATIVE_INFINITY;
  let stopWaiting: Stop = () => {};
  let waitingUntil = Number.POSITIVE_INFINITY;
  let stopRetry: Stop = () => {};
  /** Of the reading whose answer counts; a newer one takes its place. */
  let turn = 0;
  let reading = false;
  let forced = false;
  let stopped = false;

  /** Of several requests the last one is carried out. */
  function lookIn(ms: number, force: boolean): void {
    if (stopped) return;
    forced ||= force;
    const due = clock.now() + ms;
    // A refresh after a charge waits its full time: an earlier look would not see the charge.
    if (waitingUntil !== Number.POSITIVE_INFINITY && waitingUntil > due) return;
    stopWaiting();
    waitingUntil = due;
    stopWaiting = clock.after(ms, () => {
      waitingUntil = Number.POSITIVE_INFINITY;
      if (!forced && (reading || clock.now() < freshUntil)) return;
      forced = false;
      stopRetry();
      turn += 1;
      void look(turn, 0);
    });
  }

  async function look(mine: number, retries: number): Promise<void> {
    reading = true;
    if (state.get().status !== 'loading') state.set({ ...state.get(), status: 'loading' });
    try {
      const usage = toHybridUsage(await read(), clock.now());
      if (mine !== turn || stopped) return;
      if (!usage) throw new Error('The server names a plan that this version does not know.');
      freshUntil = clock.now() + hybridCacheMs;
      reading = false;
      state.set({ usage, status: 'ready', error: null });
    } catch (error) {
      if (mine !== turn || stopped) return;
      if (retries < mostRetries) {
        stopRetry = clock.after(firstRetryMs * 2 ** retries, () => void look(mine, retries + 1));
        return;
      }
      freshUntil = clock.now() + hybridErrorCacheMs;
      reading = false;
      state.set({ ...state.get(), status: 'error', error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return {
    state,
    request: () => lookIn(hybridDebounceMs, false),
    refresh: () => lookIn(hybridDebounceMs, true),
    incremented: () => lookIn(refreshAfterIncrementMs, true),
    stop: () => {
      stopped = true;
      stopWaiting();
      stopRetry();
    },
  };
}
