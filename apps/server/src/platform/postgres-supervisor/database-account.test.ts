import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canPassThrough, canRead, chooseAccount, parsePasswd } from './database-account.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-accounts-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };

function passwd(...lines: string[]): string {
  const path = join(folder, `passwd-${lines.length}-${lines.join('').length}`);
  writeFileSync(path, `root:x:0:0:root:/root:/bin/bash\n${lines.join('\n')}\n`);
  return path;
}

const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/bash';
const nobody = 'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin';
const other = 'other:x:1000:1000::/home/other:/bin/sh';

it('reads passwd lines and skips what is none', () => {
  expect(parsePasswd(`${postgres}\n\n# a remark\nbroken\n`)).toEqual([{ name: 'postgres', uid: 101, gid: 104 }]);
});

it('keeps the account of everyone but root', async () => {
  expect(await chooseAccount({ processUid: 1000 })).toBeNull();
  expect(await chooseAccount({ processUid: undefined })).toBeNull();
});

it.each([
  ['postgres when there is one', [nobody, postgres], {}, 'postgres'],
  ['nobody otherwise', [other, nobody], {}, 'nobody'],
  ['the configured one', [postgres, other], { wanted: 'other' }, 'other'],
  ['the owner of existing files before all', [postgres, other], { wanted: 'postgres', ownerUid: 1000 }, 'other'],
])('chooses for root %s', async (_, lines, choice, name) => {
  expect((await chooseAccount({ processUid: 0, passwd: passwd(...lines), ...choice }))?.name).toBe(name);
});

it.each([
  ['there is neither', [other], {}, 'neither an account "postgres" nor "nobody"'],
  ['the configured one does not exist', [postgres], { wanted: 'gone' }, '"gone", which does not exist'],
  ['the configured one is root', [postgres], { wanted: 'root' }, 'must not be root'],
  ['the owner of the files does not exist', [postgres], { ownerUid: 77 }, 'account number 77'],
])('refuses when %s', async (_, lines, choice, sentence) => {
  const chosen = chooseAccount({ processUid: 0, passwd: passwd(...lines), ...choice });
  await expect(chosen).rejects.toMatchObject({ reason: 'no_account', message: expect.stringContaining(sentence) });
});

it('sees which folders an account can enter and which files it can read', async () => {
  const open = join(folder, 'open');
  const home = join(folder, 'home');
  await mkdir(open, { mode: 0o755 });
  await mkdir(join(home, 'inner'), { recursive: true });
  for (const path of [join(open, 'file'), join(home, 'inner', 'file')]) writeFileSync(path, '');
  writeFileSync(join(open, 'private'), '', { mode: 0o600 });
  await chmod(home, 0o700);
  expect(await canRead(stranger, join(open, 'file'))).toBe(true);
  expect(await canRead(stranger, join(open, 'private'))).toBe(false);
  expect(await canRead(stranger, join(home, 'inner', 'file'))).toBe(false);
  expect(await canRead(stranger, join(open, 'absent'))).toBe(false);
  expect(await canPassThrough(stranger, open)).toBe(true);
  expect(await canPassThrough(stranger, join(home, 'inner'))).toBe(false);
  await chmod(open, 0o711);
  expect(await canPassThrough(stranger, open)).toBe(true);
  expect(await canRead(stranger, open)).toBe(false);
});
