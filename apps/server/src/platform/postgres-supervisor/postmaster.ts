import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAccount } from './database-account.ts';
import { endOrphans, isAlive, isPostgresOf, signal, waitForEnd } from './database-processes.ts';
import { type DatabaseFiles, removeSocketDir } from './files-location.ts';
import type { Runtime } from './platform-binary.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import { asAccount, programEnvironment, runProgram } from './run-program.ts';
import { DatabaseStartError } from './start-error.ts';
import { explainFailure, readLogFrom } from './start-failure.ts';

const largestLog = 10 * 1024 * 1024;
/** Recovery after a crash replays at most `max_wal_size` (256 MB): seconds; a slow disk gets minutes. */
const startTimeoutMs = 180_000;

/** Starts PostgreSQL on a complete, unused data directory and waits until it accepts connections. Returns its pid. */
export async function launchPostmaster(
  runtime: Runtime,
  files: DatabaseFiles,
  account: DatabaseAccount | null,
): Promise<number> {
  if (process.platform === 'win32') return launchThroughPgCtl(runtime, files);
  await rotateLog(files.log);
  const log = await open(files.log, 'a', 0o600);
  const offset = (await log.stat()).size;
  const { child, ended } = await startDetached(runtime, files, account, log);
  const { pid } = child;
  // Without a pid it could not be started at all: `ended` rejects with the reason.
  const ready = pid === undefined ? new Promise<never>(() => {}) : becomesReady(files, pid, startTimeoutMs);
  const first = await Promise.race([ended.then((status) => ({ status })), ready]);
  if (first === true && pid !== undefined) {
    child.unref();
    return pid;
  }
  const status = typeof first === 'object' ? first.status : await ended;
  throw explainFailure(await readLogFrom(files.log, offset), files, status);
}

/** `ended` resolves with the exit status; it rejects when the program could not be run at all. */
async function startDetached(
  runtime: Runtime,
  files: DatabaseFiles,
  account: DatabaseAccount | null,
  log: FileHandle,
): Promise<{ child: ChildProcess; ended: Promise<number | null> }> {
  // Detached: Ctrl-C in the terminal must reach Node alone, which drains first and then stops the database.
  const child = spawn(runtime.postgres, ['-D', files.cluster], {
    ...asAccount(account),
    cwd: files.root,
    ...programEnvironment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (status) => resolve(status));
    child.once('error', (error) => {
      const sentence = `PostgreSQL cannot be run from ${runtime.root}: ${error.message}.`;
      reject(new DatabaseStartError('runtime_unusable', sentence, error));
    });
  });
  await log.close();
  return { child, ended };
}

/** Windows: `pg_ctl` drops an administrator's rights, without which PostgreSQL refuses to run. */
async function launchThroughPgCtl(runtime: Runtime, files: DatabaseFiles): Promise<number> {
  const args = ['start', '-D', files.cluster, '-l', files.log, '-w', '-t', String(startTimeoutMs / 1000)];
  const result = await runProgram(runtime.pgCtl, args, {
    account: null,
    cwd: files.root,
    timeoutMs: startTimeoutMs + 5000,
  });
  if (result.status !== 0)
    throw explainFailure(`${result.output}\n${await readLogFrom(files.log, 0)}`, files, result.status);
  const found = await readPostmasterPid(files.cluster);
  if (!found) throw explainFailure(result.output, files, result.status);
  return found.pid;
}

/** Waits until a postmaster that another process started is ready. */
export async function waitUntilReady(files: DatabaseFiles, pid: number): Promise<void> {
  const offset = await sizeOf(files.log);
  if (await becomesReady(files, pid, startTimeoutMs)) return;
  throw explainFailure(await readLogFrom(files.log, offset), files, null);
}

/** Whether the postmaster says that it is ready (`true`) or ends before (`false`). Throws `not_answering` in time. */
async function becomesReady(files: DatabaseFiles, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const found = await readPostmasterPid(files.cluster);
    if (found?.pid === pid && found.status === 'ready') return true;
    if (!(await isAlive(pid))) return false;
    await sleep(5);
  }
  throw new DatabaseStartError(
    'not_answering',
    `The database (process ${pid}) did not become ready within ${timeoutMs / 1000} seconds. Its log is ${files.log}.`,
  );
}

async function rotateLog(path: string): Promise<void> {
  if ((await sizeOf(path)) > largestLog) await rename(path, `${path}.1`);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

/** The live postmaster of a data directory, also one that is still starting or stopping; `null` when there is none. */
export async function findPostmaster(files: DatabaseFiles): Promise<{ pid: number; status: string | null } | null> {
  const found = await readPostmasterPid(files.cluster);
  if (!found || !(await isPostgresOf(found.pid, files.cluster))) return null;
  return { pid: found.pid, status: found.status };
}

/**
 * Stops in order: a fast shutdown (running queries are rolled back, everything is written), and only when that hangs
 * ever harder. None of them loses an acknowledged write; the harder ones cost a recovery at the next start.
 */
export async function stopPostmaster(
  runtime: Runtime,
  files: DatabaseFiles,
  pid: number,
  patienceMs = 30_000,
): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(runtime.pgCtl, ['stop', '-D', files.cluster, '-m', 'fast', '-w'], {
      account: null,
      cwd: files.root,
      timeoutMs: patienceMs,
    });
    return;
  }
  for (const [name, wait] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!(await isAlive(pid))) break;
    signal(pid, name);
    if (await waitForEnd([pid], wait)) break;
  }
  await endOrphans(files.cluster);
  await removeSocketDir(files);
}
