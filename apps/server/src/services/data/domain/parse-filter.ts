import { limitError } from './data-error.ts';
import { parseField } from './parse-field.ts';
import {
  type Condition,
  type IsValue,
  isValues,
  type Operation,
  type QueryValue,
  type SimpleOperator,
  simpleOperators,
  type TextSearchOperator,
  textSearchOperators,
  type ValueIndex,
} from './query-ast.ts';
import type { QueryLimits } from './query-limits.ts';
import { TextCursor } from './text-cursor.ts';

/** Collects the values met on the way and counts what the limits bound. */
export interface FilterSink {
  readonly values: QueryValue[];
  readonly limits: QueryLimits;
  filters: number;
}

const operatorName = /[a-z]+/y;
const isWord = /not_null|null|unknown|true|false/iy;
const searchConfig = /\([\p{L}\p{N}_$ ]+\)/uy;
const quotedValue = /^"(?:[^"\\]|\\.)*"/s;
const bareValue = /[^,)]*/y;
const arrayLiteral = /\{[^{}]*\}/y;
const logicHead = /(not\.)?(and|or)(?=\s*\()/y;

/** Operators that take `(any)` and `(all)`. */
const quantifiable: ReadonlySet<string> = new Set(['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch']);

/** True when a parameter's value reads like `eq.…`, `not.…`, `fts(english).…`: how filters and call arguments are told apart. */
export function looksLikeOperation(value: string): boolean {
  const head = /^([a-z]+)(\([^)]*\))?\./.exec(value)?.[1];
  if (head === undefined) return false;
  return (
    head === 'not' ||
    head === 'in' ||
    head === 'is' ||
    Object.hasOwn(simpleOperators, head) ||
    Object.hasOwn(textSearchOperators, head)
  );
}

/** `?column=not.eq.value` */
export function parseFilter(key: TextCursor, value: string, sink: FilterSink): Condition {
  countFilter(sink);
  const field = parseField(key);
  if (!key.done) key.fail('"->", "->>" or end of input');
  const cursor = new TextCursor(value, 'filter');
  return { kind: 'filter', field, ...parseOperation(cursor, false, sink) };
}

/** `?and=(a.eq.1,or(b.is.null,not.and(…)))`; `operator` comes from the key. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, value: string, sink: FilterSink): Condition {
  const cursor = new TextCursor(value, 'logic tree');
  const items = parseLogicItems(cursor, 1, sink);
  if (!cursor.done) cursor.fail('end of input');
  return { kind: 'logic', operator, negated, items };
}

function parseLogicItems(cursor: TextCursor, depth: number, sink: FilterSink): Condition[] {
  if (depth > sink.limits.logicDepth) throw limitError('levels of and/or', sink.limits.logicDepth);
  cursor.skipSpace();
  cursor.expect('(');
  const items: Condition[] = [];
  do {
    cursor.skipSpace();
    items.push(parseLogicItem(cursor, depth, sink));
    cursor.skipSpace();
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.skipSpace();
  return items;
}

function parseLogicItem(cursor: TextCursor, depth: number, sink: FilterSink): Condition {
  const head = cursor.match(logicHead);
  if (head !== null) {
    const negated = head.startsWith('not.');
    const operator = head.endsWith('and') ? 'and' : 'or';
    countFilter(sink);
    return { kind: 'logic', operator, negated, items: parseLogicItems(cursor, depth + 1, sink) };
  }
  countFilter(sink);
  const field = parseField(cursor);
  cursor.expect('.');
  return { kind: 'filter', field, ...parseOperation(cursor, true, sink) };
}

function parseOperation(
  cursor: TextCursor,
  inLogic: boolean,
  sink: FilterSink,
): { negated: boolean; operation: Operation } {
  const negated = cursor.take('not.');
  if (cursor.take('in.'))
    return { negated, operation: { kind: 'in', value: store(sink, parseList(cursor, inLogic, sink)) } };
  if (cursor.take('is.')) return { negated, operation: { kind: 'is', value: parseIs(cursor, inLogic) } };

  const name = cursor.match(operatorName) ?? cursor.fail('operator (eq, gt, ...)');
  if (Object.hasOwn(textSearchOperators, name)) {
    const config = cursor.match(searchConfig)?.slice(1, -1).trim() ?? null;
    cursor.expect('.');
    const configIndex = config === null ? null : store(sink, config);
    const value = store(sink, parseValue(cursor, inLogic));
    return { negated, operation: { kind: 'search', operator: name as TextSearchOperator, config: configIndex, value } };
  }
  if (!Object.hasOwn(simpleOperators, name)) cursor.fail('operator (eq, gt, ...)');
  const quantifier = cursor.take('(any)') ? 'any' : cursor.take('(all)') ? 'all' : null;
  if (quantifier !== null && !quantifiable.has(name)) cursor.fail('delimiter (.)');
  if (!cursor.take('.')) cursor.fail('delimiter (.)');
  const text = parseValue(cursor, inLogic);
  const value = store(sink, name === 'like' || name === 'ilike' ? text.replaceAll('*', '%') : text);
  return { negated, operation: { kind: 'simple', operator: name as SimpleOperator, quantifier, value } };
}

function parseIs(cursor: TextCursor, inLogic: boolean): IsValue {
  const word = cursor.match(isWord)?.toLowerCase();
  const ends = cursor.done || (inLogic && (cursor.peek(',') || cursor.peek(')') || cursor.peek(' ')));
  if (word === undefined || !ends || !Object.hasOwn(isValues, word))
    return cursor.fail('null, not_null or trilean value (unknown, true, false)');
  return word as IsValue;
}

function parseValue(cursor: TextCursor, inLogic: boolean): string {
  if (!inLogic) {
    const rest = cursor.text.slice(cursor.position);
    cursor.position = cursor.text.length;
    return rest;
  }
  return parseQuotedElement(cursor) ?? parseArrayLiteral(cursor) ?? cursor.match(bareValue) ?? '';
}

/** `"…"` that ends where the element ends; anything else is read as it stands. */
function parseQuotedElement(cursor: TextCursor): string | null {
  if (!cursor.peek('"')) return null;
  return cursor.attempt(() => {
    if (!quotedValue.test(cursor.text.slice(cursor.position))) return null;
    const value = cursor.quoted();
    return cursor.done || cursor.peek(',') || cursor.peek(')') ? value : null;
  });
}

function parseArrayLiteral(cursor: TextCursor): string | null {
  return cursor.attempt(() => {
    const literal = cursor.match(arrayLiteral);
    return literal !== null && (cursor.done || cursor.peek(',') || cursor.peek(')')) ? literal : null;
  });
}

function parseList(cursor: TextCursor, inLogic: boolean, sink: FilterSink): string[] {
  cursor.skipSpace();
  cursor.expect('(');
  const values: string[] = [];
  do {
    if (values.length >= sink.limits.listValues) throw limitError('values of "in"', sink.limits.listValues);
    values.push(parseQuotedElement(cursor) ?? cursor.match(bareValue) ?? '');
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.skipSpace();
  if (!inLogic && !cursor.done) cursor.fail('end of input');
  return values.length === 1 && values[0] === '' ? [] : values;
}

function store(sink: FilterSink, value: QueryValue): ValueIndex {
  return sink.values.push(value) - 1;
}

function countFilter(sink: FilterSink): void {
  sink.filters += 1;
  if (sink.filters > sink.limits.filters) throw limitError('filters', sink.limits.filters);
}
