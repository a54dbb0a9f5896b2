import { type Config, createConfig } from './config/config.ts';
import { ConfigurationError, readEnv } from './config/env.ts';
import { systemClock } from './kernel/clock.ts';
import { silentLogger } from './platform/logging/logger.ts';
import { migrate } from './platform/migrator/migrate.ts';
import { BackupError } from './platform/postgres-supervisor/backup/backup-error.ts';
import type { MigrateTo } from './platform/postgres-supervisor/backup/restore-database.ts';
import { restoreEmbedded } from './platform/postgres-supervisor/backup/restore-embedded.ts';
import { restoreExternal } from './platform/postgres-supervisor/backup/restore-external.ts';
import { writeBackup } from './platform/postgres-supervisor/backup/write-backup.ts';
import { databaseStatus } from './platform/postgres-supervisor/database-status.ts';
import { DatabaseStartError } from './platform/postgres-supervisor/start-error.ts';
import { stopEmbeddedPostgres } from './platform/postgres-supervisor/stop-embedded.ts';
import { type SupervisorOptions, startEmbeddedPostgres } from './platform/postgres-supervisor/supervisor.ts';

export interface DbCommandOptions {
  readonly projectRoot: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly print?: (line: string) => void;
}

const usage = `Usage: npm run db -- <command>

  start                        start the embedded database without the server
  stop                         stop it
  status                       say whether it runs, where its files are and what they take
  backup <file>                write everything into one file (compressed when it ends in .gz); also while in use
  restore <file>               restore a backup into an empty data folder or database
  restore <file> --move-aside  the same; what is there now is kept in a folder beside

With DATABASE_URL, backup and restore work on that database.`;

/** `npm run db`: returns the exit status; every failure is one sentence. */
export async function runDbCommand(args: readonly string[], options: DbCommandOptions): Promise<number> {
  // A reader that has seen enough (`| head -1`) is no fault.
  if (!options.print) process.stdout.on('error', () => {});
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  try {
    const config = createConfig(readEnv(options.environment), options.projectRoot);
    return await run(args, config, print);
  } catch (error) {
    const expected =
      error instanceof DatabaseStartError ||
      error instanceof BackupError ||
      error instanceof ConfigurationError ||
      (error instanceof Error && error.name === 'MigrationError');
    print(
      expected ? error.message : `This failed unexpectedly: ${error instanceof Error ? error.stack : String(error)}`,
    );
    return 1;
  }
}

async function run(args: readonly string[], config: Config, print: (line: string) => void): Promise<number> {
  const [command, ...rest] = args;
  const flags = rest.filter((arg) => arg.startsWith('--'));
  const [file, ...surplus] = rest.filter((arg) => !arg.startsWith('--'));
  const takesFile = command === 'backup' || command === 'restore';
  const allowed = command === 'restore' ? ['--move-aside'] : [];
  const unknown = flags.find((flag) => !allowed.includes(flag));
  if (unknown !== undefined || surplus.length > 0 || takesFile === (file === undefined)) {
    print(usage);
    return 2;
  }
  const supervisor: SupervisorOptions = {
    dataDir: config.dataDir,
    account: config.database.account ?? undefined,
    exclusive: false,
  };
  if (command === 'backup' && file !== undefined) return backup(file, config, supervisor, print);
  if (command === 'restore' && file !== undefined) {
    return restore(file, flags.includes('--move-aside'), config, supervisor, print);
  }
  if (config.database.url && (command === 'start' || command === 'stop')) {
    print('DATABASE_URL is set: that database is started and stopped where it runs.');
    return 1;
  }
  if (command === 'start') {
    const postgres = await startEmbeddedPostgres(supervisor);
    const how = postgres.adopted ? 'was running already' : 'is running';
    print(`PostgreSQL ${postgres.serverVersion} ${how} (process ${postgres.pid}).`);
    return 0;
  }
  if (command === 'stop') {
    print((await stopEmbeddedPostgres(supervisor)) ? 'The database is stopped.' : 'The database was not running.');
    return 0;
  }
  if (command === 'status') {
    for (const line of await databaseStatus(config.dataDir)) print(line);
    return 0;
  }
  print(usage);
  return 2;
}

async function backup(
  file: string,
  config: Config,
  supervisor: SupervisorOptions,
  print: (line: string) => void,
): Promise<number> {
  const postgres = config.database.url ? null : await startEmbeddedPostgres(supervisor);
  try {
    const connectionString = postgres?.connectionString ?? config.database.url ?? '';
    const made = await writeBackup({ connectionString, dataDir: config.dataDir, file, clock: systemClock });
    print(
      `Backup written: ${made.file} (${megabytes(made.bytes)}; ${made.tables} tables, ${made.rows} rows, ${made.files} files). It holds secrets: keep it safe.`,
    );
    return 0;
  } finally {
    // A database that was running before, for whomever, stays.
    if (postgres && !postgres.adopted) await postgres.stop();
  }
}

async function restore(
  file: string,
  moveAside: boolean,
  config: Config,
  supervisor: SupervisorOptions,
  print: (line: string) => void,
): Promise<number> {
  const options = { file, migrate: migrateTo, clock: systemClock, moveAside };
  const { url } = config.database;
  const done = url
    ? await restoreExternal({ ...options, connectionString: url, dataDir: config.dataDir })
    : await restoreEmbedded({ ...options, ...supervisor });
  print(`Restored and compared: ${done.tables} tables, ${done.rows} rows, ${done.files} files.`);
  if (done.movedTo !== null) print(`What was there before is in ${done.movedTo}.`);
  return 0;
}

const migrateTo: MigrateTo = async (connectionString, upTo) => {
  await migrate({ connectionString, logger: silentLogger, platform: 'auto', ...(upTo === null ? {} : { upTo }) });
};

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
