import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { DataError, type DataErrorBody } from './domain/data-error.ts';

/** Turns whatever was thrown into PostgREST's error answer. Unknown errors are logged and say nothing to the client. */
export function presentError(thrown: unknown, logger: Logger): Response {
  const error = asDataError(thrown, logger);
  const body: DataErrorBody = { code: error.code, details: error.details, hint: error.hint, message: error.message };
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${error.code}`,
  };
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  return new Response(JSON.stringify(body), { status: error.status, headers });
}

function asDataError(thrown: unknown, logger: Logger): DataError {
  if (thrown instanceof DataError) {
    if (thrown.status >= 500) logger.error({ err: thrown, code: thrown.code }, 'data request failed');
    return thrown;
  }
  if (thrown instanceof AppError) {
    if (thrown.code === 'overloaded') {
      return new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.');
    }
    if (thrown.code === 'unavailable') {
      return new DataError(503, 'PGRST000', 'Database connection error. Retrying the connection.');
    }
    if (thrown.code === 'payload_too_large') return new DataError(413, 'PGRST102', thrown.message);
    if (thrown.code === 'timeout') return new DataError(500, '57014', 'canceling statement due to statement timeout');
  }
  logger.error({ err: thrown }, 'data request failed unexpectedly');
  return new DataError(500, 'PGRSTX00', 'Internal server error');
}
