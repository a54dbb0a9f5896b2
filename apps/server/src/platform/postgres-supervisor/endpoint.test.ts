import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionStringFor } from './credentials.ts';
import { chooseEndpoint } from './endpoint.ts';
import { filesAt } from './files-location.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-endpoint-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function makeFiles(name: string) {
  const files = filesAt(join(folder, name), false);
  await mkdir(files.root, { recursive: true });
  return files;
}

it('remembers its port, and takes another one when that was taken meanwhile', async () => {
  const files = await makeFiles('ports');
  const first = await chooseEndpoint(files, null, false, 'port');
  const second = await chooseEndpoint(files, null, false, 'port');
  const port = first.kind === 'port' ? first.port : 0;
  const taker = createServer();
  await new Promise<void>((resolve) => taker.listen(port, '127.0.0.1', resolve));
  const running = await chooseEndpoint(files, null, true, 'port');
  const third = await chooseEndpoint(files, null, false, 'port');
  await new Promise((resolve) => taker.close(resolve));
  expect(second).toEqual(first);
  expect(running).toEqual(first);
  expect(third).toMatchObject({ kind: 'port' });
  expect(third).not.toEqual(first);
});

it('puts the socket beside the data, or in a private folder when the path is too long', async () => {
  const short = await chooseEndpoint(await makeFiles('short'), null, false, 'socket');
  const longFiles = await makeFiles('long'.repeat(30));
  const long = await chooseEndpoint(longFiles, null, false, 'socket');
  const again = await chooseEndpoint(longFiles, null, false, 'socket');
  if (short.kind !== 'socket' || long.kind !== 'socket') throw new Error('no socket');
  expect(short.directory).toBe(join(folder, 'short', 'socket'));
  expect(Buffer.byteLength(long.directory)).toBeLessThan(30);
  expect((await stat(long.directory)).mode & 0o777).toBe(0o700);
  expect(again).toEqual(long);
  expect((await readFile(join(longFiles.root, 'socket-dir'), 'utf8')).trim()).toBe(long.directory);
  await rm(long.directory, { recursive: true });
  const renewed = await chooseEndpoint(longFiles, null, false, 'socket');
  if (renewed.kind === 'socket') await rm(renewed.directory, { recursive: true });
  expect(renewed).not.toEqual(long);
});

it('writes addresses that survive spaces and signs', () => {
  const address = connectionStringFor({ kind: 'socket', directory: `/a b/ü&?#%` }, 'p@/:?', 'my db');
  const url = new URL(address);
  expect(url.searchParams.get('host')).toBe('/a b/ü&?#%');
  expect(decodeURIComponent(url.password)).toBe('p@/:?');
  expect(decodeURIComponent(url.pathname)).toBe('/my db');
});
