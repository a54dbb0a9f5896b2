import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { readSqlFiles, type SqlFiles } from './sql-files.ts';

let database: TestDatabase;
let db: Client;
let files: SqlFiles;

beforeAll(async () => {
  files = await readSqlFiles();
});
beforeEach(async () => {
  database = await createTestDatabase({ content: 'empty' });
  db = new Client({ connectionString: database.connectionString });
  await db.connect();
});
afterEach(async () => {
  await db.end();
  await database.close();
});

const run = (options: Partial<MigrateOptions> = {}) =>
  migrate({ connectionString: database.connectionString, logger: silentLogger, platform: 'auto', files, ...options });
const extended = (version: string, sql: string, name = 'extra_step'): SqlFiles => ({
  ...files,
  migrations: [...files.migrations, { version, name, sql }],
});
const recorded = async () =>
  (await db.query('select version, name, statements from supabase_migrations.schema_migrations order by version')).rows;

describe('an empty database', () => {
  it('gets the platform and every migration, recorded as the Supabase command line does; a second run has nothing to do', async () => {
    const first = await run();
    expect(first.platformScripts).toEqual(files.platform.map((script) => script.name));
    expect(first.migrations).toHaveLength(files.migrations.length);
    expect(first.version).toBe(files.migrations.at(-1)?.version);
    expect(await recorded()).toEqual(
      files.migrations.map(({ version, name, sql }) => ({ version, name, statements: [sql] })),
    );
    expect(await run()).toEqual({ platformScripts: [], migrations: [], version: first.version });
  });

  it('is migrated once by eight processes that start together', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => run()));
    expect(results.filter((result) => result.migrations.length > 0)).toHaveLength(1);
    expect(new Set(results.map((result) => result.version)).size).toBe(1);
    expect(await recorded()).toHaveLength(files.migrations.length);
  });

  it('stops where it is told to and goes on later', async () => {
    const second = files.migrations[1]?.version ?? '';
    expect((await run({ upTo: second })).version).toBe(second);
    expect((await run()).version).toBe(files.migrations.at(-1)?.version);
  });
});

describe('a platform script', () => {
  it('runs again only when its content changed', async () => {
    await run();
    const [first, ...rest] = files.platform;
    if (!first) throw new Error('no platform script');
    const changed: SqlFiles = {
      ...files,
      platform: [{ ...first, sql: `${first.sql}\nselect 1;`, contentHash: 'changed' }, ...rest],
    };
    expect((await run({ files: changed })).platformScripts).toEqual([first.name]);
    expect((await run({ files: changed })).platformScripts).toEqual([]);
  });

  it('may run any number of times', async () => {
    await run();
    await db.query('update supabase_migrations.platform_scripts set content_hash = $1', ['other']);
    expect((await run()).platformScripts).toHaveLength(files.platform.length);
  });
});

describe('what cannot be right is refused with a clear sentence', () => {
  it('a database newer than the code', async () => {
    await run({ files: extended('29990101000000', 'select 1') });
    await expect(run()).rejects.toMatchObject({
      kind: 'database_newer',
      message: expect.stringContaining('29990101000000 (extra_step)'),
    });
  });

  it('a migration that was changed after it ran', async () => {
    await run({ files: extended('29990101000000', 'select 1') });
    await expect(run({ files: extended('29990101000000', 'select 2') })).rejects.toMatchObject({
      kind: 'migration_changed',
    });
  });

  it('a migration older than what the database has', async () => {
    await run();
    await expect(run({ files: extended('20000101000000', 'select 1') })).rejects.toMatchObject({
      kind: 'out_of_order',
    });
  });

  it('a step that fails: nothing of it stays, everything before it does', async () => {
    const broken = extended('29990101000000', 'create table public.half_done (id int); select 1 / 0;');
    await expect(run({ files: broken })).rejects.toMatchObject({
      kind: 'step_failed',
      message: expect.stringContaining('29990101000000_extra_step.sql failed: division by zero'),
    });
    expect((await db.query("select to_regclass('public.half_done') as made")).rows[0].made).toBeNull();
    expect(await recorded()).toHaveLength(files.migrations.length);
    expect((await run()).migrations).toEqual([]);
  });
});

describe('other work on the database', () => {
  it('that holds a lock is waited for, a bounded time', async () => {
    await run();
    const next = extended('29990101000000', 'alter table public.notes add column extra int');
    await db.query('begin');
    await db.query('select from public.notes for update');
    await db.query('lock table public.notes in access share mode');
    await expect(run({ files: next, lockTimeoutMs: 30 })).rejects.toMatchObject({
      kind: 'step_failed',
      message: expect.stringContaining('lock timeout'),
    });
    const waiting = run({ files: next, lockTimeoutMs: 200 });
    setTimeout(() => void db.query('rollback'), 300);
    expect((await waiting).migrations).toEqual(['29990101000000_extra_step']);
  });

  it('by another migrator is waited for, a bounded time', async () => {
    await db.query('select pg_advisory_lock($1)', [0x63_61_69_72_6e]);
    await expect(run({ waitForOthersMs: 30 })).rejects.toMatchObject({ kind: 'busy' });
    const waiting = run();
    await db.query('select pg_sleep(0.1), pg_advisory_unlock($1)', [0x63_61_69_72_6e]);
    expect((await waiting).migrations).not.toEqual([]);
  });

  it('by another migrator, once it is over, leaves no impatience behind: the next lock is waited for as ever', async () => {
    await run();
    const other = new Client({ connectionString: database.connectionString });
    await other.connect();
    try {
      await other.query('begin; lock table supabase_migrations.schema_migrations in access exclusive mode');
      await db.query('select pg_advisory_lock($1)', [0x63_61_69_72_6e]);
      const waiting = run({ waitForOthersMs: 400 });
      await db.query('select pg_sleep(0.1), pg_advisory_unlock($1)', [0x63_61_69_72_6e]);
      await other.query('select pg_sleep(0.8)');
      await other.query('commit');
      expect((await waiting).migrations).toEqual([]);
    } finally {
      await other.end();
    }
  });

  it('by the Supabase command line is taken over: its records count, however it split the text', async () => {
    await run();
    await db.query(
      "update supabase_migrations.schema_migrations set statements = array['create table a()', 'create table b()']",
    );
    expect((await run()).migrations).toEqual([]);
  });
});
