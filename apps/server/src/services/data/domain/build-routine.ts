import { buildColumn } from './build-column.ts';
import type { RoutineRow } from './catalog-rows.ts';
import {
  type Column,
  quoteIdentifier,
  type Relation,
  type Routine,
  type RoutineArgument,
  type RoutineResult,
} from './schema-model.ts';

/** null for functions that cannot be called by name: unnamed arguments, or rows of no known shape. */
export function buildRoutine(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine | null {
  const parameters = row.types.map((type, index) => ({
    name: row.names[index] ?? '',
    mode: row.modes[index] ?? 'i',
    type,
    baseType: row.base_types[index] ?? '',
  }));
  const inputs = parameters.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  const firstDefault = inputs.length - row.default_count;
  const args: RoutineArgument[] = inputs.map(({ name, mode, type }, index) => ({
    name,
    sqlName: quoteIdentifier(name),
    sqlType: type,
    required: index < firstDefault && mode !== 'v',
    variadic: mode === 'v',
  }));
  const [only] = inputs;
  const takesBody = inputs.length === 1 && only?.name === '' && (only.type === 'json' || only.type === 'jsonb');
  if (!takesBody && args.some((argument) => argument.name === '')) return null;
  const outputs = parameters.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  const result = buildResult(row, outputs, relations);
  if (result === null) return null;
  return {
    schema: row.schema,
    name: row.name,
    sqlName: `${quoteIdentifier(row.schema)}.${quoteIdentifier(row.name)}`,
    arguments: args,
    takesBody,
    volatile: row.volatility === 'v',
    returnsSet: row.returns_set,
    result,
  };
}

function buildResult(
  row: RoutineRow,
  outputs: readonly { name: string; type: string; baseType: string }[],
  relations: ReadonlyMap<string, Relation>,
): RoutineResult | null {
  if (row.return_type === 'void') return { kind: 'void' };
  if (outputs.length > 0) {
    const columns = outputs.map(({ name, type, baseType }): [string, Column] => [
      name,
      buildColumn({ name, type, base_type: baseType, nullable: true, default_sql: null }),
    ]);
    return { kind: 'rows', columns: new Map(columns), relation: null };
  }
  if (row.return_kind === 'c') {
    const relation = relations.get(row.return_relation);
    return relation === undefined ? { kind: 'scalar' } : { kind: 'rows', columns: relation.columns, relation };
  }
  return row.return_type === 'record' ? null : { kind: 'scalar' };
}
