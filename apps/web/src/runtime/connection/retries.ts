import type { Connection } from './connection.ts';

const firstRetryMs = 500;
const laterRetriesMs = [1000, 2000, 4000, 8000, 15_000];

/** How long to wait after the `failures`th lost attempt (from 1); `null`: it has failed for good. */
export function retryDelay(failures: number): number | null {
  return failures === 1 ? firstRetryMs : (laterRetriesMs[failures - 2] ?? null);
}

/** `no-answer`: the network lost the call. `unknown-host`: the name of the server has no address. `other`: no fault of the network. */
export type FailureKind = 'no-answer' | 'unknown-host' | 'other';

/** The words of Chromium, Firefox, Safari and Node. */
const unknownHost = /ERR_NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN|hostname could not be found/i;
const noAnswer =
  /failed to fetch|networkerror when attempting|load failed|network connection was lost|fetch failed|socket is not connected|ERR_SOCKET_NOT_CONNECTED|ECONNREFUSED|ECONNRESET/i;

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'other';
  const words = `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`;
  if (unknownHost.test(words)) return 'unknown-host';
  return noAnswer.test(words) ? 'no-answer' : 'other';
}

/**
 * Makes a call that may be made twice, until it is answered. The first loss resets the connection and is tried again after 500 ms,
 * further ones with growing pauses; then the call has failed for good and gives `null`. While nobody is there it waits, unless
 * the name of the server could not be found: then it ends. Without a network it ends too.
 */
export async function withRetries<Result>(
  connection: Connection,
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | null> {
  for (let failures = 0; ; ) {
    try {
      const result = await call();
      connection.tell({ type: 'answered' });
      return result;
    } catch (error) {
      const kind = failureKind(error);
      if (signal?.aborted || kind === 'other') throw error;
      failures += 1;
      connection.tell({ type: 'failed', attempt: failures });
      const { idle, online } = connection.state();
      const delay = retryDelay(failures);
      if (delay === null || !online || (kind === 'unknown-host' && idle)) return null;
      if (failures === 1) connection.reset();
      const woken = (await connection.pause(delay, signal)) === 'woken';
      const alone = connection.state().idle;
      if (alone) await connection.untilSomebodyIsThere(signal);
      if (woken || alone) failures = 0;
      if (!connection.state().online) return null;
    }
  }
}
