import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blobs } from './blobs.ts';
import { createDiskBlobs } from './disk-blobs.ts';

let directory: string;
let blobs: Blobs;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  blobs = createDiskBlobs({ directory });
});
afterEach(() => rm(directory, { recursive: true }));

const key = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;

it('gives back what was stored, and nothing where nothing is', async () => {
  await blobs.put(key('a'), new Uint8Array([1, 2, 3]));
  expect([...((await blobs.get(key('a'))) ?? [])]).toEqual([1, 2, 3]);
  expect(await blobs.get(key('b'))).toBeNull();
  await blobs.remove(key('a'));
  await blobs.remove(key('a'));
  expect(await blobs.get(key('a'))).toBeNull();
});

it('takes no key that is not one: it becomes a file name', async () => {
  for (const bad of ['../secrets/jwt', 'a', key('a').toUpperCase(), `${key('a')}/x`, '']) {
    await expect(blobs.put(bad, new Uint8Array())).rejects.toThrow('is not a key of a blob');
    await expect(blobs.get(bad)).rejects.toThrow('is not a key of a blob');
  }
});

it('lists old ones in order, in pages, and clears away writes that were cut short', async () => {
  for (const digit of ['c', 'a', 'b', 'd']) await blobs.put(key(digit), new Uint8Array([1]));
  const leftover = join(directory, 'aa', `${key('a')}.new`);
  await writeFile(leftover, 'half');
  const old = new Date(Date.now() - 3_600_000);
  for (const digit of ['a', 'b', 'c']) await utimes(join(directory, digit + digit, key(digit)), old, old);
  await utimes(leftover, old, old);
  const olderThan = Date.now() - 60_000;
  expect(await blobs.list({ olderThan, after: null, limit: 2 })).toEqual([key('a'), key('b')]);
  expect(await blobs.list({ olderThan, after: key('b'), limit: 2 })).toEqual([key('c')]);
  expect(await readdir(join(directory, 'aa'))).toEqual([key('a')]);
});
