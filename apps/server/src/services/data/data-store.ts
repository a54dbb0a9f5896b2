import pg from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { databaseError } from './domain/database-error.ts';
import type { QueryValue } from './domain/query-ast.ts';
import type { Slot, Statement } from './domain/read-plan.ts';

/** What the slots of a statement are filled from. */
export interface Inputs {
  readonly values: readonly QueryValue[];
  readonly body: string;
  readonly arguments: ReadonlyMap<string, string | readonly string[]>;
}

/** The one row every statement answers. */
export interface ResultRow {
  readonly rows: number;
  readonly total: number | null;
  readonly affected: number;
  /** Of `affected`: rows an upsert found and changed. */
  readonly updated: number;
  readonly body: string | null;
}

export interface Execution {
  readonly main: Statement;
  readonly name: string | undefined;
  /** Asked when `needsEstimate(row)`. */
  readonly estimate: Statement | null;
  readonly needsEstimate: (row: ResultRow) => boolean;
  readonly inputs: Inputs;
  readonly readOnly: boolean;
  /** Runs inside the transaction; what it throws undoes everything. null: any result will do. */
  readonly check: ((row: ResultRow) => void) | null;
  /** `Prefer: tx=rollback`, where allowed. */
  readonly rollBack: boolean;
}

export interface DataStore {
  /** Throws DataError for everything PostgreSQL refuses. */
  execute(actor: Actor, execution: Execution): Promise<ResultRow>;
}

/** Carries the result out of a transaction that is to be undone. */
class RolledBack extends Error {
  readonly row: ResultRow;
  constructor(row: ResultRow) {
    super('rolled back as asked');
    this.row = row;
  }
}

export function createDataStore(db: Db): DataStore {
  return {
    async execute(actor, execution) {
      const { readOnly } = execution;
      try {
        if (fitsOneStatement(execution)) return await runAlone(db, actor, execution);
        return await db.asActor(actor, (tx) => run(tx, execution), { readOnly });
      } catch (error) {
        if (error instanceof RolledBack) return error.row;
        if (error instanceof pg.DatabaseError && error.code !== undefined) {
          const { code, message, detail = null, hint = null } = error;
          throw databaseError({ code, message, detail, hint }, actor.role !== 'anon');
        }
        throw error;
      }
    },
  };
}

/** Nothing has to be looked at before the commit: a read has nothing to undo, and not every change is checked. */
const fitsOneStatement = ({ estimate, rollBack, readOnly, check }: Execution): boolean =>
  estimate === null && !rollBack && (readOnly || check === null);

async function runAlone(db: Db, actor: Actor, execution: Execution): Promise<ResultRow> {
  const { main, inputs, name, readOnly, check } = execution;
  const params = bindSlots(main.slots, inputs);
  const options = { readOnly, ...(name === undefined ? {} : { name }) };
  const row = asRow((await db.statementAsActor<Partial<ResultRow>>(actor, main.text, params, options)).rows);
  check?.(row);
  return row;
}

const asRow = ([found]: readonly Partial<ResultRow>[]): ResultRow => ({
  rows: 0,
  total: null,
  affected: 0,
  updated: 0,
  body: null,
  ...found,
});

async function run(tx: Tx, execution: Execution): Promise<ResultRow> {
  const { main, estimate, inputs, name } = execution;
  const options = name === undefined ? {} : { name };
  let row = asRow((await tx.query<Partial<ResultRow>>(main.text, bindSlots(main.slots, inputs), options)).rows);
  if (estimate !== null && execution.needsEstimate(row)) {
    row = { ...row, total: Math.max(row.total ?? 0, await estimatedRows(tx, estimate, inputs)) };
  }
  execution.check?.(row);
  if (execution.rollBack) throw new RolledBack(row);
  return row;
}

interface ExplainRow {
  'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
}

async function estimatedRows(tx: Tx, statement: Statement, inputs: Inputs): Promise<number> {
  const { rows } = await tx.query<ExplainRow>(statement.text, bindSlots(statement.slots, inputs));
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

export const bindSlots = (slots: readonly Slot[], inputs: Inputs): unknown[] =>
  slots.map((slot) => slotValue(slot, inputs));

function slotValue(slot: Slot, inputs: Inputs): unknown {
  switch (slot.from) {
    case 'constant':
      return slot.value;
    case 'body':
      return inputs.body;
    case 'argument':
      return inputs.arguments.get(slot.name) ?? null;
    case 'value': {
      const value = inputs.values[slot.index];
      return typeof value === 'number' && slot.atMost !== undefined ? Math.min(value, slot.atMost) : (value ?? null);
    }
  }
}
