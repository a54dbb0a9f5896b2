import type { ResponseFormat } from './media-type.ts';
import { type BodyPlan, type MutationPlan, type MutationReturn, mutatedAlias } from './plan-mutation.ts';
import { printBodyOf, printLevel } from './print-read.ts';
import type { Statement } from './read-plan.ts';
import type { Column } from './schema-model.ts';
import { SqlBuilder } from './sql-builder.ts';
import { usedColumns } from './used-columns.ts';

/** Counts the rows an upsert updated rather than inserted. Local to the transaction. */
const updatedCounter = 'cairn.updated_rows';

/** Every statement answers one row: `affected`, `updated` (upserts), `rows` and `body` (representation or key). */
export function printMutation(plan: MutationPlan, format: ResponseFormat): Statement {
  const builder = new SqlBuilder();
  const change = `${printChange(builder, plan)} RETURNING ${printReturning(plan.returning)}`;
  const merges = plan.kind === 'insert' && plan.conflict?.merge === true;
  const updated = merges ? `coalesce(nullif(current_setting('${updatedCounter}', true), ''), '0')::int` : '0';
  const counts = `(SELECT count(*) FROM changed)::int AS affected, ${updated} AS updated`;
  return builder.statement(`WITH changed AS (${change}) ${printResult(builder, plan.returning, counts, format)}`);
}

function printResult(builder: SqlBuilder, returning: MutationReturn, counts: string, format: ResponseFormat): string {
  switch (returning.kind) {
    case 'nothing':
      return `SELECT ${counts}, 0 AS rows, NULL::text AS body`;
    case 'key':
      return `SELECT ${counts}, 0 AS rows, (SELECT row_to_json(c.*)::text FROM changed AS c LIMIT 1) AS body`;
    case 'rows': {
      const level = printLevel(builder, returning.level, `changed AS ${returning.level.alias}`);
      return `SELECT ${counts}, count(*)::int AS rows, ${printBodyOf(format)} AS body FROM (${level}) AS b`;
    }
  }
}

function printReturning(returning: MutationReturn): string {
  const columns =
    returning.kind === 'rows' ? usedColumns(returning.level) : returning.kind === 'key' ? returning.columns : [];
  if (columns === null) return `${mutatedAlias}.*`;
  if (columns.length === 0) return '1 AS one';
  return columns.map((column) => `${mutatedAlias}.${column.sqlName}`).join(', ');
}

function printChange(builder: SqlBuilder, plan: MutationPlan): string {
  const target = `${plan.relation.sqlName} AS ${mutatedAlias}`;
  switch (plan.kind) {
    case 'insert':
      return `INSERT INTO ${target}${printInsertSource(builder, plan.body)}${printConflict(plan)}`;
    case 'update': {
      const where = builder.where(plan.conditions.map((condition) => builder.condition(condition)));
      const sets = plan.body.columns.map((column) => `${column.sqlName} = p.${column.sqlName}`);
      return `UPDATE ${target} SET ${sets.join(', ')} FROM ${printRecords(builder, plan.body)}${where}`;
    }
    case 'delete':
      return `DELETE FROM ${target}${builder.where(plan.conditions.map((condition) => builder.condition(condition)))}`;
  }
}

function printInsertSource(builder: SqlBuilder, body: BodyPlan): string {
  if (body.columns.length === 0) {
    if (!body.isArray) return ' DEFAULT VALUES';
    return ` SELECT FROM json_array_elements(${builder.param({ from: 'body' })}::json)`;
  }
  const names = body.columns.map((column) => column.sqlName);
  const list = names.map((name) => `p.${name}`).join(', ');
  return ` (${names.join(', ')}) SELECT ${list} FROM ${printRecords(builder, body)}`;
}

/** The body as rows with the columns' own types, so that the database converts every value. */
function printRecords(builder: SqlBuilder, body: BodyPlan): string {
  const columns = body.columns.map((column) => `${column.sqlName} ${column.sqlType}`).join(', ');
  const param = builder.param({ from: 'body' });
  const defaults = body.fillDefaults ? printDefaults(body.columns) : null;
  if (defaults === null) {
    return `${body.isArray ? 'json_to_recordset' : 'json_to_record'}(${param}::json) AS p(${columns})`;
  }
  if (!body.isArray) return `jsonb_to_record(${defaults} || ${param}::jsonb) AS p(${columns})`;
  const filled = `SELECT coalesce(jsonb_agg(${defaults} || e), '[]') FROM jsonb_array_elements(${param}::jsonb) AS e`;
  return `jsonb_to_recordset((${filled})) AS p(${columns})`;
}

/** `jsonb_build_object` takes 50 pairs at the most. */
const pairsPerObject = 50;

function printDefaults(columns: readonly Column[]): string | null {
  const pairs = columns.flatMap(({ name, sqlDefault }) =>
    sqlDefault === null ? [] : [`'${name.replaceAll("'", "''")}', ${sqlDefault}`],
  );
  const objects: string[] = [];
  for (let start = 0; start < pairs.length; start += pairsPerObject) {
    objects.push(`jsonb_build_object(${pairs.slice(start, start + pairsPerObject).join(', ')})`);
  }
  return objects.length === 0 ? null : objects.join(' || ');
}

function printConflict(plan: Extract<MutationPlan, { kind: 'insert' }>): string {
  const { conflict, body } = plan;
  if (conflict === null) return '';
  const target = ` ON CONFLICT (${conflict.columns.map((column) => column.sqlName).join(', ')})`;
  if (!conflict.merge || body.columns.length === 0) return `${target} DO NOTHING`;
  // Setting the key to itself would only ask for a privilege that clients need not have; alone it keeps the row in the result.
  const keys = new Set(conflict.columns.map((column) => column.name));
  const others = body.columns.filter((column) => !keys.has(column.name));
  const sets = (others.length > 0 ? others : body.columns).map(
    (column) => `${column.sqlName} = excluded.${column.sqlName}`,
  );
  const count = `set_config('${updatedCounter}', (coalesce(nullif(current_setting('${updatedCounter}', true), ''), '0')::int + 1)::text, true)`;
  return `${target} DO UPDATE SET ${sets.join(', ')} WHERE ${count} <> ''`;
}
