import { limitError, queryError, rangeError } from './data-error.ts';
import { parseNames } from './parse-field.ts';
import { type FilterSink, looksLikeOperation, parseFilter, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { LevelShape, ParsedQuery, QueryShape, QueryValue } from './query-ast.ts';
import type { QueryLimits } from './query-limits.ts';
import { TextCursor } from './text-cursor.ts';

export interface ParseOptions {
  readonly limits: QueryLimits;
  /**
   * Names that are arguments of the called function (GET on /rpc). A parameter with such a name is an argument
   * unless its value is an operation on a column of the result.
   */
  readonly isCallArgument?: (name: string, value: string) => boolean;
}

const integer = /^-?\d{1,18}$/;

/** Parses the pairs of a query string. Pure: knows nothing of the schema. Throws DataError (PGRST100, PGRST103). */
export function parseQuery(pairs: Iterable<readonly [string, string]>, options: ParseOptions): ParsedQuery {
  const { limits } = options;
  const values: QueryValue[] = [];
  const sink: FilterSink = { values, limits, filters: 0 };
  const levels = new Map<string, { path: string[]; level: LevelShape }>();
  const callArguments: [string, string][] = [];
  const root: LevelShape = emptyLevel();
  let select: QueryShape['select'] | null = null;
  let columns: string[] | null = null;
  let onConflict: string[] | null = null;

  const levelAt = (path: string[]): LevelShape => {
    if (path.length === 0) return root;
    if (path.length > limits.embedDepth) throw limitError('levels of embedded resources', limits.embedDepth);
    const key = JSON.stringify(path);
    const known = levels.get(key);
    if (known !== undefined) return known.level;
    const level = emptyLevel();
    levels.set(key, { path, level });
    return level;
  };

  for (const [key, value] of pairs) {
    if (key === 'select') {
      select ??= parseSelect(value, limits);
      continue;
    }
    if (key === 'columns' || key === 'on_conflict') {
      const names = value === '' ? [] : parseNames(new TextCursor(value, `${key} parameter`));
      if (names.length > limits.selectItems) throw limitError('columns', limits.selectItems);
      if (key === 'columns') columns ??= names;
      else onConflict ??= names;
      continue;
    }
    if (options.isCallArgument?.(key, value)) {
      callArguments.push([key, value]);
      continue;
    }
    const cursor = new TextCursor(key, 'tree path');
    const path = parsePath(cursor);
    const last = path.pop() ?? '';
    const bare = cursor.done && !key.endsWith('"');
    if (bare && (last === 'and' || last === 'or')) {
      const negated = path.at(-1) === 'not';
      levelAt(negated ? path.slice(0, -1) : path).conditions.push(parseLogic(last, negated, value, sink));
    } else if (bare && last === 'order') {
      if (value !== '') levelAt(path).order = parseOrder(value, limits);
    } else if (bare && (last === 'limit' || last === 'offset')) {
      const number = parseCount(value, last);
      if (number !== null) levelAt(path)[last] = values.push(number) - 1;
    } else if (path.length === 0 && options.isCallArgument !== undefined && !looksLikeOperation(value)) {
      callArguments.push([key, value]);
    } else {
      cursor.position = cursorStartOfLast(key, path.length);
      levelAt(path).conditions.push(parseFilter(cursor, value, sink));
    }
  }
  const shape: QueryShape = {
    select: select ?? [{ kind: 'star' }],
    columns,
    onConflict,
    levels: [...levels.values()],
    ...root,
  };
  return { shape, values, callArguments };
}

const emptyLevel = (): LevelShape => ({ conditions: [], order: [], limit: null, offset: null });

/** `a.b.c->d`: the names up to a json path, which the filter parser reads again with the last name. */
function parsePath(cursor: TextCursor): string[] {
  const path: string[] = [];
  do path.push(cursor.name());
  while (cursor.take('.'));
  if (!cursor.done && !cursor.peek('->')) cursor.fail('delimiter (.), "->", "->>" or end of input');
  return path;
}

function cursorStartOfLast(key: string, names: number): number {
  const cursor = new TextCursor(key, 'tree path');
  for (let count = 0; count < names; count += 1) {
    cursor.name();
    cursor.expect('.');
  }
  return cursor.position;
}

function parseCount(value: string, what: 'limit' | 'offset'): number | null {
  if (value === '') return null;
  if (!integer.test(value))
    throw queryError(`"failed to parse ${what} (${value})" (line 1, column 1)`, 'expecting digit');
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw rangeError(`${what} is too large`);
  if (number < 0) {
    if (what === 'limit') throw rangeError('Limit should be greater than or equal to zero.');
    return null;
  }
  return number;
}
