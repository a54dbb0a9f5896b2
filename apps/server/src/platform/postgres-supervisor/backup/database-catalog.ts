import pg from 'pg';
import type { BackupSequence, BackupTable } from './backup-format.ts';
import { tableKey } from './backup-format.ts';

/** The migrator's own record: a restore makes it anew by migrating. */
export const ledgerSchema = 'supabase_migrations';

export function quoted(object: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(object.schema)}.${pg.escapeIdentifier(object.name)}`;
}

export function columnList(table: BackupTable): string {
  return table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

/** Neither PostgreSQL's own nor brought by an extension. `c` is the relation, `n` its schema. */
const ours = `
  n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', '${ledgerSchema}')
  and n.nspname not like 'pg\\_temp%' and n.nspname not like 'pg\\_toast%'
  and not exists (select from pg_catalog.pg_depend d
                   where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table with its storable columns, referenced tables before those that refer to them. */
export async function readTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ oid: string; schema: string; name: string; columns: string[] }>(`
    select c.oid::text as oid, n.nspname as schema, c.relname as name,
           array(select a.attname::text from pg_catalog.pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${ours}
     order by n.nspname, c.relname`);
  const references = await client.query<{ child: string; parent: string }>(`
    select conrelid::oid::text as child, confrelid::oid::text as parent
      from pg_catalog.pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const parents = new Map<string, string[]>();
  for (const { child, parent } of references.rows) parents.set(child, [...(parents.get(child) ?? []), parent]);
  const tables = new Map(rows.map((row) => [row.oid, row]));
  const ordered: BackupTable[] = [];
  const visited = new Set<string>();
  const visit = (oid: string) => {
    const table = tables.get(oid);
    if (!table || visited.has(oid)) return;
    visited.add(oid);
    for (const parent of parents.get(oid) ?? []) visit(parent);
    // A table without storable columns holds nothing that could be lost.
    if (table.columns.length > 0) ordered.push({ schema: table.schema, name: table.name, columns: table.columns });
  };
  for (const { oid } of rows) visit(oid);
  return ordered;
}

/** Every sequence with where it stands. Sequences are outside of transactions: they are at least as far as the rows. */
export async function readSequences(client: pg.Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${ours} order by 1, 2`);
  const sequences: BackupSequence[] = [];
  for (const sequence of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text as last_value, is_called from ${quoted(sequence)}`,
    );
    const row = state.rows[0];
    if (row) sequences.push({ ...sequence, lastValue: row.last_value, isCalled: row.is_called });
  }
  return sequences;
}

/** Versions of the applied migrations, oldest first. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const present = await client.query<{ present: boolean }>(
    `select to_regclass('${ledgerSchema}.schema_migrations') is not null as present`,
  );
  if (!present.rows[0]?.present) return [];
  const { rows } = await client.query<{ version: string }>(
    `select version from ${ledgerSchema}.schema_migrations order by version`,
  );
  return rows.map((row) => row.version);
}

export async function readServerVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return rows[0]?.version ?? '';
}

/** A table of people's own data that holds a row; `null` when there is none. */
export async function findOccupiedTable(client: pg.Client): Promise<string | null> {
  const tables = (await readTables(client)).filter(
    ({ schema, name }) => schema === 'public' || (schema === 'auth' && name === 'users'),
  );
  for (const table of tables) {
    const { rows } = await client.query<{ occupied: boolean }>(
      `select exists (select from ${quoted(table)}) as occupied`,
    );
    if (rows[0]?.occupied) return tableKey(table);
  }
  return null;
}
