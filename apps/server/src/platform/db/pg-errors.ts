import type { ErrorCode } from '@cairn/contracts/error-codes';
import pg from 'pg';
import { AppError } from '../../kernel/app-error.ts';

/** SQLSTATE → what it means to a caller of our own routes. The data service keeps PostgREST's own mapping. */
const meanings: Record<string, [ErrorCode, string]> = {
  '42501': ['forbidden', 'You may not do that.'],
  '23505': ['conflict', 'That exists already.'],
  '23503': ['not_found', 'Something this refers to does not exist.'],
  '23514': ['validation_failed', 'A value is outside of what is allowed.'],
  '23502': ['validation_failed', 'A required value is missing.'],
  '22P02': ['validation_failed', 'A value has the wrong form.'],
  '22001': ['validation_failed', 'A value is too long.'],
  '57014': ['timeout', 'That took too long and was stopped.'],
  '40001': ['conflict', 'Somebody else changed this at the same moment. Please try again.'],
  '40P01': ['conflict', 'Somebody else changed this at the same moment. Please try again.'],
  '53300': ['overloaded', 'The server is busy. Please try again in a moment.'],
  '57P01': ['unavailable', 'The database is restarting. Please try again in a moment.'],
  '57P03': ['unavailable', 'The database is starting. Please try again in a moment.'],
  '25006': ['unavailable', 'The database accepts no changes right now.'],
  '53100': ['unavailable', 'The disk is full. Nothing was saved.'],
};

/** The AppError for a database error, or null when it has no meaning for a caller (a bug: `internal`). */
export function appErrorOfPgError(error: unknown): AppError | null {
  if (!(error instanceof pg.DatabaseError) || !error.code) return null;
  const meaning = meanings[error.code];
  return meaning ? new AppError(meaning[0], meaning[1], { cause: error }) : null;
}
