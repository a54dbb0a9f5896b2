import { columnError, missingFilterError } from './data-error.ts';
import type { RowSource } from './plan-field.ts';
import { type PlanSettings, planCondition, planRead } from './plan-read.ts';
import type { QueryShape } from './query-ast.ts';
import type { ConditionPlan, LevelPlan } from './read-plan.ts';
import type { Column, Relation, SchemaModel } from './schema-model.ts';

/** What the statement gives back besides the number of rows. */
export type MutationReturn =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'key'; readonly columns: readonly Column[] }
  | { readonly kind: 'rows'; readonly level: LevelPlan };

export interface BodyPlan {
  readonly columns: readonly Column[];
  /** The body is a JSON array; else a single object. */
  readonly isArray: boolean;
  /** Columns absent from a row take their default instead of null. */
  readonly fillDefaults: boolean;
}

export type MutationPlan =
  | {
      readonly kind: 'insert';
      readonly relation: Relation;
      readonly body: BodyPlan;
      readonly conflict: { readonly columns: readonly Column[]; readonly merge: boolean } | null;
      readonly returning: MutationReturn;
    }
  | {
      readonly kind: 'update';
      readonly relation: Relation;
      readonly body: BodyPlan;
      readonly conditions: readonly ConditionPlan[];
      readonly returning: MutationReturn;
    }
  | {
      readonly kind: 'delete';
      readonly relation: Relation;
      readonly conditions: readonly ConditionPlan[];
      readonly returning: MutationReturn;
    };

export interface MutationRequest {
  readonly relation: Relation;
  readonly shape: QueryShape;
  readonly returning: 'minimal' | 'headers-only' | 'representation';
}

export interface BodyShape {
  readonly columns: readonly string[];
  readonly isArray: boolean;
  readonly fillDefaults: boolean;
}

/** Alias of the changed relation in its own statement. */
export const mutatedAlias = 't';

export function planInsert(
  model: SchemaModel,
  settings: PlanSettings,
  request: MutationRequest,
  body: BodyShape,
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null,
): MutationPlan {
  const { relation, shape } = request;
  const named = shape.onConflict;
  const columns = named === null ? relation.primaryKey : namedColumns(relation, named);
  const conflict =
    resolution === null || columns.length === 0 ? null : { columns, merge: resolution === 'merge-duplicates' };
  return {
    kind: 'insert',
    relation,
    body: planBody(relation, body),
    conflict,
    returning: planReturning(model, settings, request),
  };
}

export function planUpdate(
  model: SchemaModel,
  settings: PlanSettings,
  request: MutationRequest,
  body: BodyShape,
): MutationPlan {
  const { relation } = request;
  const conditions = planConditions(request, 'UPDATE');
  return {
    kind: 'update',
    relation,
    body: planBody(relation, body),
    conditions,
    returning: planReturning(model, settings, request),
  };
}

export function planDelete(model: SchemaModel, settings: PlanSettings, request: MutationRequest): MutationPlan {
  const conditions = planConditions(request, 'DELETE');
  return { kind: 'delete', relation: request.relation, conditions, returning: planReturning(model, settings, request) };
}

function planBody(relation: Relation, body: BodyShape): BodyPlan {
  return { ...body, columns: namedColumns(relation, body.columns) };
}

function namedColumns(relation: Relation, names: readonly string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw columnError(relation.name, name);
    return column;
  });
}

function planConditions(request: MutationRequest, statement: 'UPDATE' | 'DELETE'): ConditionPlan[] {
  if (request.shape.conditions.length === 0) throw missingFilterError(statement);
  const source = sourceOf(request.relation);
  return request.shape.conditions.map((condition) => planCondition(source, mutatedAlias, condition, new Map()));
}

function planReturning(model: SchemaModel, settings: PlanSettings, request: MutationRequest): MutationReturn {
  switch (request.returning) {
    case 'minimal':
      return { kind: 'nothing' };
    case 'headers-only':
      return { kind: 'key', columns: request.relation.primaryKey };
    case 'representation':
      return { kind: 'rows', level: planRead(model, settings, request.shape, sourceOf(request.relation), false) };
  }
}

export const sourceOf = (relation: Relation): RowSource => ({
  name: relation.name,
  columns: relation.columns,
  relation,
});
