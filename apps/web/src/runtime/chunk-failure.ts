import { probeServer } from '../data/server-probe.ts';
import { connection } from './connection/connection.ts';
import { type Environment, type Stop, thisBrowser } from './environment.ts';
import { isOn } from './feature-flags/feature-flags.ts';
import { keepTyped } from './keep-typed.ts';

/** The error boundary has something on the screen; what nobody shows may still be mended by itself. */
export const reloadAfterMs = { boundary: 1000, global: 1500 } as const;
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
  /** Whether there is a server that could give the part: a network alone is none. */
  serverAnswers: () => Promise<boolean>;
  reload: () => void;
}

/**
 * Reloads the page by itself: once in this tab for each build, with everything that was typed kept first, and never while the server cannot
 * be reached, where it would lead to the same screen.
 */
export function createChunkReload({ clock, tab, online, serverIsHere, storageBlocked }: Environment, how: Reload) {
  let stopWaiting: Stop = () => {};
  let due = Number.POSITIVE_INFINITY;
  const reachable = () => online() || serverIsHere;
  const wasReloaded = () => tab.getItem(reloadedKey) === how.build;
  const reload = async (): Promise<void> => {
    const [answers] = await Promise.all([how.serverAnswers(), how.flush().catch(() => {})]);
    if (!answers || !reachable() || wasReloaded()) return;
    tab.setItem(reloadedKey, how.build);
    how.reload();
  };
  return (afterMs: number): boolean => {
    // What is forgotten with the page cannot stop a loop of reloads.
    if (storageBlocked || !reachable() || wasReloaded()) return false;
    // The same failure is heard of in several places: the soonest of them counts.
    if (clock.now() + afterMs >= due) return true;
    due = clock.now() + afterMs;
    stopWaiting();
    stopWaiting = clock.after(afterMs, () => {
      due = Number.POSITIVE_INFINITY;
      if (reachable()) void reload();
    });
    return true;
  };
}

let chunkReload: ReturnType<typeof createChunkReload> | undefined;

/** Plans the reload after a failed chunk. False: only the person can ask for it now. */
export function planChunkReload(afterMs: number): boolean {
  chunkReload ??= createChunkReload(thisBrowser(), {
    build: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? 'unknown',
    flush: keepTyped,
    serverAnswers,
    reload: () => window.location.reload(),
  });
  return chunkReload(afterMs);
}

async function serverAnswers(): Promise<boolean> {
  try {
    await probeServer();
    return true;
  } catch {
    // The part that did not come was the first attempt.
    connection().tell({ type: 'failed', attempt: 2 });
    return false;
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
