import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCluster } from './cluster-checks.ts';
import { initCluster } from './cluster-init.ts';
import { type Endpoint, settingsText, socketPort, writeSettings } from './cluster-settings.ts';
import { ensurePassword, readPassword } from './credentials.ts';
import { endOrphans, signal } from './database-processes.ts';
import { chooseEndpoint } from './endpoint.ts';
import type { DatabaseFiles } from './files-location.ts';
import { resetPassword } from './password-reset.ts';
import type { Runtime } from './platform-binary.ts';
import { findPostmaster, launchPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts';
import type { PreparedCluster } from './prepare-cluster.ts';
import { DatabaseStartError, fileErrorAsStartError } from './start-error.ts';

export interface UpAndRunning {
  readonly pid: number;
  /** It was running already. */
  readonly adopted: boolean;
  readonly endpoint: Endpoint;
  readonly password: string;
}

export interface BringUpOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** `port` instead of a socket; only Windows needs it. */
  readonly endpoint?: Endpoint['kind'];
}

/**
 * Makes sure that PostgreSQL runs on the cluster: finds it running, or starts it, making a new cluster where there is
 * none. Call it under the start mutex: no other start or stop of the same files may be at work.
 */
export async function bringUp(cluster: PreparedCluster, options: BringUpOptions = {}): Promise<UpAndRunning> {
  try {
    return await findOrStart(cluster, options);
  } catch (error) {
    throw fileErrorAsStartError(error, cluster.files.root);
  }
}

async function findOrStart(cluster: PreparedCluster, options: BringUpOptions): Promise<UpAndRunning> {
  const { files, runtime, account, logger } = cluster;
  const exists = await checkCluster(files, await majorVersion(runtime));
  const running = exists ? await findPostmaster(files) : null;
  const known = await readPassword(files);
  if (running && running.status !== 'stopping') {
    if (known === null) {
      throw new DatabaseStartError(
        'already_running',
        `The database runs (process ${running.pid}), but its password in ${files.password} is missing. Stop that process and start again; a new password is then set.`,
      );
    }
    await waitUntilReady(files, running.pid);
    const endpoint = await chooseEndpoint(files, account, true, options.endpoint);
    // Settings that need a restart take effect at the next one.
    const changed = await writeSettings(files.cluster, account, settingsText(endpoint, options.settings ?? {}));
    if (changed) signal(running.pid, 'SIGHUP');
    logger.info({ pid: running.pid }, 'the database was still running');
    return { pid: running.pid, adopted: true, endpoint, password: known };
  }
  if (running) await stopPostmaster(runtime, files, running.pid);
  const orphans = exists ? await endOrphans(files.cluster) : 0;
  if (orphans > 0) logger.warn({ orphans }, 'ended what a killed database had left behind');
  const endpoint = await chooseEndpoint(files, account, false, options.endpoint);
  await removeStaleLocks(files, endpoint);

  const password = await ensurePassword(files);
  if (!exists) {
    logger.info({ folder: files.root }, 'making a new database');
    await initCluster(runtime, files, account, password);
  } else if (known === null) {
    logger.warn({ folder: files.root }, 'the password of the database was missing: setting a new one');
    await resetPassword(runtime, files, account, password);
  }
  await writeSettings(files.cluster, account, settingsText(endpoint, options.settings ?? {}));
  const pid = await launchOnceFree(cluster);
  return { pid, adopted: false, endpoint, password };
}

/** A killed postmaster's children that could not be found (not Linux) need up to some seconds to notice and end. */
const patienceMs = 20_000;

async function launchOnceFree({ runtime, files, account }: PreparedCluster): Promise<number> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await launchPostmaster(runtime, files, account);
    } catch (error) {
      const taken = error instanceof DatabaseStartError && error.reason === 'already_running';
      if (!taken || Date.now() > deadline) throw error;
    }
    await endOrphans(files.cluster);
    await sleep(200);
  }
}

/**
 * Called when no process works on these files any more, for sure. Left in place, PostgreSQL would believe a zombie, or a
 * stranger that got the same number, to be their owner. Where processes cannot be searched, it judges itself.
 */
async function removeStaleLocks(files: DatabaseFiles, endpoint: Endpoint): Promise<void> {
  if (process.platform !== 'linux') return;
  const socket = endpoint.kind === 'socket' ? join(endpoint.directory, `.s.PGSQL.${socketPort}`) : null;
  const stale = [join(files.cluster, 'postmaster.pid'), ...(socket ? [socket, `${socket}.lock`] : [])];
  for (const path of stale) await rm(path, { force: true });
}

/** The shipped PostgreSQL's major version, from its catalogue file: running the program would cost 10 ms a start. */
export async function majorVersion(runtime: Runtime): Promise<string> {
  const file = await open(join(runtime.root, 'share', 'postgresql', 'postgres.bki'), 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return /^# PostgreSQL (\d+)/.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? '';
  } finally {
    await file.close();
  }
}
