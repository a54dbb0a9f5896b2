import { hasNoteDatabase } from '../data/note-sync/note-database-name.ts';
import { flushDrafts } from './drafts.ts';
import { type Environment, type Stop, thisBrowser } from './environment.ts';
import { isOn } from './feature-flags/feature-flags.ts';
import { sessionNow } from './session.ts';

/** The error boundary has something on the screen; what nobody shows may still be mended by itself. */
export const reloadAfterMs = { boundary: 1000, global: 1500 } as const;
const longestFlushMs = 1500;
const reloadedKey = 'cairn-chunk-reload';

/** A part of the app could not be loaded. */
class ChunkFailure extends Error {
  override name = 'ChunkFailure';
}

export function chunkFailed(cause: unknown): never {
  throw new ChunkFailure('A part of the app could not be loaded.', { cause });
}

/** Parts of an older build are gone from a server that has a newer one, or the connection broke off. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkFailure ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)) ||
  (isOn('tdzPrevention') && isTemporalDeadZone(error));

/** A part is used before it was set up: parts of two builds have met, or one came without what it needs. */
const isTemporalDeadZone = (error: unknown): boolean =>
  error instanceof ReferenceError && /before initialization|uninitialized variable/i.test(error.message);

interface Reload {
  /** Names the build: its first script. */
  build: string;
  flush: () => Promise<unknown>;
  reload: () => void;
}

/** Reloads the page by itself: once in this tab for each build, with everything that was typed kept first, and never without a network. */
export function createChunkReload({ clock, tab, online, serverIsHere, storageBlocked }: Environment, how: Reload) {
  let stopWaiting: Stop = () => {};
  let due = Number.POSITIVE_INFINITY;
  const reachable = () => online() || serverIsHere;
  return (afterMs: number): boolean => {
    // What is forgotten with the page cannot stop a loop of reloads.
    if (storageBlocked || !reachable() || tab.getItem(reloadedKey) === how.build) return false;
    // The same failure is heard of in several places: the soonest of them counts.
    if (clock.now() + afterMs >= due) return true;
    due = clock.now() + afterMs;
    stopWaiting();
    stopWaiting = clock.after(afterMs, () => {
      due = Number.POSITIVE_INFINITY;
      if (!reachable()) return;
      tab.setItem(reloadedKey, how.build);
      let done = false;
      const once = () => {
        if (!done) how.reload();
        done = true;
      };
      clock.after(longestFlushMs, once);
      how.flush().then(once, once);
    });
    return true;
  };
}

let chunkReload: ReturnType<typeof createChunkReload> | undefined;

/** Plans the reload after a failed chunk. False: only the person can ask for it now. */
export function planChunkReload(afterMs: number): boolean {
  chunkReload ??= createChunkReload(thisBrowser(), {
    build: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? 'unknown',
    flush: flushTyped,
    reload: () => window.location.reload(),
  });
  return chunkReload(afterMs);
}

async function flushTyped(): Promise<void> {
  flushDrafts();
  const userId = sessionNow().user?.id;
  if (userId && (await hasNoteDatabase(userId))) {
    await (await import('../data/note-sync/engine.ts')).sendAndCountWaiting(longestFlushMs);
  }
}

/** For failures that no screen shows. The browser's events are left to go their way: whoever asked for the part hears of it too. */
export function watchChunkFailures(): void {
  const look = (error: unknown) => {
    if (isChunkFailure(error)) planChunkReload(reloadAfterMs.global);
  };
  window.addEventListener('vite:preloadError', (event) => look(event.payload));
  window.addEventListener('unhandledrejection', (event) => look(event.reason));
  window.addEventListener('error', (event) => look(event.error));
}
