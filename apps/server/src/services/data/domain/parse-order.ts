import { limitError } from './data-error.ts';
import { parseField } from './parse-field.ts';
import type { OrderTerm } from './query-ast.ts';
import type { QueryLimits } from './query-limits.ts';
import { TextCursor } from './text-cursor.ts';

/** `order=name.desc.nullslast,author(name).asc,data->>key` */
export function parseOrder(text: string, limits: QueryLimits): OrderTerm[] {
  const cursor = new TextCursor(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    if (terms.length >= limits.orderTerms) throw limitError('order terms', limits.orderTerms);
    terms.push(parseTerm(cursor));
    cursor.skipSpace();
  } while (cursor.take(','));
  if (!cursor.done) cursor.fail('"asc", "desc", "nullsfirst", "nullslast", "," or end of input');
  return terms;
}

function parseTerm(cursor: TextCursor): OrderTerm {
  let field = parseField(cursor);
  let relation: string | null = null;
  if (field.path.length === 0 && cursor.take('(')) {
    relation = field.name;
    field = parseField(cursor);
    cursor.expect(')');
  }
  const direction = cursor.take('.asc') ? 'asc' : cursor.take('.desc') ? 'desc' : null;
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : null;
  return { relation, field, direction, nulls };
}
