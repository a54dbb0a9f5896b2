import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extractDataFile, listDataFiles } from './data-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function* content(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

it('lists what belongs to a backup, and nothing else', async () => {
  const dataDir = join(folder, 'data');
  const kept = ['secrets/keys.json', 'blobs/a/b', 'blobs/postgres/x', 'top'];
  const left = [
    'postgres/data/PG_VERSION',
    'postgres-location',
    'backups/old.tar',
    'before-restore-2026/secrets/keys.json',
    'restoring/secrets/keys.json',
    'restoring-plan.json',
    'start.lock',
    'server.log',
    'backup.tar.partial-12',
    'blobs/half.new',
  ];
  for (const path of [...kept, ...left]) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), '');
  }
  await symlink('/etc/passwd', join(dataDir, 'blobs', 'link'));
  expect(await listDataFiles(dataDir)).toEqual(kept.sort());
  expect(await listDataFiles(join(folder, 'absent'))).toEqual([]);
});

it.each(['../outside', '/absolute', 'a/../../outside', '.'])('refuses to write to %s', async (path) => {
  const target = join(folder, 'target');
  await expect(extractDataFile(target, path, 0o600, content('x'))).rejects.toMatchObject({ reason: 'damaged_backup' });
});

it('writes a file with its mode and never over another', async () => {
  const target = join(folder, 'target');
  await extractDataFile(target, 'deep/er/file', 0o600, content('hello'));
  expect(await readFile(join(target, 'deep/er/file'), 'utf8')).toBe('hello');
  await expect(extractDataFile(target, 'deep/er/file', 0o600, content('again'))).rejects.toMatchObject({
    code: 'EEXIST',
  });
});
