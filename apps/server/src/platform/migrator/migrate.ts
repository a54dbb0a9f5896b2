import { Client } from 'pg';
import type { Logger } from '../logging/logger.ts';
import { MigrationError } from './migration-error.ts';
import { createLedger, type Ledger } from './migration-ledger.ts';
import { type Migration, type PlatformScript, readSqlFiles, type SqlFiles } from './sql-files.ts';

export interface MigrateOptions {
  connectionString: string;
  logger: Logger;
  /**
   * `auto`: run `supabase/platform` unless the database is a Supabase project, which has all of it already.
   * `skip`: never run it.
   */
  platform: 'auto' | 'skip';
  /** Stop after this migration version (14 digits), for tests of an upgrade. */
  upTo?: string;
  /** Default: the files of this installation. */
  files?: SqlFiles;
  /** How long a statement may wait for a lock that somebody else's query holds, in milliseconds. */
  lockTimeoutMs?: number;
  /** How long to wait for another process that is migrating, in milliseconds. */
  waitForOthersMs?: number;
}

export interface MigrateResult {
  /** Names of the platform scripts and migrations that ran now. */
  platformScripts: string[];
  migrations: string[];
  /** The newest version in the database afterwards; null when there is none. */
  version: string | null;
}

/** Any number that nothing else in the database uses as an advisory lock: "cairn" in ASCII. */
const advisoryLockKey = 0x63_61_69_72_6e;

/**
 * Brings the database to this installation's schema. Several processes may call it at once: one works, the others wait and
 * find nothing to do. Each script and each migration is one transaction together with its record, so a crash leaves whole steps.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const files = options.files ?? (await readSqlFiles());
  const client = new Client({
    connectionString: options.connectionString,
    application_name: 'cairn-migrator',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection rejects the running query; without a listener it would also end the process.
  client.on('error', (error) => options.logger.warn({ err: error }, 'The migrator lost its database connection'));
  await client.connect();
  try {
    await waitForTurn(client, options);
    const ledger = createLedger(client);
    await ledger.prepare();
    const platformScripts =
      options.platform === 'auto' ? await runPlatform(client, ledger, files.platform, options) : [];
    const migrations = await runMigrations(client, ledger, files.migrations, options);
    return { platformScripts, migrations, version: (await ledger.appliedMigrations()).at(-1)?.version ?? null };
  } finally {
    // Ending the session releases the advisory lock.
    await client.end();
  }
}

async function waitForTurn(client: Client, options: MigrateOptions): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [advisoryLockKey]);
  if (rows[0]?.free) return;
  options.logger.info({}, 'Another process is migrating the database; waiting for it');
  const patience = options.waitForOthersMs ?? 300_000;
  try {
    await client.query("select set_config('lock_timeout', $1, false), set_config('statement_timeout', '0', false)", [
      String(patience),
    ]);
    await client.query('select pg_advisory_lock($1)', [advisoryLockKey]);
    // It was for this wait only; what follows has its own patience.
    await client.query('reset lock_timeout');
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new MigrationError(
      'busy',
      `Another process has been migrating this database for more than ${Math.round(patience / 1000)} seconds. ` +
        'Look at its log; when it is gone, start again.',
      error,
    );
  }
}

async function runPlatform(
  client: Client,
  ledger: Ledger,
  scripts: readonly PlatformScript[],
  options: MigrateOptions,
): Promise<string[]> {
  const applied = await ledger.appliedPlatformScripts();
  if (applied.size === 0 && (await ledger.hasForeignAuthSchema())) {
    options.logger.info({}, 'The database is a Supabase project: its own roles and auth schema are used');
    return [];
  }
  const pending = scripts.filter((script) => applied.get(script.name) !== script.contentHash);
  for (const script of pending) {
    await inTransaction(client, options, `supabase/platform/${script.name}`, async () => {
      await client.query(script.sql);
      await ledger.recordPlatformScript(script);
    });
  }
  return pending.map((script) => script.name);
}

async function runMigrations(
  client: Client,
  ledger: Ledger,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<string[]> {
  const applied = await ledger.appliedMigrations();
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = known.get(row.version);
    if (!migration) {
      throw new MigrationError(
        'database_newer',
        `The database has the migration ${row.version}${row.name ? ` (${row.name})` : ''}, which this version of Cairn does not know. ` +
          'Start the newer version of Cairn, or restore a backup made before the update.',
      );
    }
    if (row.contentHash !== null && row.contentHash !== ledger.hash(migration.sql)) {
      throw new MigrationError(
        'migration_changed',
        `supabase/migrations/${migration.version}_${migration.name}.sql was changed after it was applied to this database. ` +
          'Put the file back as it was and make a new migration for the change.',
      );
    }
  }

  const done = new Set(applied.map((row) => row.version));
  const newest = applied.at(-1)?.version ?? '';
  const pending = migrations.filter(
    (migration) => !done.has(migration.version) && (options.upTo === undefined || migration.version <= options.upTo),
  );
  const late = pending.find((migration) => migration.version < newest);
  if (late) {
    throw new MigrationError(
      'out_of_order',
      `The migration ${late.version}_${late.name} is older than ${newest}, which the database already has. Give it a newer version.`,
    );
  }
  for (const [index, migration] of pending.entries()) {
    const label = `${migration.version}_${migration.name}`;
    await inTransaction(client, options, `supabase/migrations/${label}.sql`, async () => {
      await client.query(migration.sql);
      await ledger.recordMigration(migration);
    });
    options.logger.info({ migration: label, step: index + 1, of: pending.length }, 'Applied a migration');
  }
  return pending.map((migration) => `${migration.version}_${migration.name}`);
}

const lockNotAvailable = '55P03';
/** Errors that go away by themselves: a lock held by a running query, or another database of the cluster changing the same role. */
const passingErrors = new Set([lockNotAvailable, '40001', '40P01', 'XX000']);

async function inTransaction(
  client: Client,
  options: MigrateOptions,
  label: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query("select set_config('lock_timeout', $1, true), set_config('statement_timeout', '0', true)", [
        String(options.lockTimeoutMs ?? 5_000),
      ]);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const code = codeOf(error);
      if (attempt < 5 && passingErrors.has(code)) {
        options.logger.warn({ label, attempt, code }, 'The database was busy; trying this step again');
        await new Promise((resolve) => setTimeout(resolve, attempt * 200));
        continue;
      }
      throw new MigrationError(
        'step_failed',
        `${label} failed: ${error instanceof Error ? error.message : String(error)}`,
        error,
      );
    }
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
