import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemErrorCode } from './start-error.ts';

/** Whether the process exists and is not a zombie (ended, but not yet collected by its parent). */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // `pid (name) state …`; the name may itself contain parentheses.
    const state = text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/**
 * Whether the process is a PostgreSQL that works in this data directory. Elsewhere than on Linux the working
 * directory cannot be read cheaply: there the command line decides (macOS) or the process' mere existence (Windows).
 */
export async function isPostgresOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform === 'linux') return worksIn(pid, await realpath(clusterDir));
  if (process.platform === 'win32') return true;
  const command = await commandLine(pid);
  return command.includes('postgres') && (command.includes(clusterDir) || command.startsWith('postgres:'));
}

/**
 * All PostgreSQL processes that work in the data directory: a postmaster and its children, which live on after
 * `kill -9` of the postmaster and block the next start for many seconds. Empty where it cannot be found out.
 */
export async function postgresProcessesOf(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const directory = await realpath(clusterDir);
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, directory)) ? pid : 0)));
  const alive = await Promise.all(found.filter((pid) => pid > 0).map(async (pid) => ((await isAlive(pid)) ? pid : 0)));
  return alive.filter((pid) => pid > 0);
}

async function worksIn(pid: number, directory: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== directory) return false;
  } catch {
    return false;
  }
  try {
    const program = await readlink(`/proc/${pid}/exe`);
    // A reinstalled package leaves "(deleted)" behind the path of a program that still runs.
    return basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
  } catch (error) {
    // A process that is just ending has given up its program, but not yet its shared memory.
    return systemErrorCode(error) === 'ENOENT';
  }
}

function commandLine(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'command='], { timeout: 5000 }, (error, stdout) =>
      resolve(error ? '' : stdout.trim()),
    );
  });
}

/** Waits until none of the processes lives any more. Returns whether that came about in time. */
export async function waitForEnd(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const alive = await Promise.all(pids.map(isAlive));
    if (!alive.includes(true)) return true;
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
}

/** Sends a signal; a process that is already gone is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

/**
 * Ends what a killed postmaster left behind. The children hold no unwritten acknowledged data (that is in the WAL),
 * so ending them hard is what PostgreSQL itself does after a crash.
 */
export async function endOrphans(clusterDir: string): Promise<number> {
  const orphans = await postgresProcessesOf(clusterDir);
  for (const pid of orphans) signal(pid, 'SIGKILL');
  await waitForEnd(orphans, 10_000);
  return orphans.length;
}
