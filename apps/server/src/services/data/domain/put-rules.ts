import { bodyError, putError, putLimitError, putMismatchError } from './data-error.ts';
import type { Payload } from './payload.ts';
import type { QueryShape, QueryValue } from './query-ast.ts';
import type { Relation } from './schema-model.ts';

/** PUT names one row by its whole primary key, in the URL and again in the body. */
export function checkPut(relation: Relation, shape: QueryShape, values: readonly QueryValue[], payload: Payload): void {
  if (shape.limit !== null || shape.offset !== null) throw putLimitError();
  const asked = new Map<string, QueryValue | undefined>();
  for (const condition of shape.conditions) {
    if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0) throw putError();
    const { operation } = condition;
    if (operation.kind !== 'simple' || operation.operator !== 'eq' || operation.quantifier !== null) throw putError();
    asked.set(condition.field.name, values[operation.value]);
  }
  const key = relation.primaryKey.map((column) => column.name);
  const complete = key.length > 0 && asked.size === key.length && key.every((name) => asked.has(name));
  if (!complete || shape.conditions.length !== key.length) throw putError();
  if (payload.object === null) throw bodyError('A PUT takes one object');
  for (const name of key) if (String(payload.object[name]) !== asked.get(name)) throw putMismatchError();
}
