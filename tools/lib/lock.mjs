import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from './project.mjs';

/**
 * Runs `work` while holding the lock file at `lockPath`. A lock whose holder is dead is taken over.
 * @template T
 * @param {string} lockPath
 * @param {() => Promise<T>} work
 * @param {{ timeoutMs?: number, onWait?: (holder: number) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(lockPath, work, options = {}) {
  const deadline = Date.now() + (options.timeoutMs ?? 15 * 60_000);
  const mine = describeProcess(process.pid);
  let announced = false;
  while (!tryCreate(lockPath, mine)) {
    const holder = readHolder(lockPath);
    if (holder !== undefined && !isAlive(holder)) {
      removeStale(lockPath, holder);
      continue;
    }
    if (holder !== undefined && !announced) {
      announced = true;
      options.onWait?.(holder.pid);
    }
    if (Date.now() > deadline) {
      throw new ToolError(
        `Another process (${holder?.pid ?? 'unknown'}) has held ${lockPath} for too long; end it, or delete the file.`,
      );
    }
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    if (readHolder(lockPath)?.text === mine) rmSync(lockPath, { force: true });
  }
}

function tryCreate(lockPath, text) {
  try {
    writeFileSync(lockPath, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lockPath) {
  try {
    const text = readFileSync(lockPath, 'utf8');
    const [pid, startedAt = ''] = text.split(' ');
    // An empty file is a lock in the moment between its creation and its first byte.
    return text === '' ? undefined : { text, pid: Number(pid), startedAt };
  } catch {
    return undefined;
  }
}

/** Process id and, where the system tells it, the process's start time: a recycled id is not the old holder. */
function describeProcess(pid) {
  return `${pid} ${startTime(pid)}`;
}

function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive({ pid, startedAt }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  const now = startTime(pid);
  return now === '' || startedAt === '' || now === startedAt;
}

/** Moves the lock away before deleting it, so that of two waiters only one removes it and neither removes a fresh one. */
function removeStale(lockPath, holder) {
  const aside = `${lockPath}.${process.pid}.stale`;
  try {
    renameSync(lockPath, aside);
  } catch {
    return;
  }
  const taken = readFileSync(aside, 'utf8');
  if (taken !== holder.text) tryCreate(lockPath, taken);
  rmSync(aside, { force: true });
}
