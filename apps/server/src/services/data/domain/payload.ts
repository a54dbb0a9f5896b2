import { bodyError, limitError } from './data-error.ts';
import type { QueryLimits } from './query-limits.ts';

/** A body that has been looked at: the text itself goes to the database, only its shape is needed here. */
export interface Payload {
  readonly text: string;
  readonly isArray: boolean;
  readonly rows: number;
  /** Keys of the objects; null when the body is neither an object nor an array of objects. */
  readonly keys: readonly string[] | null;
  /** The single object, for comparing keys (PUT) and arguments. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyError('Empty or invalid json');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads rows to write. `columns=` was given: other keys are ignored, so objects may differ. Throws PGRST102. */
export function parsePayload(text: string, columns: readonly string[] | null, limits: QueryLimits): Payload {
  const value = parseJson(text);
  if (isObject(value)) return { text, isArray: false, rows: 1, keys: columns ?? Object.keys(value), object: value };
  if (!Array.isArray(value) || !value.every(isObject)) throw bodyError('All object keys must match');
  if (value.length > limits.bodyRows) throw limitError('rows in the body', limits.bodyRows);
  const keys = columns ?? commonKeys(value);
  return { text, isArray: true, rows: value.length, keys, object: null };
}

/** Reads the body of a function call; an absent body calls without arguments. */
export function parseArguments(text: string): Payload {
  if (text.trim() === '') return { text: '{}', isArray: false, rows: 1, keys: [], object: {} };
  const value = parseJson(text);
  if (!isObject(value)) return { text, isArray: Array.isArray(value), rows: 1, keys: null, object: null };
  return { text, isArray: false, rows: 1, keys: Object.keys(value), object: value };
}

function commonKeys(rows: readonly Record<string, unknown>[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const keys = Object.keys(first);
  const known = new Set(keys);
  for (const row of rows) {
    const own = Object.keys(row);
    if (own.length !== keys.length || !own.every((key) => known.has(key)))
      throw bodyError('All object keys must match');
  }
  return keys;
}
