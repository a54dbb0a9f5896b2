import { type ErrorBody, type ErrorCode, errorCodes } from '@cairn/contracts/error-codes';
import { type Connection, connection } from '../runtime/connection/connection.ts';
import { failureKind, withRetries } from '../runtime/connection/retries.ts';
import { recordCall } from './call-log.ts';
import { rulesOf } from './call-rules.ts';

/** What the app knows of a failed call. `offline`: no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'offline';
  /** Of the server's answer; for support. */
  readonly requestId: string | undefined;
  /** Of the server's answer: field problems, or more about the refusal (the quota result of `quota_exceeded`). */
  readonly details: unknown;

  constructor(code: ErrorCode | 'offline', message: string, requestId?: string, details?: unknown) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.details = details;
  }
}

export const offlineError = () =>
  new ApiError('offline', 'The server cannot be reached. Check your connection and try again.');

/**
 * The one `fetch` that all clients of the server use: with a time limit, with the rules of the connection (what may go out now, what
 * is tried again), and with a record of what was slow or failed. Fails with `offlineError` when no answer came.
 */
export const fetchWithTimeout: typeof fetch = async (input, init) => {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const signal = init?.signal ?? undefined;
  const { kind, reads, repeatable, waits, limitMs } = rulesOf(address, method, init?.body);
  // A deletion, and where somebody stopped reading, may be sent while the page is being left.
  const isHidden = document.visibilityState === 'hidden';
  const leaving = isHidden && !reads && typeof init?.body === 'string' && init.body.length < 8192;
  const keepalive = method === 'DELETE' || leaving;

  const send = async () => {
    const limit = AbortSignal.timeout(limitMs);
    const at = Date.now();
    const began = performance.now();
    const record = (status: number) => recordCall({ method, url: address, status, ms: performance.now() - began, at });
    try {
      const response = await fetch(input, {
        ...init,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(keepalive ? { keepalive } : {}),
      });
      record(response.status);
      return response;
    } catch (error) {
      if (!signal?.aborted) record(0);
      throw error;
    }
  };

  const link = connection();
  if (kind === 'auth') return tellOutcome(link, send, signal);
  if (!link.mayCall('user')) throw offlineError();
  if (!link.mayCall(kind) && !(keepalive && waits)) {
    if (!waits) throw new ApiError('offline', 'This waits until somebody is here again.');
    await link.untilSomebodyIsThere(signal);
  }
  if (!repeatable || keepalive) return tellOutcome(link, send, signal);
  const response = await withRetries(link, send, signal);
  // Failed for good. A screen shows an error and a way to try again, never an empty list.
  if (response === null) throw offlineError();
  return response;
};

/** For calls that are made once: what came of them is news about the connection all the same. */
async function tellOutcome(link: Connection, send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await send();
    link.tell({ type: 'answered' });
    return response;
  } catch (error) {
    if (!signal?.aborted && failureKind(error) !== 'other') link.tell({ type: 'failed', attempt: 1 });
    throw error;
  }
}

/** Reads the error body of our own routes; anything else becomes `internal`. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const error = body?.error;
  if (error && typeof error.message === 'string' && errorCodes.includes(error.code)) {
    return new ApiError(error.code, error.message, error.requestId, error.details);
  }
  return new ApiError('internal', 'Something went wrong on the server. Please try again.');
}

interface PostgrestFailure {
  code: string;
}

/** Turns a failed data call into an `ApiError`. supabase-js reports a missing network as an error without a code. */
export function dataError({ code }: PostgrestFailure): ApiError {
  if (!code) return offlineError();
  if (code === '57014') return new ApiError('timeout', 'This took too long. Please try again.');
  if (code === '42501' || code.startsWith('PGRST3')) return new ApiError('unauthenticated', 'Please sign in again.');
  // The database's own words are for developers: they stand in the network panel.
  return new ApiError('internal', 'Something went wrong on the server. Please try again.');
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
