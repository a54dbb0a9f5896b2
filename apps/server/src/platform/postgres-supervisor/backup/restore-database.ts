import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { systemErrorCode } from '../start-error.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupTable,
  headerEntry,
  manifestEntry,
  portableSettings,
  type TableRecord,
  tableKey,
  tablePrefix,
} from './backup-format.ts';
import { extractDataFile } from './data-files.ts';
import { columnList, findOccupiedTable, quoted, readMigrations, readTables } from './database-catalog.ts';
import { readEntries, type VerifiedBackup } from './read-archive.ts';
import { createRowDigest } from './row-digest.ts';

/** Brings an empty database to the schema of a migration version (14 digits); `null`: to the newest. */
export type MigrateTo = (connectionString: string, upTo: string | null) => Promise<void>;

export interface RestoreDatabaseOptions {
  readonly connectionString: string;
  readonly file: string;
  readonly backup: VerifiedBackup;
  readonly migrate: MigrateTo;
  /** Secrets and blobs are written below this folder; existing files are never overwritten. */
  readonly filesInto: string;
}

/**
 * Loads a verified backup into a database without rows: migrates to the recorded version, then loads everything in one
 * transaction, compares counts and checksums in it, and commits only when all are equal.
 */
export async function restoreDatabase(options: RestoreDatabaseOptions): Promise<void> {
  const { connectionString, backup } = options;
  await withClient(connectionString, async (client) => {
    const occupied = await findOccupiedTable(client);
    if (occupied === null) return;
    throw new BackupError(
      'target_not_empty',
      `The database to restore into already holds data (in ${occupied}); nothing was changed. Use an empty database.`,
    );
  });
  const version = backup.header.migrations.at(-1) ?? null;
  if (version !== null) await options.migrate(connectionString, version);
  await withClient(connectionString, async (client) => {
    const present = await readMigrations(client);
    const unknown = backup.header.migrations.find((migration) => !present.includes(migration));
    if (unknown !== undefined) {
      throw new BackupError(
        'newer_backup',
        `The backup needs the migration ${unknown}, which this version does not have; restore it with a newer version.`,
      );
    }
    await client.query(portableSettings);
    await client.query('set synchronize_seqscans = off');
    await client.query('begin');
    await load(client, options);
    await client.query('commit');
    await client.query('analyze');
  });
}

async function load(client: pg.Client, options: RestoreDatabaseOptions): Promise<void> {
  const { header, manifest } = options.backup;
  const target = new Map((await readTables(client)).map((table) => [tableKey(table), table]));
  for (const table of header.tables) {
    const found = target.get(tableKey(table));
    const missing = found ? table.columns.find((column) => !found.columns.includes(column)) : '';
    if (missing === undefined) continue;
    throw new BackupError(
      'not_restorable',
      `The backup has ${found ? `the column ${tableKey(table)}.${missing}` : `the table ${tableKey(table)}`}, which this version does not have; restore it with the version that made it.`,
    );
  }
  const restoreTriggers = await quietTriggers(client, header.tables);
  if (header.tables.length > 0) await client.query(`truncate ${header.tables.map(quoted).join(', ')} cascade`);
  await loadEntries(client, options);
  for (const sequence of header.sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
      quoted(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ]);
  }
  for (const [index, table] of header.tables.entries()) {
    const expected = manifest.tables[index];
    if (!expected || !(await isEqual(client, table, expected))) {
      throw new BackupError('mismatch', `${tableKey(table)} does not hold what the backup says; nothing was restored.`);
    }
  }
  await restoreTriggers();
  await rebaseChangeFeed(client);
}

/**
 * Keeps triggers from making rows a second time. `replica` needs a superuser; a managed database's owner switches off
 * the tables' own triggers instead, and the backup's order of tables satisfies the foreign keys.
 */
async function quietTriggers(client: pg.Client, tables: readonly BackupTable[]): Promise<() => Promise<void>> {
  await client.query('savepoint triggers');
  try {
    await client.query("set local session_replication_role = 'replica'");
    return async () => {
      await client.query("set local session_replication_role = 'origin'");
    };
  } catch (error) {
    if (systemErrorCode(error) !== '42501') throw error;
    await client.query('rollback to savepoint triggers');
  }
  const toggle = async (action: 'disable' | 'enable') => {
    for (const table of tables) await client.query(`alter table ${quoted(table)} ${action} trigger user`);
  };
  await toggle('disable');
  return () => toggle('enable');
}

async function loadEntries(client: pg.Client, options: RestoreDatabaseOptions): Promise<void> {
  const tables = new Map(options.backup.header.tables.map((table) => [tablePrefix(table), table]));
  let copy: CopyIn | null = null;
  for await (const entry of readEntries(options.file)) {
    if (entry.name === headerEntry || entry.name === manifestEntry) continue;
    if (entry.name.startsWith('files/')) {
      await extractDataFile(options.filesInto, entry.name.slice('files/'.length), entry.mode, entry.content);
      continue;
    }
    const prefix = entry.name.slice(0, entry.name.lastIndexOf('/') + 1);
    const table = tables.get(prefix);
    if (!table) throw new BackupError('damaged_backup', `${options.file} holds an unknown entry (${entry.name}).`);
    if (copy?.prefix !== prefix) {
      await copy?.finish();
      copy = startCopy(client, table);
    }
    await copy.write(entry.content);
  }
  await copy?.finish();
}

interface CopyIn {
  readonly prefix: string;
  write(content: AsyncIterable<Buffer>): Promise<void>;
  finish(): Promise<void>;
}

/** One COPY into a table, over all its parts. */
function startCopy(client: pg.Client, table: BackupTable): CopyIn {
  const stream: Writable = client.query(copyFrom(`copy ${quoted(table)} (${columnList(table)}) from stdin`));
  const done = finished(stream);
  done.catch(() => {});
  return {
    prefix: tablePrefix(table),
    async write(content) {
      for await (const chunk of content) {
        // The parser may use the chunk's memory again: the stream gets a copy.
        if (!stream.write(Buffer.from(chunk))) await Promise.race([once(stream, 'drain'), done]);
      }
    },
    async finish() {
      stream.end();
      await done;
    },
  };
}

async function isEqual(client: pg.Client, table: BackupTable, expected: TableRecord): Promise<boolean> {
  const digest = createRowDigest();
  const stream = client.query(copyTo(`copy ${quoted(table)} (${columnList(table)}) to stdout`));
  for await (const chunk of stream as AsyncIterable<Buffer>) digest.update(chunk);
  const found = digest.finish();
  return (
    tableKey(expected) === tableKey(table) && found.rows === expected.rows && found.rowDigest === expected.rowDigest
  );
}

/** Transaction ids begin again in another cluster, and the change feed orders by them. */
async function rebaseChangeFeed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ present: boolean }>(
    "select to_regprocedure('private.rebase_changes()') is not null as present",
  );
  if (rows[0]?.present) await client.query('select private.rebase_changes()');
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: 'cairn restore',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    // Without a commit the server rolls back when the connection ends.
    await client.end();
  }
}
