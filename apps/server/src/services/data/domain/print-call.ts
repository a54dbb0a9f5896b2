import type { ResponseFormat } from './media-type.ts';
import type { RoutineChoice } from './plan-call.ts';
import { printBodyOf, printCounted, printLevel } from './print-read.ts';
import type { LevelPlan, Slot, Statement } from './read-plan.ts';
import { SqlBuilder } from './sql-builder.ts';

export interface CallPlan extends RoutineChoice {
  /** Names of the arguments given. */
  readonly given: readonly string[];
  /** For functions that return rows: what to select from them. */
  readonly level: LevelPlan | null;
  readonly limit: Slot;
  readonly offset: Slot | null;
  /** Count all rows of the result, not only those sent. */
  readonly counts: boolean;
}

/** Answers one row: `rows`, `total` (null when not asked) and `body`. */
export function printCall(plan: CallPlan, format: ResponseFormat): Statement {
  const builder = new SqlBuilder();
  const { routine, level } = plan;
  const call = printInvocation(builder, plan);
  if (routine.result.kind === 'void') {
    return builder.statement(
      `SELECT 1 AS rows, NULL::int AS total, NULL::text AS body FROM ${call.with}${call.from} AS v`,
    );
  }
  if (level === null) {
    const rows = `${call.with}${call.from} AS v(value)`;
    if (!routine.returnsSet) {
      return builder.statement(`SELECT 1 AS rows, NULL::int AS total, to_json(v.value)::text AS body FROM ${rows}`);
    }
    const window = `LIMIT ${builder.param(plan.limit)}${plan.offset === null ? '' : ` OFFSET ${builder.param(plan.offset)}`}`;
    const total = plan.counts ? '(SELECT count(*) FROM called)::int' : 'NULL::int';
    const body = format.kind === 'object' ? '(json_agg(b.value)->0)' : "coalesce(json_agg(b.value), '[]')";
    return builder.statement(
      `WITH called AS (SELECT v.value FROM ${rows}) SELECT count(*)::int AS rows, ${total} AS total, ${body}::text AS body` +
        ` FROM (SELECT called.value FROM called ${window}) AS b`,
    );
  }
  const source = `called AS ${level.alias}`;
  const select = printLevel(builder, level, source);
  const total = plan.counts
    ? `(SELECT count(*) FROM (${printCounted(builder, level, source, null)}) AS c)::int`
    : 'NULL::int';
  return builder.statement(
    `WITH called AS (SELECT v.* FROM ${call.with}${call.from} AS v) SELECT count(*)::int AS rows, ${total} AS total,` +
      ` ${printBodyOf(format)} AS body FROM (${select}) AS b`,
  );
}

function printInvocation(builder: SqlBuilder, plan: CallPlan): { with: string; from: string } {
  const { routine, source, given } = plan;
  if (source === 'body') {
    const type = routine.arguments[0]?.sqlType ?? 'json';
    return { with: '', from: `${routine.sqlName}(${builder.param({ from: 'body' })}::${type})` };
  }
  const passed = routine.arguments.filter((argument) => given.includes(argument.name));
  const list = (value: (argument: (typeof passed)[number]) => string): string =>
    passed
      .map((argument) => `${argument.variadic ? 'VARIADIC ' : ''}${argument.sqlName} := ${value(argument)}`)
      .join(', ');
  if (source === 'query' || passed.length === 0) {
    const from = list(({ name, sqlType }) => `${builder.param({ from: 'argument', name })}::${sqlType}`);
    return { with: '', from: `${routine.sqlName}(${from})` };
  }
  const columns = passed.map(({ sqlName, sqlType }) => `${sqlName} ${sqlType}`).join(', ');
  const record = `json_to_record(${builder.param({ from: 'body' })}::json) AS p(${columns}), LATERAL `;
  return { with: record, from: `${routine.sqlName}(${list(({ sqlName }) => `p.${sqlName}`)})` };
}
