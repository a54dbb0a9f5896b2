/** Every way a fetch can end without a page. Closed: callers switch over it. */
export const fetchFailureKinds = [
  /** Not a URL, too long, or without a host. */
  'invalid_url',
  /** Something other than http or https. */
  'unsupported_scheme',
  /** A user name or password in the address. */
  'credentials_in_url',
  /** A port that is no web port. */
  'refused_port',
  /** A private, local, reserved or otherwise non-public host. */
  'refused_address',
  'unresolved',
  'connection_refused',
  /** Reset, unreachable, closed early, not speaking HTTP. */
  'connection_failed',
  'tls_failed',
  'timeout',
  'too_many_redirects',
  /** A redirect without a usable target. */
  'bad_redirect',
  /** An answer other than 2xx; `status` says which. */
  'http_status',
  /** `contentType` says which. */
  'unsupported_type',
  'too_large',
  'headers_too_large',
  /** A content coding that is unknown, stacked or broken. */
  'bad_encoding',
  /** The caller's signal. */
  'aborted',
] as const;

export type FetchFailureKind = (typeof fetchFailureKinds)[number];

export class FetchFailure extends Error {
  readonly kind: FetchFailureKind;
  /** The address at which it happened: the requested one or a redirect's target. */
  readonly url: string;
  readonly status: number | null;
  readonly contentType: string | null;
  /** True when it happened on the way and not at the requested address. */
  readonly redirected: boolean;

  constructor(
    kind: FetchFailureKind,
    url: string,
    extra: { status?: number; contentType?: string; redirected?: boolean; cause?: unknown } = {},
  ) {
    super(`fetch failed: ${kind}`, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'FetchFailure';
    this.kind = kind;
    this.url = url;
    this.status = extra.status ?? null;
    this.contentType = extra.contentType ?? null;
    this.redirected = extra.redirected ?? false;
  }
}
