import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { isPublicAddress } from './address-policy.ts';
import { failureOf } from './failure-of.ts';
import { FetchFailure } from './fetch-failure.ts';
import { pinnedConnector } from './pinned-connector.ts';
import { readBody } from './read-body.ts';
import {
  defaultFetchLimits,
  type FetchedPage,
  type FetchLimits,
  type FetchRequest,
  type SafeFetcher,
} from './safe-fetcher.ts';
import { checkUrl, isException, type UrlPolicy, webPorts } from './url-policy.ts';

export interface SafeFetcherOptions {
  /** Sent as it is: product, version and an address that says who this is. */
  userAgent: string;
  limits?: Partial<FetchLimits>;
  /** Exact `host:port` pairs that may be reached although they are private. For tests only: nothing else sets it. */
  exceptions?: readonly string[];
  /** Name resolution; the system's by default. All addresses of a name, in the order to try. */
  resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** PEM of a certificate authority to trust instead of the system's; for tests. */
  ca?: string;
}

/** `SafeFetcher` over undici: one connection per hop, made to the checked addresses only, closed before the next hop. */
export function createSafeFetcher(options: SafeFetcherOptions): SafeFetcher {
  const limits: FetchLimits = { ...defaultFetchLimits, ...options.limits };
  const policy: UrlPolicy = {
    allowedPorts: webPorts,
    exceptions: new Set(options.exceptions ?? []),
    maxUrlLength: limits.maxUrlLength,
  };
  const resolve = options.resolve ?? resolveWithSystem;
  return {
    async fetch(request) {
      const deadline = AbortSignal.timeout(limits.totalTimeoutMs);
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
      const passed: string[] = [];
      try {
        let url = checkUrl(request.url, policy);
        for (;;) {
          const addresses = await checkedAddresses(url, policy, resolve, limits, signal);
          const outcome = await hop(url, addresses, request, { options, limits, signal });
          if (outcome.kind === 'page') return { ...outcome.page, redirects: passed };
          passed.push(url.href);
          if (passed.length > limits.maxRedirects) throw new FetchFailure('too_many_redirects', url.href);
          url = checkRedirect(outcome.location, url, policy);
        }
      } catch (error) {
        const at = passed.at(-1) ?? request.url;
        if (request.signal?.aborted) throw new FetchFailure('aborted', at, { cause: error });
        if (deadline.aborted) throw new FetchFailure('timeout', at, { cause: error });
        throw withRedirected(failureOf(error, at, passed.length > 0), passed.length > 0);
      }
    },
  };
}

type HopOutcome =
  | { kind: 'page'; page: Omit<FetchedPage, 'redirects'> }
  | { kind: 'redirect'; location: string | undefined };

interface HopContext {
  options: SafeFetcherOptions;
  limits: FetchLimits;
  signal: AbortSignal;
}

async function hop(
  url: URL,
  addresses: readonly LookupAddress[],
  request: FetchRequest,
  { options, limits, signal }: HopContext,
): Promise<HopOutcome> {
  const client = new Client(url.origin, {
    connect: pinnedConnector(addresses, {
      timeoutMs: limits.connectTimeoutMs,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
    pipelining: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.bodyIdleTimeoutMs,
    allowH2: false,
  });
  try {
    const response = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': request.acceptLanguage ?? '*',
        'user-agent': options.userAgent,
        connection: 'close',
      },
      signal,
    });
    return await outcomeOf(response, url, request, limits);
  } finally {
    // Also ends a body that nobody wants any more.
    await client.destroy().catch(() => {});
  }
}

async function outcomeOf(
  response: Dispatcher.ResponseData,
  url: URL,
  request: FetchRequest,
  limits: FetchLimits,
): Promise<HopOutcome> {
  const { statusCode: status, headers, body } = response;
  // The body is destroyed with its connection when it is not read; the error that this raises has no other listener.
  body.on('error', () => {});
  if ([301, 302, 303, 307, 308].includes(status)) return { kind: 'redirect', location: one(headers.location) };
  if (status < 200 || status > 299) throw new FetchFailure('http_status', url.href, { status });
  const contentType = one(headers['content-type']) ?? null;
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType && !request.accept.includes(mediaType)) {
    throw new FetchFailure('unsupported_type', url.href, { contentType: mediaType.slice(0, 100) });
  }
  if (Number(one(headers['content-length']) ?? 0) > limits.maxBytes) throw new FetchFailure('too_large', url.href);
  const contentEncoding = one(headers['content-encoding']) ?? '';
  const bytes = await readBody(body, { contentEncoding, maxBytes: limits.maxBytes, url: url.href });
  const contentLanguage = one(headers['content-language']) ?? null;
  return { kind: 'page', page: { url: url.href, status, contentType, contentLanguage, body: bytes } };
}

async function checkedAddresses(
  url: URL,
  policy: UrlPolicy,
  resolve: NonNullable<SafeFetcherOptions['resolve']>,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : await orAborted(resolve(host), AbortSignal.any([signal, AbortSignal.timeout(limits.resolveTimeoutMs)]), url);
  if (addresses.length === 0) throw new FetchFailure('unresolved', url.href);
  if (isException(url, policy)) return addresses;
  // One private address among public ones is an attack or a mistake: neither is served.
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new FetchFailure('refused_address', url.href);
  return addresses;
}

function checkRedirect(location: string | undefined, from: URL, policy: UrlPolicy): URL {
  if (!location) throw new FetchFailure('bad_redirect', from.href, { redirected: true });
  try {
    return checkUrl(location, policy, from);
  } catch (error) {
    if (error instanceof FetchFailure && (error.kind === 'invalid_url' || error.kind === 'unsupported_scheme')) {
      throw new FetchFailure('bad_redirect', from.href, { redirected: true, cause: error });
    }
    throw error;
  }
}

function withRedirected(failure: FetchFailure, redirected: boolean): FetchFailure {
  if (failure.redirected === redirected) return failure;
  return new FetchFailure(failure.kind, failure.url, {
    redirected,
    cause: failure.cause,
    ...(failure.status === null ? {} : { status: failure.status }),
    ...(failure.contentType === null ? {} : { contentType: failure.contentType }),
  });
}

// The system's resolver cannot be interrupted: its late answer is dropped.
function orAborted<T>(work: Promise<T>, signal: AbortSignal, url: URL): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new FetchFailure('timeout', url.href));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function resolveWithSystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
