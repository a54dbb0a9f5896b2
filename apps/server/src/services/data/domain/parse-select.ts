import { limitError } from './data-error.ts';
import { parseField } from './parse-field.ts';
import { type Aggregate, aggregates, type SelectNode } from './query-ast.ts';
import type { QueryLimits } from './query-limits.ts';
import { TextCursor } from './text-cursor.ts';

const typeName = /[\p{L}\p{N}_$ ]+(?:\[\])?/uy;

/** `select=*,a:b->c::text,tags!inner(name),...author(name),amount.sum()` */
export function parseSelect(text: string, limits: QueryLimits): SelectNode[] {
  const cursor = new TextCursor(text, 'select parameter');
  const budget = { items: limits.selectItems };
  cursor.skipSpace();
  if (cursor.done) return [];
  const items = parseItems(cursor, 0, budget, limits);
  if (!cursor.done) cursor.fail('"," or end of input');
  return items;
}

function parseItems(cursor: TextCursor, depth: number, budget: { items: number }, limits: QueryLimits): SelectNode[] {
  if (depth > limits.embedDepth) throw limitError('levels of embedded resources', limits.embedDepth);
  const items: SelectNode[] = [];
  do {
    budget.items -= 1;
    if (budget.items < 0) throw limitError('selected items', limits.selectItems);
    cursor.skipSpace();
    items.push(parseItem(cursor, depth, budget, limits));
    cursor.skipSpace();
  } while (cursor.take(','));
  return items;
}

function parseItem(cursor: TextCursor, depth: number, budget: { items: number }, limits: QueryLimits): SelectNode {
  if (cursor.take('*')) return { kind: 'star' };
  if (cursor.take('...')) {
    const embed = parseEmbed(cursor, null, true, depth, budget, limits);
    return embed ?? cursor.fail('"("');
  }
  if (cursor.take('count()')) return { kind: 'count', alias: null, cast: parseCast(cursor) };

  const alias = cursor.attempt(() => {
    const name = cursor.name();
    return cursor.peek(':') && !cursor.peek('::') && cursor.take(':') ? name : null;
  });
  if (cursor.take('count()')) return { kind: 'count', alias, cast: parseCast(cursor) };
  const embed = cursor.attempt(() => parseEmbed(cursor, alias, false, depth, budget, limits));
  if (embed !== null) return embed;

  const field = parseField(cursor);
  const cast = parseCast(cursor);
  const aggregate = parseAggregate(cursor);
  const aggregateCast = aggregate === null ? null : parseCast(cursor);
  cursor.skipSpace();
  if (!cursor.done && !cursor.peek(',') && !cursor.peek(')')) cursor.fail('"->", "::", ".", ")", "," or end of input');
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
}

function parseEmbed(
  cursor: TextCursor,
  alias: string | null,
  spread: boolean,
  depth: number,
  budget: { items: number },
  limits: QueryLimits,
): SelectNode | null {
  const relation = cursor.name();
  let hint: string | null = null;
  let join: 'left' | 'inner' | null = null;
  for (let count = 0; count < 2 && cursor.take('!'); count += 1) {
    const word = cursor.name();
    if (word === 'inner' || word === 'left') join = word;
    else hint = word;
  }
  if (!cursor.take('(')) return hint !== null || join !== null ? cursor.fail('"("') : null;
  cursor.skipSpace();
  const items = cursor.peek(')') ? [] : parseItems(cursor, depth + 1, budget, limits);
  cursor.expect(')');
  return { kind: 'embed', relation, alias, hint, join, spread, items };
}

function parseCast(cursor: TextCursor): string | null {
  if (!cursor.take('::')) return null;
  return cursor.match(typeName)?.trim() || cursor.fail('letter or digit');
}

function parseAggregate(cursor: TextCursor): Aggregate | null {
  if (!cursor.take('.')) return null;
  const aggregate = aggregates.find((name) => cursor.take(`${name}()`));
  return aggregate ?? cursor.fail('"sum()", "avg()", "count()", "max()" or "min()"');
}
