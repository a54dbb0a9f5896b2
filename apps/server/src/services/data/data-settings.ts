import { defaultQueryLimits, type QueryLimits } from './domain/query-limits.ts';

export interface DataSettings {
  /** Exposed schemas, the default one first. */
  readonly schemas: readonly string[];
  /** PostgREST's db-max-rows: no answer and no embedded list has more rows. */
  readonly maxRows: number;
  /** PostgREST's db-aggregates-enabled. */
  readonly aggregates: boolean;
  /** Whether `Prefer: tx=rollback` is obeyed (PostgREST's db-tx-end). */
  readonly allowRollback: boolean;
  readonly limits: QueryLimits;
}

export const defaultDataSettings: DataSettings = {
  schemas: ['public'],
  maxRows: 1_000,
  aggregates: false,
  allowRollback: false,
  limits: defaultQueryLimits,
};
