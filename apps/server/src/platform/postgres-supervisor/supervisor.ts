import { mkdir, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Logger, silentLogger } from '../logging/logger.ts';
import { checkCluster } from './cluster-checks.ts';
import { initCluster } from './cluster-init.ts';
import { type Endpoint, settingsText, writeSettings } from './cluster-settings.ts';
import { connectionStringFor, ensurePassword } from './credentials.ts';
import { chooseAccount, type DatabaseAccount } from './database-account.ts';
import { endOrphans, signal } from './database-processes.ts';
import { ensureDatabase } from './database-setup.ts';
import { chooseEndpoint } from './endpoint.ts';
import { clusterOwner, type DatabaseFiles, ensureFiles, findFiles } from './files-location.ts';
import { ensureLibrarySymlinks } from './library-symlinks.ts';
import { findRuntime, type Runtime } from './platform-binary.ts';
import { findPostmaster, launchPostmaster, pidFile, stopPostmaster, untilReady } from './postmaster.ts';
import { canRun, copyRuntime } from './runtime-copy.ts';
import { holdServerLock, type ServerLock } from './server-lock.ts';
import { fileErrorAsStartError } from './start-error.ts';
import { withStartMutex } from './start-mutex.ts';

export interface SupervisorOptions {
  /** DATA_DIR. Made when missing. */
  readonly dataDir: string;
  readonly logger?: Logger;
  /** Further settings for `postgresql.conf`; they win over the supervisor's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The database to make and connect to; default `cairn`. */
  readonly database?: string;
  /** `CAIRN_DB_USER`: the account PostgreSQL runs as when Node runs as root. */
  readonly account?: string | undefined;
  /** Where files go that the database account could not reach in their usual place; default `/var/lib/cairn`. */
  readonly stateDir?: string;
  /** Take and hold the server lock until `stop` (default). `false`: only make sure that it runs (the command line). */
  readonly exclusive?: boolean;
}

export interface RunningPostgres {
  /** Superuser, over the Unix socket (or loopback on Windows). Holds a password: never log it. */
  readonly connectionString: string;
  readonly serverVersion: string;
  readonly dataDir: string;
  readonly pid: number;
  /** It was running already (the process that started it was killed) and has been taken over. */
  readonly adopted: boolean;
  /** Where the files live when not under `dataDir`. */
  readonly location?: string;
  /** Gives up the lock and stops PostgreSQL in order. Safe to call twice. */
  stop(): Promise<void>;
}

export const defaultStateDir = '/var/lib/cairn';

/** Everything known about one DATA_DIR's PostgreSQL before it runs. */
export interface PreparedCluster {
  readonly dataDir: string;
  readonly files: DatabaseFiles;
  readonly runtime: Runtime;
  readonly account: DatabaseAccount | null;
  readonly logger: Logger;
}

/** Starts (or takes over) the embedded PostgreSQL of a DATA_DIR. Rejects with `DatabaseStartError`. */
export async function startEmbeddedPostgres(options: SupervisorOptions): Promise<RunningPostgres> {
  const cluster = await prepareCluster(options);
  const started = await withStartMutex(cluster.files.root, () => bringUp(cluster, options));
  const database = options.database ?? 'cairn';
  let lock: ServerLock | null = null;
  try {
    // On the maintenance database: advisory locks are per database, the server lock is per cluster.
    if (options.exclusive !== false)
      lock = await holdServerLock(connectionStringFor(started.endpoint, started.password, 'postgres'));
    const serverVersion = await ensureDatabase(
      connectionStringFor(started.endpoint, started.password, 'postgres'),
      database,
    );
    let stopped: Promise<void> | null = null;
    return {
      connectionString: connectionStringFor(started.endpoint, started.password, database),
      serverVersion,
      dataDir: cluster.dataDir,
      pid: started.pid,
      adopted: started.adopted,
      ...(cluster.files.elsewhere ? { location: cluster.files.root } : {}),
      stop: () => {
        stopped ??= (async () => {
          await lock?.release();
          await withStartMutex(cluster.files.root, () => stopPostmaster(cluster.runtime, cluster.files, started.pid));
        })();
        return stopped;
      },
    };
  } catch (error) {
    await lock?.release();
    if (!started.adopted) await stopPostmaster(cluster.runtime, cluster.files, started.pid);
    throw error;
  }
}

/** Finds the program, the account and the place of the files. Starts nothing. */
export async function prepareCluster(options: SupervisorOptions): Promise<PreparedCluster> {
  const dataDir = resolve(options.dataDir);
  const stateDir = options.stateDir ?? defaultStateDir;
  const logger = options.logger ?? silentLogger;
  const installed = findRuntime();
  await ensureLibrarySymlinks(installed);
  try {
    // Files in it that hold secrets are mode 600 themselves; the database account must be able to pass through.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw fileErrorAsStartError(error, dataDir);
  }
  const account = await chooseAccount({
    wanted: options.account,
    ownerUid: await clusterOwner(await findFiles(dataDir)),
  });
  const runtime = account && !(await canRun(account, installed)) ? await copyRuntime(installed, stateDir) : installed;
  const files = await ensureFiles(dataDir, account, stateDir);
  return { dataDir, files, runtime, account, logger };
}

interface Started {
  readonly pid: number;
  readonly adopted: boolean;
  readonly endpoint: Endpoint;
  readonly password: string;
}

/** Under the start mutex: no other start or stop of this DATA_DIR is at work. */
async function bringUp(cluster: PreparedCluster, options: SupervisorOptions): Promise<Started> {
  const { files, runtime, account, logger } = cluster;
  const major = await majorVersion(runtime);
  const exists = await checkCluster(files, major);
  const running = exists ? await findPostmaster(files) : null;
  const endpoint = await chooseEndpoint(files, account, running !== null);
  const password = await ensurePassword(files);
  if (!exists) {
    logger.info({ root: files.root }, 'making a new database');
    await initCluster(runtime, files, account, password);
  }
  const changed = await writeSettings(files.cluster, account, settingsText(endpoint, options.settings ?? {}));
  if (running && running.status !== 'stopping') {
    await untilReady(files, running.pid);
    // Settings that need a restart take effect at the next one.
    if (changed) signal(running.pid, 'SIGHUP');
    logger.info({ pid: running.pid }, 'took over the database that was still running');
    return { pid: running.pid, adopted: true, endpoint, password };
  }
  if (running) await stopPostmaster(runtime, files, running.pid);
  const orphans = await endOrphans(files.cluster);
  if (orphans > 0) logger.warn({ orphans }, 'ended what a killed database had left behind');
  // Its process is gone for sure; left in place, PostgreSQL would trust a stranger that got the same number.
  if (process.platform === 'linux') await rm(pidFile(files), { force: true });
  const pid = await launchPostmaster(runtime, files, account);
  return { pid, adopted: false, endpoint, password };
}

/** The shipped PostgreSQL's major version. Read from its catalogue file: running the program would cost 10 ms a start. */
async function majorVersion(runtime: Runtime): Promise<string> {
  const file = await open(join(runtime.root, 'share', 'postgresql', 'postgres.bki'), 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return /^# PostgreSQL (\d+)/.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? '';
  } finally {
    await file.close();
  }
}
