/**
 * Every error code that Cairn's own routes (`/api/*`, `/functions/v1/*`) can answer with. Closed: a client may switch over it.
 * The Supabase surfaces (`/auth/v1`, `/rest/v1`, …) keep their own wire shapes and codes.
 */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'quota_exceeded',
  'timeout',
  'overloaded',
  'unavailable',
  'internal',
  // Import of a web page: what went wrong on the way from the address to the article.
  'import_address_invalid',
  'import_address_unresolved',
  'import_address_refused',
  'import_unreachable',
  'import_http_error',
  'import_timeout',
  'import_too_large',
  'import_too_many_redirects',
  'import_not_a_page',
  'import_empty',
  'import_no_article',
  'import_extraction_failed',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The body of every error of our own routes. */
export interface ErrorBody {
  error: {
    code: ErrorCode;
    /** One sentence for a person, in the interface's language. */
    message: string;
    /** Echoes the `x-request-id` header, for support. */
    requestId: string;
    /** Field problems for `validation_failed`; structured extras for others (e.g. the quota result). */
    details?: unknown;
  };
}
