import { undefinedColumnError, undefinedTypeError } from './data-error.ts';
import type { FieldRef } from './query-ast.ts';
import type { FieldPlan } from './read-plan.ts';
import type { Column, Relation, SchemaModel } from './schema-model.ts';

/** What a level reads rows from: a relation, or a function's result. */
export interface RowSource {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly relation: Relation | null;
}

/** The gate for names: only what the schema knows passes. */
export function planField(source: RowSource, alias: string, field: FieldRef): FieldPlan {
  const column = source.columns.get(field.name);
  if (column === undefined) throw undefinedColumnError(source.name, field.name);
  return { alias, column, path: field.path };
}

export function planCast(model: SchemaModel, cast: string | null): string | null {
  if (cast === null) return null;
  const sqlType = model.castTypes.get(cast.toLowerCase());
  if (sqlType === undefined) throw undefinedTypeError(cast);
  return sqlType;
}
