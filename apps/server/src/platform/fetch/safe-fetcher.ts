import type { FetchFailure } from './fetch-failure.ts';

/**
 * Fetches addresses that strangers chose. Only public http(s) hosts on web ports are reached, whatever the address says,
 * resolves to or redirects to; the answer is bounded in size and time. Adapter: `undici-safe-fetcher.ts`.
 */
export interface SafeFetcher {
  /**
   * GETs the address and follows redirects. Resolves only for a 2xx answer of an accepted type, read to its end and decoded
   * (gzip, deflate, br). Rejects with `FetchFailure`, a closed union of kinds; nothing else is thrown.
   */
  fetch(request: FetchRequest): Promise<FetchedPage>;
}

export interface FetchRequest {
  url: string;
  /** Media types (lower case, no parameters) that are wanted; an answer without a type is let through. */
  accept: readonly string[];
  /** Ends the request; the failure is then `aborted`. */
  signal?: AbortSignal;
  /** BCP 47 tags as in `accept-language`; `*` where absent. */
  acceptLanguage?: string;
}

export interface FetchedPage {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  /** The header as it was sent, or null. */
  contentType: string | null;
  contentLanguage: string | null;
  /** Decoded (no content coding left), at most `maxBytes`. */
  body: Uint8Array;
  /** Addresses passed through before `url`, first the requested one. */
  redirects: readonly string[];
}

export interface FetchLimits {
  /** Bytes on the wire and, separately, after decompression. */
  maxBytes: number;
  maxRedirects: number;
  maxHeaderBytes: number;
  maxUrlLength: number;
  /** Milliseconds: name resolution; TCP and TLS; first header byte; silence within the body; everything together. */
  resolveTimeoutMs: number;
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  bodyIdleTimeoutMs: number;
  totalTimeoutMs: number;
}

export const defaultFetchLimits: FetchLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxRedirects: 8,
  maxHeaderBytes: 32 * 1024,
  maxUrlLength: 2048,
  resolveTimeoutMs: 5_000,
  connectTimeoutMs: 6_000,
  headersTimeoutMs: 12_000,
  bodyIdleTimeoutMs: 8_000,
  totalTimeoutMs: 25_000,
};

export type { FetchFailure };
