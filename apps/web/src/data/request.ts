import { type ErrorBody, type ErrorCode, errorCodes } from '@cairn/contracts/error-codes';

/** Reads and small writes. */
const usualTimeout = 20_000;
/** Functions fetch pages of others: the server ends them earlier than this. */
const functionTimeout = 90_000;

/** What the app knows of a failed call. `offline`: no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'offline';
  /** Of the server's answer; for support. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode | 'offline', message: string, requestId?: string) {
    super(message);
    this.code = code;
    this.requestId = requestId;
  }
}

export const offlineError = () =>
  new ApiError('offline', 'The server cannot be reached. Check your connection and try again.');

/** `fetch` with a time limit: no call of the app waits for ever. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  const limit = AbortSignal.timeout(address.includes('/functions/v1/') ? functionTimeout : usualTimeout);
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
  // A deletion, and where somebody stopped reading, may be sent while the page is being left.
  const leaving = document.visibilityState === 'hidden' && typeof init?.body === 'string' && init.body.length < 8192;
  return fetch(input, { ...init, signal, ...(init?.method === 'DELETE' || leaving ? { keepalive: true } : {}) });
};

/** Reads the error body of our own routes; anything else becomes `internal`. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const error = body?.error;
  if (error && typeof error.message === 'string' && errorCodes.includes(error.code)) {
    return new ApiError(error.code, error.message, error.requestId);
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
