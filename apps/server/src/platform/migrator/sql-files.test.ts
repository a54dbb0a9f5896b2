import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSupabaseFolder, readSqlFiles } from './sql-files.ts';

let root: string;
const put = (file: string, text = 'select 1;') => writeFile(join(root, 'supabase', file), text);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-sql-files-'));
  await mkdir(join(root, 'supabase/migrations'), { recursive: true });
  await mkdir(join(root, 'supabase/platform'));
});
afterEach(() => rm(root, { recursive: true }));

it('finds the SQL from the sources and from the bundle alike', async () => {
  const bundle = join(root, 'apps/server/dist/chunks');
  await mkdir(bundle, { recursive: true });
  expect(findSupabaseFolder(bundle)).toBe(join(root, 'supabase'));
  expect(() => findSupabaseFolder(tmpdir())).toThrow('the installation is incomplete');
});

it('reads scripts and migrations in order, and nothing else', async () => {
  await put('platform/20_b.sql');
  await put('platform/10_a.sql');
  await put('migrations/20260102000000_add_b.sql', 'b');
  await put('migrations/20260101000000_add_a.sql', 'a');
  await put('migrations/README.md');
  const files = await readSqlFiles(join(root, 'supabase'));
  expect(files.platform.map((script) => script.name)).toEqual(['10_a.sql', '20_b.sql']);
  expect(files.migrations).toEqual([
    { version: '20260101000000', name: 'add_a', sql: 'a' },
    { version: '20260102000000', name: 'add_b', sql: 'b' },
  ]);
});

it('refuses a name without a version, and a version that stands twice', async () => {
  await put('migrations/20260101000000_add_a.sql');
  await put('migrations/20260101000000_add_b.sql');
  await expect(readSqlFiles(join(root, 'supabase'))).rejects.toThrow('Two migrations have the version 20260101000000');
  await put('migrations/1_add_c.sql');
  await expect(readSqlFiles(join(root, 'supabase'))).rejects.toThrow('1_add_c.sql is not named');
});

it('reads this project', async () => {
  const { migrations, platform } = await readSqlFiles();
  expect(migrations.length).toBeGreaterThan(2);
  expect(platform.map((script) => script.name)).toContain('10_roles.sql');
});
