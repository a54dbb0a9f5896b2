import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTemporaryProject } from '../testing/temporary-project.mjs';
import { withLock } from './lock.mjs';

let project;
let lockPath;
beforeEach(() => {
  project = createTemporaryProject({});
  lockPath = `${project.root}/build.lock`;
});
afterEach(() => project.remove());

it('lets one work at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(lockPath, work)));
  expect(most).toBe(1);
  expect(existsSync(lockPath)).toBe(false);
});

it('is free again after work that failed', async () => {
  await expect(withLock(lockPath, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lockPath, async () => 'yes')).toBe('yes');
});

it('takes over from a holder that is dead', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lockPath, `${pid} 1`);
  expect(await withLock(lockPath, async () => 'mine', { timeoutMs: 1000 })).toBe('mine');
});

it.runIf(process.platform === 'linux')('takes over from a recycled process id', async () => {
  writeFileSync(lockPath, `${process.pid} 1`);
  expect(await withLock(lockPath, async () => 'mine', { timeoutMs: 1000 })).toBe('mine');
});

it('names a living holder, and gives up after a while', async () => {
  const waits = [];
  await withLock(lockPath, async () => {
    const second = withLock(lockPath, async () => {}, { timeoutMs: 120, onWait: (holder) => waits.push(holder) });
    await expect(second).rejects.toThrow(`Another process (${process.pid}) has held`);
  });
  expect(waits).toEqual([process.pid]);
});
