import type { ResponseFormat } from './media-type.ts';
import { printBodyOf, printCounted, printLevel } from './print-read.ts';
import type { LevelPlan, Statement } from './read-plan.ts';
import type { Relation } from './schema-model.ts';
import { SqlBuilder } from './sql-builder.ts';

export interface SelectOptions {
  readonly format: ResponseFormat;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  /** HEAD: nothing but the counts. */
  readonly head: boolean;
  /** `count=estimated` counts exactly up to this many rows. */
  readonly estimateFrom: number;
}

export interface SelectStatements {
  /** Answers one row: `rows`, `total` (null when not asked), `body`. */
  readonly main: Statement;
  /** Its plan's estimate stands in for `total`. */
  readonly estimate: Statement | null;
}

export function printSelect(relation: Relation, level: LevelPlan, options: SelectOptions): SelectStatements {
  const builder = new SqlBuilder();
  const from = `${relation.sqlName} AS ${level.alias}`;
  const select = printLevel(builder, level, from);
  const total = printTotal(builder, level, from, options);
  const body = options.head ? 'NULL::text' : printBodyOf(options.format);
  const main = builder.statement(
    `SELECT count(*)::int AS rows, ${total} AS total, ${body} AS body FROM (${select}) AS b`,
  );
  return { main, estimate: printEstimate(level, from, options) };
}

function printTotal(
  builder: SqlBuilder,
  level: LevelPlan,
  from: string,
  { count, estimateFrom }: SelectOptions,
): string {
  if (count === null || count === 'planned') return 'NULL::int';
  const counted = printCounted(builder, level, from, count === 'estimated' ? estimateFrom + 1 : null);
  return `(SELECT count(*) FROM (${counted}) AS c)::int`;
}

function printEstimate(level: LevelPlan, from: string, { count }: SelectOptions): Statement | null {
  if (count !== 'planned' && count !== 'estimated') return null;
  const builder = new SqlBuilder();
  return builder.statement(`EXPLAIN (FORMAT JSON) ${printCounted(builder, level, from, null)}`);
}
