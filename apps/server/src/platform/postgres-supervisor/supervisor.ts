import { type BringUpOptions, bringUp, type UpAndRunning } from './bring-up.ts';
import { connectionStringFor } from './credentials.ts';
import { isAlive } from './database-processes.ts';
import { ensureDatabase } from './database-setup.ts';
import { stopPostmaster } from './postmaster.ts';
import { type ClusterOptions, makeDataDir, type PreparedCluster, prepareCluster } from './prepare-cluster.ts';
import { holdServerLock, isServed, type ServerLock } from './server-lock.ts';
import { DatabaseStartError, diskFullError, systemErrorCode } from './start-error.ts';
import { damagedError, saysDamage } from './start-failure.ts';
import { withStartMutex } from './start-mutex.ts';
import { watchDatabase } from './watch-database.ts';

export interface SupervisorOptions extends ClusterOptions, BringUpOptions {
  /** Further settings for `postgresql.conf`; they win over the supervisor's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The database to make and connect to; default `cairn`. */
  readonly database?: string;
  /**
   * Hold the server lock until `stop` and restart PostgreSQL when it dies (default). `false`: only make sure that it
   * runs, for the command line and other short visitors.
   */
  readonly exclusive?: boolean;
  /** The database died and could not be brought back: the server had better end with this sentence. */
  readonly onDown?: (error: DatabaseStartError) => void;
  /** Waits in milliseconds before each attempt to bring a dead database back; afterwards `onDown`. */
  readonly restartPauses?: readonly number[];
}

export interface RunningPostgres {
  /** Superuser, over the Unix socket (or loopback on Windows). Holds a password: never log it. */
  readonly connectionString: string;
  readonly serverVersion: string;
  readonly dataDir: string;
  /** The postmaster's process id; changes when the supervisor had to restart it. */
  readonly pid: number;
  /** It was running already (the process that started it was killed) and has been taken over. */
  readonly adopted: boolean;
  /** Where the files live when not under `dataDir`. */
  readonly location?: string;
  /** Stops PostgreSQL in order and gives up the lock. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts (or takes over) the embedded PostgreSQL of a DATA_DIR. Rejects with `DatabaseStartError`. */
export async function startEmbeddedPostgres(options: SupervisorOptions): Promise<RunningPostgres> {
  const dataDir = await makeDataDir(options.dataDir);
  const database = options.database ?? 'cairn';
  const open = () => withStartMutex(dataDir, async () => openCluster(await prepareCluster(dataDir, options), options));
  let current = await open();
  const { cluster, up, serverVersion } = current;
  const watch = current.lock
    ? watchDatabase({
        logger: cluster.logger,
        lost: () => current.lock?.lost ?? Promise.resolve(),
        reopen: async () => {
          current = await open();
        },
        onDown: options.onDown ?? (() => {}),
        ...(options.restartPauses ? { pauses: options.restartPauses } : {}),
      })
    : null;
  let stopped: Promise<void> | undefined;
  return {
    connectionString: connectionStringFor(up.endpoint, up.password, database),
    serverVersion,
    dataDir,
    get pid() {
      return current.up.pid;
    },
    adopted: up.adopted,
    ...(cluster.files.elsewhere ? { location: cluster.files.root } : {}),
    stop: () => {
      stopped ??= (async () => {
        await watch?.end();
        await withStartMutex(dataDir, async () => {
          // A visitor leaves the database to a server that has begun to use it meanwhile.
          if (!current.lock && (await isServed(connectionStringFor(up.endpoint, up.password, 'postgres')))) return;
          await stopPostmaster(cluster.runtime, cluster.files, current.up.pid);
          await current.lock?.release();
        });
      })();
      return stopped;
    },
  };
}

interface OpenCluster {
  readonly cluster: PreparedCluster;
  readonly up: UpAndRunning;
  readonly lock: ServerLock | null;
  readonly serverVersion: string;
}

/** Runs, is ours, and has the database. What was started here is stopped again when a step fails. */
async function openCluster(cluster: PreparedCluster, options: SupervisorOptions, attempt = 1): Promise<OpenCluster> {
  const up = await bringUp(cluster, options);
  let lock: ServerLock | null = null;
  try {
    // On the maintenance database: advisory locks are per database, the server lock is per cluster.
    const maintenance = connectionStringFor(up.endpoint, up.password, 'postgres');
    if (options.exclusive !== false) lock = await holdServerLock(maintenance);
    const serverVersion = await ensureDatabase(maintenance, options.database ?? 'cairn');
    return { cluster, up, lock, serverVersion };
  } catch (error) {
    await lock?.release();
    if (!up.adopted) await stopPostmaster(cluster.runtime, cluster.files, up.pid);
    // What was found running died before it answered (it had just been killed): that is an ordinary start after all.
    if (up.adopted && attempt < 3 && !(await isAlive(up.pid))) return openCluster(cluster, options, attempt + 1);
    throw explainConnection(error, cluster);
  }
}

/** A failed first connection as a sentence; `DatabaseStartError`s pass through. */
function explainConnection(error: unknown, { files }: PreparedCluster): unknown {
  if (error instanceof DatabaseStartError) return error;
  if (systemErrorCode(error) === '53100') return diskFullError(files.root, error);
  if (systemErrorCode(error) === '28P01') {
    return new DatabaseStartError(
      'no_permission',
      `The password in ${files.password} is not that of the database. Delete this one file and start again; a new password is then set.`,
      error,
    );
  }
  const why = error instanceof Error ? error.message : 'unknown error';
  // Missing or broken files behind a system catalogue: 58 (files), XX (internal), 3D000 (a database without its folder).
  if (/^(58|XX|3D000)/.test(systemErrorCode(error)) || saysDamage(why)) return damagedError(files, why, error);
  return new DatabaseStartError(
    'not_answering',
    `The database runs but does not answer: ${why}. Its log is ${files.log}.`,
    error,
  );
}
