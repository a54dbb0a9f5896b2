import type { ErrorBody, ErrorCode } from '@cairn/contracts/error-codes';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '../kernel/app-error.ts';
import { appErrorOfPgError } from '../platform/db/pg-errors.ts';
import type { AppEnv } from './app-env.ts';

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 504;

/** The only place where a code becomes a status. */
export const statusOfCode: Record<ErrorCode, ErrorStatus> = {
  bad_request: 400,
  validation_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  quota_exceeded: 402,
  timeout: 504,
  overloaded: 503,
  unavailable: 503,
  internal: 500,
  import_address_invalid: 422,
  import_address_unresolved: 422,
  import_address_refused: 422,
  import_unreachable: 422,
  import_http_error: 422,
  import_timeout: 422,
  import_too_large: 422,
  import_too_many_redirects: 422,
  import_not_a_page: 422,
  import_empty: 422,
  import_no_article: 422,
  import_extraction_failed: 422,
};

const codeOfHttpStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException) {
    return new AppError(codeOfHttpStatus[error.status] ?? 'bad_request', error.message || 'The request is not valid.');
  }
  return appErrorOfPgError(error) ?? new AppError('internal', 'Something went wrong on our side.', { cause: error });
}

/** `app.onError` of our own routes: logs what is unknown, answers with an ErrorBody. */
export function handleError(error: unknown, c: Context<AppEnv>): Response {
  const appError = toAppError(error);
  const status = statusOfCode[appError.code];
  const { logger, requestId } = c.var;
  if (appError.code === 'internal') logger.error({ err: appError.cause ?? appError }, 'unexpected error');
  else if (status >= 500) logger.warn({ err: appError.cause, code: appError.code }, appError.message);
  const body: ErrorBody = {
    error: {
      code: appError.code,
      message: appError.message,
      requestId,
      ...(appError.details === undefined ? {} : { details: appError.details }),
    },
  };
  if (status === 503) c.header('retry-after', '2');
  return c.json(body, status);
}
