import { DataError } from './data-error.ts';

/** The fields of a PostgreSQL error that travel. */
export interface DatabaseErrorFields {
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
  readonly hint: string | null;
}

/** PostgREST's table: whole codes first, then classes. Everything else is 400. */
const statusOfCode: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

const statusOfClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** `RAISE SQLSTATE 'PT402'` chooses the status itself. */
const chosenStatus = /^PT([1-5]\d\d)$/;

export function databaseError(error: DatabaseErrorFields, authenticated: boolean): DataError {
  const { code, message, detail, hint } = error;
  return new DataError(statusOf(code, message, authenticated), code, message, detail, hint);
}

function statusOf(code: string, message: string, authenticated: boolean): number {
  if (code === '42501') return authenticated ? 403 : 401;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  const chosen = chosenStatus.exec(code)?.[1];
  if (chosen !== undefined) return Math.max(200, Number(chosen));
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}
