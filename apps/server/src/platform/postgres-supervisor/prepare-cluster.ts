import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Logger, silentLogger } from '../logging/logger.ts';
import { chooseAccount, type DatabaseAccount } from './database-account.ts';
import { clusterOwner, type DatabaseFiles, ensureFiles, findFiles } from './files-location.ts';
import { ensureLibrarySymlinks } from './library-symlinks.ts';
import { findRuntime, type Runtime } from './platform-binary.ts';
import { canRun, copyRuntime } from './runtime-copy.ts';
import { finishStaging } from './staged-restore.ts';
import { fileErrorAsStartError } from './start-error.ts';

export interface ClusterOptions {
  /** DATA_DIR. Made when missing. */
  readonly dataDir: string;
  readonly logger?: Logger;
  /** `CAIRN_DB_USER`: the account PostgreSQL runs as when Node runs as root. */
  readonly account?: string | undefined;
  /** Where files go that the database account could not reach in their usual place; default `/var/lib/cairn`. */
  readonly stateDir?: string;
  /** Finds the installed PostgreSQL; default: the package for this machine. */
  readonly findRuntime?: () => Runtime;
}

/** Everything known about one DATA_DIR's PostgreSQL before it runs. */
export interface PreparedCluster {
  readonly dataDir: string;
  readonly files: DatabaseFiles;
  readonly runtime: Runtime;
  readonly account: DatabaseAccount | null;
  readonly logger: Logger;
}

export const defaultStateDir = '/var/lib/cairn';

/**
 * Finds the program, the account and the place of the files, and makes the folders. Starts nothing.
 * Call it under the start mutex of `dataDir`, which must exist.
 */
export async function prepareCluster(dataDir: string, options: ClusterOptions): Promise<PreparedCluster> {
  const stateDir = options.stateDir ?? defaultStateDir;
  const installed = (options.findRuntime ?? findRuntime)();
  await ensureLibrarySymlinks(installed);
  await finishStaging(dataDir);
  const ownerUid = await clusterOwner(await findFiles(dataDir));
  const account = await chooseAccount({ wanted: options.account, ownerUid });
  const runtime = account && !(await canRun(account, installed)) ? await copyRuntime(installed, stateDir) : installed;
  const files = await ensureFiles(dataDir, account, stateDir);
  return { dataDir, files, runtime, account, logger: options.logger ?? silentLogger };
}

/**
 * Makes DATA_DIR and returns its absolute path. Secrets in it are files of mode 600; the folder itself must let root's
 * database account pass through.
 */
export async function makeDataDir(path: string): Promise<string> {
  const dataDir = resolve(path);
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    const made = await mkdir(dataDir, { recursive: true, mode });
    if (made !== undefined) await chmod(dataDir, mode);
    return dataDir;
  } catch (error) {
    throw fileErrorAsStartError(error, dataDir);
  }
}
