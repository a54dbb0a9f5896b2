import { aggregateError, embedFilterError, notEmbeddedError, queryError, relatedOrderError } from './data-error.ts';
import { findRelationship, isToOne } from './find-relationship.ts';
import { planCast, planField, type RowSource } from './plan-field.ts';
import type { Condition, LevelShape, OrderTerm, QueryShape, SelectEmbed, SelectNode } from './query-ast.ts';
import type { ConditionPlan, EmbedPlan, ItemPlan, LevelPlan, OrderPlan, OutputName, Slot } from './read-plan.ts';
import type { SchemaModel } from './schema-model.ts';

export interface PlanSettings {
  readonly maxRows: number;
  /** PostgREST's db-aggregates-enabled. A lone `count` of a level is always allowed. */
  readonly aggregates: boolean;
}

interface Planner {
  readonly model: SchemaModel;
  readonly settings: PlanSettings;
  readonly shape: QueryShape;
  readonly used: Set<LevelShape>;
  aliases: number;
}

/** Resolves the query against the schema. `source` is what the root level reads from. Throws DataError. */
export function planRead(
  model: SchemaModel,
  settings: PlanSettings,
  shape: QueryShape,
  source: RowSource,
  conditionsApply: boolean,
): LevelPlan {
  const planner: Planner = { model, settings, shape, used: new Set(), aliases: 0 };
  const root = conditionsApply ? shape : { ...shape, conditions: [] };
  const level = planLevel(planner, source, shape.select, root, []);
  for (const { path, level: unused } of shape.levels) {
    if (!planner.used.has(unused)) throw notEmbeddedError(path.at(-1) ?? '');
  }
  return level;
}

function planLevel(
  planner: Planner,
  source: RowSource,
  nodes: readonly SelectNode[],
  shape: LevelShape,
  path: readonly string[],
  toOne = false,
): LevelPlan {
  const alias = `t${planner.aliases++}`;
  const embeds: EmbedPlan[] = [];
  const byName = new Map<string, EmbedPlan>();
  const items: ItemPlan[] = nodes.map((node) => {
    if (node.kind !== 'embed') return planItem(planner, source, alias, node, nodes.length === 1);
    const embed = planEmbed(planner, source, node, path);
    embeds.push(embed);
    byName.set(node.alias ?? node.relation, embed);
    return { kind: 'embed', embed };
  });
  const order = shape.order.map((term) => planOrder(source, alias, term, byName));
  const conditions = shape.conditions.map((condition) => planCondition(source, alias, condition, byName));
  const cap = planner.settings.maxRows;
  // A limit on the one row of a to-one join would only keep the database from flattening it.
  const most: Slot | null = toOne ? null : { from: 'constant', value: cap };
  const limit: Slot | null = shape.limit === null ? most : { from: 'value', index: shape.limit, atMost: cap };
  const offset: Slot | null = shape.offset === null ? null : { from: 'value', index: shape.offset };
  return { alias, relation: source.relation, items, embeds, conditions, order, limit, offset };
}

function planItem(
  planner: Planner,
  source: RowSource,
  alias: string,
  node: Exclude<SelectNode, SelectEmbed>,
  alone: boolean,
): ItemPlan {
  const { model, settings } = planner;
  if (node.kind === 'star') return { kind: 'star' };
  if (node.kind === 'count') {
    if (!settings.aggregates) throw aggregateError();
    return { kind: 'count', sqlCast: planCast(model, node.cast), name: { text: node.alias ?? 'count' } };
  }
  if (node.aggregate !== null && !settings.aggregates) throw aggregateError();
  const { name, path } = node.field;
  if (name === 'count' && path.length === 0 && node.aggregate === null && !source.columns.has('count')) {
    // `tags(count)`: the one aggregate that PostgREST answers whatever its setting.
    if (!alone && !settings.aggregates) throw aggregateError();
    return { kind: 'count', sqlCast: planCast(model, node.cast), name: { text: node.alias ?? 'count' } };
  }
  const field = planField(source, alias, node.field);
  return {
    kind: 'field',
    field,
    sqlCast: planCast(model, node.cast),
    aggregate: node.aggregate,
    sqlAggregateCast: planCast(model, node.aggregateCast),
    name: outputName(node.alias, node.aggregate, path),
  };
}

/** A plain column keeps its own name; a JSON path is named after its last key. */
function outputName(
  alias: string | null,
  aggregate: string | null,
  path: readonly { key: string; isIndex: boolean }[],
): OutputName | null {
  if (alias !== null) return { text: alias };
  if (aggregate !== null) return { text: aggregate };
  const key = path.findLast((step) => !step.isIndex)?.key;
  return key === undefined ? null : { text: key };
}

function planEmbed(planner: Planner, source: RowSource, node: SelectEmbed, path: readonly string[]): EmbedPlan {
  if (source.relation === null) {
    throw queryError(`Cannot embed '${node.relation}'`, 'The function does not return rows of a table or view');
  }
  const relationship = findRelationship(source.relation, node.relation, node.hint);
  const ownPath = [...path, node.alias ?? node.relation];
  const toOne = isToOne(relationship);
  const target: RowSource = {
    name: relationship.target.name,
    columns: relationship.target.columns,
    relation: relationship.target,
  };
  const alias = `e${planner.aliases++}`;
  return {
    alias,
    name: { text: node.alias ?? node.relation },
    relationship,
    toOne,
    inner: node.join === 'inner',
    spread: node.spread,
    level: planLevel(planner, target, node.items, levelAt(planner, ownPath), ownPath, toOne),
    junctionAlias: `j${planner.aliases++}`,
    orderColumns: [],
  };
}

const emptyLevel: LevelShape = { conditions: [], order: [], limit: null, offset: null };

function levelAt(planner: Planner, path: readonly string[]): LevelShape {
  const found = planner.shape.levels.find(
    (level) => level.path.length === path.length && level.path.every((name, index) => name === path[index]),
  );
  if (found === undefined) return emptyLevel;
  planner.used.add(found.level);
  return found.level;
}

function planOrder(
  source: RowSource,
  alias: string,
  term: OrderTerm,
  embeds: ReadonlyMap<string, EmbedPlan>,
): OrderPlan {
  const { direction, nulls } = term;
  if (term.relation === null) return { by: planField(source, alias, term.field), direction, nulls };
  const embed = embeds.get(term.relation);
  if (embed === undefined) throw notEmbeddedError(term.relation);
  if (!embed.toOne) throw relatedOrderError(source.name, term.relation);
  const target = embed.relationship.target;
  const field = planField(
    { name: target.name, columns: target.columns, relation: target },
    embed.level.alias,
    term.field,
  );
  const position = embed.orderColumns.push(field) - 1;
  return { by: { embed, position }, direction, nulls };
}

/** Conditions of a level. `embeds` lets `?tags=is.null` ask whether anything was embedded. */
export function planCondition(
  source: RowSource,
  alias: string,
  condition: Condition,
  embeds: ReadonlyMap<string, EmbedPlan>,
): ConditionPlan {
  if (condition.kind === 'logic') {
    const items = condition.items.map((item) => planCondition(source, alias, item, embeds));
    return { kind: 'logic', operator: condition.operator, negated: condition.negated, items };
  }
  const { field, negated, operation } = condition;
  const embed = field.path.length === 0 ? embeds.get(field.name) : undefined;
  if (embed !== undefined && !source.columns.has(field.name)) {
    const isNull = operation.kind === 'is' && operation.value === 'null';
    if (!isNull && !(operation.kind === 'is' && operation.value === 'not_null')) throw embedFilterError(field.name);
    return { kind: 'embedded', embed, isNull: isNull !== negated };
  }
  return { kind: 'filter', field: planField(source, alias, field), negated, operation };
}
