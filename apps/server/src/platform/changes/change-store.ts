import type { Tx } from '../db/db.ts';
import type { Change } from './changes.ts';

export interface PendingChange extends Change {
  /** Milliseconds since the epoch. */
  createdAt: number;
}

interface ChangeRow {
  id: string;
  xid: string;
  table_name: string;
  operation: Change['operation'];
  row_id: string;
  user_id: string;
  created_ms: number;
}

/** After a restore into another cluster, transaction ids begin again: positions and changes "from the future" are brought back. */
export async function rebaseChanges(tx: Tx): Promise<void> {
  await tx.query('select private.rebase_changes()');
}

/** A new consumer begins with the oldest change that is still kept. */
export async function registerConsumers(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.query(
    `insert into private.change_consumers (name) select unnest($1::text[]) on conflict (name) do nothing`,
    [names],
  );
}

/** When the next change that a consumer has to handle was made (epoch ms); null when there is none. Takes no lock and no transaction id. */
export async function peekPending(tx: Tx, consumer: string): Promise<number | null> {
  const { rows } = await tx.query<{ created_ms: number }>(
    `select extract(epoch from c.created_at)::float8 * 1000 as created_ms
       from private.change_consumers k
       join lateral (
         select created_at from private.changes
          where (xid, id) > (k.xid, k.change_id) and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid, id limit 1
       ) c on true
      where k.name = $1`,
    [consumer],
  );
  return rows[0]?.created_ms ?? null;
}

/** The next changes, holding the consumer until the transaction ends; none when another process holds it. */
export async function readBatch(tx: Tx, consumer: string, limit: number): Promise<PendingChange[]> {
  const { rows } = await tx.query<ChangeRow>(
    `select c.id::text, c.xid::text, c.table_name, c.operation, c.row_id, c.user_id,
            extract(epoch from c.created_at)::float8 * 1000 as created_ms
       from private.read_changes($1, $2) c order by c.xid, c.id`,
    [consumer, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    xid: row.xid,
    table: row.table_name,
    operation: row.operation,
    rowId: row.row_id,
    userId: row.user_id,
    createdAt: row.created_ms,
  }));
}

/** Everything up to and including the change is done. */
export async function advance(tx: Tx, consumer: string, change: Change): Promise<void> {
  await tx.query('select private.advance_consumer($1, $2::xid8, $3::bigint)', [consumer, change.xid, change.id]);
}

export async function insertDeadLetter(
  tx: Tx,
  consumer: string,
  change: Change,
  attempts: number,
  error: string,
): Promise<void> {
  await tx.query(
    `insert into private.change_dead_letters (consumer, change_id, table_name, operation, row_id, user_id, attempts, error)
     values ($1, $2::bigint, $3, $4, $5, $6, $7, $8) on conflict (consumer, change_id) do nothing`,
    [consumer, change.id, change.table, change.operation, change.rowId, change.userId, attempts, error],
  );
}

/** Whether every consumer has handled everything that is committed, also what readers may not see yet. */
export async function allHandled(tx: Tx, consumers: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ handled: boolean }>(
    `select not exists (
       select from private.change_consumers k
        where k.name = any($1::text[])
          and exists (select from private.changes c where (c.xid, c.id) > (k.xid, k.change_id))
     ) as handled`,
    [consumers],
  );
  return rows[0]?.handled === true;
}

/** Removes what every known consumer has handled, at most `limit` rows; see `private.trim_changes`. */
export async function trimHandled(tx: Tx, limit: number, keepSeconds: number): Promise<number> {
  const { rows } = await tx.query<{ trimmed: string }>(
    `select private.trim_changes($1, make_interval(secs => $2)) as trimmed`,
    [limit, keepSeconds],
  );
  return Number(rows[0]?.trimmed ?? 0);
}
