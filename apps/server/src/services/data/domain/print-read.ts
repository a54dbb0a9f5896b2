import type { ResponseFormat } from './media-type.ts';
import type { EmbedPlan, ItemPlan, LevelPlan } from './read-plan.ts';
import type { SqlBuilder } from './sql-builder.ts';
import { usedColumns } from './used-columns.ts';

/**
 * Prints a level as a SELECT. `from` is the row source under the level's alias, `link` the join condition to the level above.
 * Embedded resources are lateral joins whose column `j` holds the finished JSON.
 */
export function printLevel(builder: SqlBuilder, level: LevelPlan, from: string, link: readonly string[] = []): string {
  const items = level.items.flatMap((item) => printItem(builder, level, item));
  return `SELECT ${items.join(', ')}${printBody(builder, level, from, link)}`;
}

/**
 * The part of a level behind its select list. When nothing embedded decides which rows come and in what order, the rows are
 * chosen first and embedded into afterwards: otherwise every candidate row would pay for its embedded resources.
 */
function printBody(builder: SqlBuilder, level: LevelPlan, from: string, link: readonly string[]): string {
  const conditions = [...link, ...level.conditions.map((condition) => builder.condition(condition))];
  const chooses = level.embeds.some((embed) => embed.inner || embed.orderColumns.length > 0 || isAsked(level, embed));
  const window = printWindow(builder, level);
  if (level.embeds.length === 0 || chooses || window === '' || isGrouped(level)) {
    const joins = level.embeds.map((embed) => printJoin(builder, embed, level.alias)).join('');
    return ` FROM ${from}${joins}${builder.where(conditions)}${printGroup(level)}${printOrder(builder, level)}${window}`;
  }
  const columns = usedColumns(level);
  const list =
    columns === null ? `${level.alias}.*` : columns.map((column) => `${level.alias}.${column.sqlName}`).join(', ');
  const chosen = `SELECT ${list} FROM ${from}${builder.where(conditions)}${printOrder(builder, level)}${window}`;
  const joins = level.embeds.map((embed) => printJoin(builder, embed, level.alias)).join('');
  return ` FROM (${chosen}) AS ${level.alias}${joins}${printOrder(builder, level)}`;
}

function printWindow(builder: SqlBuilder, level: LevelPlan): string {
  const limit = level.limit === null ? '' : ` LIMIT ${builder.param(level.limit)}`;
  return `${limit}${level.offset === null ? '' : ` OFFSET ${builder.param(level.offset)}`}`;
}

/** The rows that `count` counts: filters and inner joins apply, order and limit do not. */
export function printCounted(builder: SqlBuilder, level: LevelPlan, from: string, atMost: number | null): string {
  const needed = level.embeds.filter((embed) => embed.inner || isAsked(level, embed));
  const joins = needed.map((embed) => printJoin(builder, embed, level.alias)).join('');
  const where = builder.where(level.conditions.map((condition) => builder.condition(condition)));
  const limit = atMost === null ? '' : ` LIMIT ${builder.param({ from: 'constant', value: atMost })}`;
  return `SELECT 1 FROM ${from}${joins}${where}${limit}`;
}

function isAsked(level: LevelPlan, embed: EmbedPlan): boolean {
  const asks = (condition: LevelPlan['conditions'][number]): boolean =>
    condition.kind === 'logic'
      ? condition.items.some(asks)
      : condition.kind === 'embedded' && condition.embed === embed;
  return level.conditions.some(asks);
}

function printItem(builder: SqlBuilder, level: LevelPlan, item: ItemPlan): string[] {
  switch (item.kind) {
    case 'star':
      return [`${level.alias}.*`];
    case 'count':
      return [`count(*)${item.sqlCast === null ? '' : `::${item.sqlCast}`} AS ${builder.outputName(item.name)}`];
    case 'field': {
      const name = item.name === null ? item.field.column.sqlName : builder.outputName(item.name);
      return [`${printField(builder, item)} AS ${name}`];
    }
    case 'embed': {
      const { embed } = item;
      if (embed.level.items.length === 0) return [];
      if (embed.spread) return printSpread(builder, embed);
      const value = embed.toOne ? `${embed.alias}.j` : `coalesce(${embed.alias}.j, '[]')`;
      return [`${value} AS ${builder.outputName(embed.name)}`];
    }
  }
}

function printField(builder: SqlBuilder, item: Extract<ItemPlan, { kind: 'field' }>): string {
  const cast = item.sqlCast === null ? '' : `::${item.sqlCast}`;
  const value = `${builder.field(item.field)}${cast}`;
  if (item.aggregate === null) return value;
  return `${item.aggregate}(${value})${item.sqlAggregateCast === null ? '' : `::${item.sqlAggregateCast}`}`;
}

/** `...author(name)`: the columns of the embedded resource beside our own; lists of values when it is to-many. */
function printSpread(builder: SqlBuilder, embed: EmbedPlan): string[] {
  const names = spreadNames(builder, embed.level);
  return names.map((name) => {
    const value = `${embed.alias}.${name}`;
    return `${embed.toOne ? value : `coalesce(${value}, '[]')`} AS ${name}`;
  });
}

/** Every name that a level puts out, with `*` written out. */
function spreadNames(builder: SqlBuilder, level: LevelPlan): string[] {
  return level.items.flatMap((item) => namesOf(builder, level, item));
}

function namesOf(builder: SqlBuilder, level: LevelPlan, item: ItemPlan): string[] {
  switch (item.kind) {
    case 'star':
      return [...(level.relation?.columns.values() ?? [])].map((column) => column.sqlName);
    case 'count':
      return [builder.outputName(item.name)];
    case 'field':
      return [item.name === null ? item.field.column.sqlName : builder.outputName(item.name)];
    case 'embed':
      if (item.embed.level.items.length === 0) return [];
      return item.embed.spread ? spreadNames(builder, item.embed.level) : [builder.outputName(item.embed.name)];
  }
}

function printJoin(builder: SqlBuilder, embed: EmbedPlan, parent: string): string {
  const { relationship, level, alias } = embed;
  const { sqlName } = relationship.target;
  let from = `${sqlName} AS ${level.alias}`;
  const link: string[] = [];
  if (relationship.kind === 'many-to-many') {
    from += `, ${relationship.junction.sqlName} AS ${embed.junctionAlias}`;
    for (const [own, junction] of relationship.originColumns)
      link.push(`${embed.junctionAlias}.${junction.sqlName} = ${parent}.${own.sqlName}`);
    for (const [junction, target] of relationship.targetColumns)
      link.push(`${level.alias}.${target.sqlName} = ${embed.junctionAlias}.${junction.sqlName}`);
  } else {
    for (const [own, target] of relationship.columns)
      link.push(`${level.alias}.${target.sqlName} = ${parent}.${own.sqlName}`);
  }
  const orders = embed.orderColumns.map((field, position) => `, ${builder.field(field)} AS o${position}`).join('');
  const rows = level.items.length === 0 ? `SELECT 1${orders}` : null;
  const items = rows ?? `SELECT ${level.items.flatMap((item) => printItem(builder, level, item)).join(', ')}${orders}`;
  const select = `${items}${printBody(builder, level, from, link)}`;
  const kind = embed.inner ? 'JOIN' : 'LEFT JOIN';
  const on = embed.inner ? `${alias}.j IS NOT NULL` : 'TRUE';
  return ` ${kind} LATERAL (${printEmbedded(builder, embed, select)}) AS ${alias} ON ${on}`;
}

/** Wraps the embedded rows: `j` is the JSON, beside it what spreading and ordering need. */
function printEmbedded(builder: SqlBuilder, embed: EmbedPlan, select: string): string {
  const spread = embed.spread ? spreadNames(builder, embed.level) : [];
  if (!embed.toOne) {
    const lists = spread.map((name) => `, json_agg(r.${name}) AS ${name}`).join('');
    return `SELECT json_agg(r.*) AS j${lists} FROM (${select}) AS r`;
  }
  const columns = spread.map((name) => `, r.${name}`).join('');
  const orders = embed.orderColumns.map((_, position) => `, r.o${position}`).join('');
  if (embed.orderColumns.length === 0) return `SELECT row_to_json(r.*) AS j${columns} FROM (${select}) AS r`;
  // The columns to order by must not show in the JSON.
  const names = spreadNames(builder, embed.level);
  const shown = names.length === 0 ? 'SELECT 1' : `SELECT ${names.map((name) => `r.${name}`).join(', ')}`;
  return `SELECT (SELECT row_to_json(v.*) FROM (${shown}) AS v) AS j${columns}${orders} FROM (${select}) AS r`;
}

const isGrouped = (level: LevelPlan): boolean =>
  level.items.some((item) => item.kind === 'count' || (item.kind === 'field' && item.aggregate !== null));

function printGroup(level: LevelPlan): string {
  if (!isGrouped(level)) return '';
  const keys = level.items.flatMap((item, index) => (isGroupKey(item) ? [`${index + 1}`] : []));
  return keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
}

const isGroupKey = (item: ItemPlan): boolean => item.kind === 'field' && item.aggregate === null;

function printOrder(builder: SqlBuilder, level: LevelPlan): string {
  if (level.order.length === 0) return '';
  const terms = level.order.map(({ by, direction, nulls }) => {
    const field = 'embed' in by ? `${by.embed.alias}.o${by.position}` : builder.field(by);
    const way = direction === null ? '' : direction === 'asc' ? ' ASC' : ' DESC';
    return `${field}${way}${nulls === null ? '' : nulls === 'first' ? ' NULLS FIRST' : ' NULLS LAST'}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

/** The JSON (or CSV) of the rows of `b`, as text. An object is the first row; that it is the only one is checked by the caller. */
export function printBodyOf(format: Pick<ResponseFormat, 'kind' | 'stripNulls'>): string {
  if (format.kind === 'csv') return printCsv;
  const rows = 'json_agg(b.*)';
  const value = format.kind === 'object' ? `(${rows}->0)` : `coalesce(${rows}, '[]')`;
  return `${format.stripNulls ? `json_strip_nulls(${value})` : value}::text`;
}

const csvCell = (value: string): string =>
  `CASE WHEN ${value} ~ '[",\\r\\n]' THEN '"' || replace(${value}, '"', '""') || '"' ELSE coalesce(${value}, '') END`;

/** RFC 4180 cells; the header comes from the first row's keys. */
const printCsv =
  `coalesce((array_agg((SELECT string_agg(${csvCell('h')}, ',' ORDER BY n) FROM json_object_keys(row_to_json(b.*)) WITH ORDINALITY AS k(h, n))))[1], '')` +
  ` || coalesce(E'\\n' || string_agg((SELECT string_agg(${csvCell('c.value')}, ',' ORDER BY c.n)` +
  ` FROM json_each_text(row_to_json(b.*)) WITH ORDINALITY AS c(key, value, n)), E'\\n'), '')`;
