import { FetchFailure, type FetchFailureKind } from './fetch-failure.ts';

const kindByCode: Readonly<Record<string, FetchFailureKind>> = {
  ECONNREFUSED: 'connection_refused',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  UND_ERR_INVALID_ARG: 'invalid_url',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  EAI_FAIL: 'unresolved',
  EAI_NODATA: 'unresolved',
  EAI_NONAME: 'unresolved',
  ENODATA: 'unresolved',
  EPROTO: 'tls_failed',
  CERT_HAS_EXPIRED: 'tls_failed',
  CERT_NOT_YET_VALID: 'tls_failed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_failed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_failed',
  HOSTNAME_MISMATCH: 'tls_failed',
};

/** Names what went wrong below us: DNS, sockets, TLS, HTTP parsing, decompression. */
export function failureOf(error: unknown, url: string, redirected: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  return new FetchFailure(kindOf(error), url, { redirected, cause: error });
}

function kindOf(error: unknown): FetchFailureKind {
  if (error instanceof AggregateError) {
    // Several addresses were tried: any refusal says more than the silence of the others.
    const kinds = error.errors.map(kindOf);
    return kinds.find((kind) => kind === 'connection_refused') ?? kinds[0] ?? 'connection_failed';
  }
  const code = codeOf(error);
  const known = kindByCode[code];
  if (known) return known;
  if (/^(ERR_TLS|ERR_SSL|UNABLE_TO_|CERT_|ERR_OSSL)/.test(code)) return 'tls_failed';
  if (/^(Z_|ERR__ERROR_|ERR_PADDING|ERR_BROTLI|ERR_ZLIB|ERR_)/.test(code) && isDecoderError(error))
    return 'bad_encoding';
  return 'connection_failed';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}

// zlib's errors carry a numeric `errno` beside a code such as Z_DATA_ERROR or ERR__ERROR_FORMAT_PADDING_1.
function isDecoderError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number';
}
