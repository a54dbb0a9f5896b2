import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './database-processes.ts';
import { DatabaseStartError, fileErrorAsStartError, systemErrorCode } from './start-error.ts';

export const startLockFile = 'start.lock';

/**
 * Lets one process at a time start, stop or restore the database of a folder, also before there is a database to take
 * a lock in. The lock file names its holder; that of a process which is gone is taken over.
 */
export async function withStartMutex<T>(folder: string, work: () => Promise<T>, waitMs = 200_000): Promise<T> {
  const path = join(folder, startLockFile);
  const deadline = Date.now() + waitMs;
  while (!(await take(path))) {
    if (Date.now() > deadline) {
      throw new DatabaseStartError(
        'already_running',
        `Another process has been starting or stopping the database for too long. If there is none, delete ${path}.`,
      );
    }
    await sleep(25);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${process.pid} ${await startTime(process.pid)}\n`);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw fileErrorAsStartError(error, path);
  }
  const text = await readFile(path, 'utf8').catch(() => '');
  const [pid, since] = text.trim().split(' ');
  const holder = Number(pid);
  if (holder > 0 && (await isAlive(holder)) && (await startTime(holder)) === since) return false;
  if (!text.endsWith('\n')) {
    // Another process may be about to write its name: judge it only when nothing has come after a while.
    await sleep(200);
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) return false;
  }
  await rm(path, { force: true });
  return false;
}

/** When the process began, in clock ticks since boot: tells a process from a later one with the same number. */
async function startTime(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '-';
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}
