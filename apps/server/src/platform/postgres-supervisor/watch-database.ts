import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';
import { DatabaseStartError } from './start-error.ts';

export interface DatabaseWatch {
  /** Stops watching; waits for a restart that is under way. */
  end(): Promise<void>;
}

export interface WatchOptions {
  readonly logger: Logger;
  /** Resolves when the connection that holds the server lock is gone. Asked anew after every reopening. */
  lost(): Promise<void>;
  /** Starts the database again (or finds it running after a crash of one of its processes) and retakes the lock. */
  reopen(): Promise<void>;
  onDown(error: DatabaseStartError): void;
  /** Waits between attempts, in milliseconds; when they are used up the watch gives up. */
  readonly pauses?: readonly number[];
}

const defaultPauses = [0, 100, 500, 1000, 2000, 5000, 10_000, 10_000, 10_000, 10_000];

/** After this long without a fault the attempts count from the beginning again. */
const calmMs = 60_000;

/** Brings the database back when it dies under the running server, a bounded number of times. */
export function watchDatabase(options: WatchOptions): DatabaseWatch {
  const ended = new AbortController();
  const end = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve(), { once: true }));
  const work = watch(options, ended.signal, end);
  return {
    end: async () => {
      ended.abort();
      await work;
    },
  };
}

async function watch(options: WatchOptions, signal: AbortSignal, end: Promise<void>): Promise<void> {
  const pauses = options.pauses ?? defaultPauses;
  let attempt = 0;
  for (;;) {
    const since = Date.now();
    await Promise.race([options.lost(), end]);
    if (signal.aborted) return;
    if (Date.now() - since > calmMs) attempt = 0;
    options.logger.error({}, 'the database went down; starting it again');
    for (;;) {
      const pause = pauses[attempt];
      attempt += 1;
      await sleep(pause ?? 0, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await options.reopen();
        options.logger.warn({ attempt }, 'the database is back');
        break;
      } catch (error) {
        options.logger.error({ err: error, attempt }, 'the database could not be started again');
        if (attempt < pauses.length) continue;
        options.onDown(
          error instanceof DatabaseStartError
            ? error
            : new DatabaseStartError('start_failed', 'The database died and could not be started again.', error),
        );
        return;
      }
    }
  }
}
