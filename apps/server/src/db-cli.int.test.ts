import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresLab, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import { createTestDatabase } from '@cairn/testkit/test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDbCommand } from './db-cli.ts';
import { silentLogger } from './platform/logging/logger.ts';
import { migrate } from './platform/migrator/migrate.ts';
import { startEmbeddedPostgres } from './platform/postgres-supervisor/supervisor.ts';

let lab: PostgresLab;
beforeAll(() => {
  lab = createPostgresLab();
});
afterAll(() => lab.close());

async function run(dataDir: string, ...args: string[]): Promise<{ status: number; output: string }> {
  return runWith({ DATA_DIR: dataDir }, ...args);
}

async function runWith(
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ status: number; output: string }> {
  const lines: string[] = [];
  const options = { projectRoot: lab.folder, environment, print: (line: string) => void lines.push(line) };
  const status = await runDbCommand(args, options);
  return { status, output: lines.join('\n') };
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

const alice = '00000000-0000-4000-8000-00000000000a';
const addAlice = `
  insert into auth.users (id, email) values ('${alice}', 'alice@example.org');
  insert into public.tags (user_id, name) values ('${alice}', 'ünï'), ('${alice}', 'second')`;
const facts = `
  select (select count(*)::int from auth.users) as users, (select count(*)::int from public.profiles) as profiles,
         (select string_agg(name, ',' order by name) from public.tags) as tags,
         (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
         (select count(*)::int from private.changes where xid >= pg_snapshot_xmax(pg_current_snapshot())) as unreachable_changes`;

describe('npm run db', () => {
  it('explains itself when the command is not one', async () => {
    const dataDir = lab.newDataDir();
    for (const args of [[], ['fly'], ['backup'], ['start', 'x'], ['status', '--move-aside'], ['restore', 'a', 'b']]) {
      const { status, output } = await run(dataDir, ...args);
      expect(status).toBe(2);
      expect(output).toContain('Usage: npm run db');
    }
    expect(existsSync(dataDir)).toBe(false);
  });

  it('starts, reports and stops', async () => {
    const dataDir = lab.newDataDir();
    const none = await run(dataDir, 'status');
    const started = await run(dataDir, 'start');
    const again = await run(dataDir, 'start');
    const status = await run(dataDir, 'status');
    const stopped = await run(dataDir, 'stop');
    const stoppedAgain = await run(dataDir, 'stop');
    expect(none).toEqual({ status: 0, output: `There is no database in ${dataDir} yet.` });
    expect(started.output).toMatch(/^PostgreSQL 18\.\d+ is running \(process \d+\)\.$/);
    expect(again.output).toMatch(/was running already/);
    expect(status.output).toMatch(/PostgreSQL 18: ready \(process \d+\)/);
    expect(stopped).toEqual({ status: 0, output: 'The database is stopped.' });
    expect(stoppedAgain).toEqual({ status: 0, output: 'The database was not running.' });
  });

  it('does not stop a database under a running server, but backs it up', async () => {
    const dataDir = await lab.preparedDataDir();
    const server = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const stopped = await run(dataDir, 'stop');
    const backup = await run(dataDir, 'backup', join(lab.folder, 'served.tar.gz'));
    const restore = await run(dataDir, 'restore', join(lab.folder, 'served.tar.gz'), '--move-aside');
    const alive = await query(server.connectionString, 'select 1 as one');
    await server.stop();
    expect(stopped.status).toBe(1);
    expect(stopped.output).toContain(`already running with this data folder (process ${process.pid})`);
    expect(backup.status).toBe(0);
    expect(restore).toEqual({ status: 1, output: expect.stringContaining('The database is running') });
    expect(alive).toEqual([{ one: 1 }]);
  });

  it('backs up a stopped database with the real schema and restores it elsewhere, also into one of DATABASE_URL', async () => {
    const dataDir = await lab.preparedDataDir();
    const first = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await migrate({ connectionString: first.connectionString, logger: silentLogger, platform: 'auto' });
    // An old database has given out more transaction ids than a new one, and the change feed orders by them.
    await query(
      first.connectionString,
      'do $$ begin for n in 1..3000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    );
    await query(first.connectionString, addAlice);
    const before = await query(first.connectionString, facts);
    await first.stop();
    const file = join(lab.folder, 'real.tar.gz');
    const backup = await run(dataDir, 'backup', file);
    const refused = await run(dataDir, 'restore', file);
    const target = lab.newDataDir();
    const restored = await run(target, 'restore', file);
    const second = await startEmbeddedPostgres({ dataDir: target, stateDir: lab.stateDir });
    const after = await query(second.connectionString, facts);
    const again = await migrate({ connectionString: second.connectionString, logger: silentLogger, platform: 'auto' });
    await second.stop();
    const external = await createTestDatabase({ content: 'empty' });
    const environment = { DATABASE_URL: external.connectionString, DATA_DIR: lab.newDataDir() };
    const intoExternal = await runWith(environment, 'restore', file);
    const inExternal = await query(external.connectionString, facts);
    const fromExternal = await runWith(environment, 'backup', join(lab.folder, 'external.tar'));
    const started = await runWith(environment, 'start');
    await external.close();
    expect(backup.status).toBe(0);
    expect(backup.output).toMatch(/Backup written: .*real\.tar\.gz \(.* MB; \d+ tables, \d+ rows, 0 files\)/);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('--move-aside') });
    expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('Restored and compared') });
    expect(before).toMatchObject([{ users: 1, profiles: 1, tags: 'second,ünï' }]);
    expect(after).toEqual(before);
    expect(again.migrations).toEqual([]);
    expect(intoExternal).toMatchObject({ status: 0, output: expect.stringContaining('Restored and compared') });
    expect(inExternal).toEqual(before);
    expect(fromExternal.status).toBe(0);
    expect(started).toMatchObject({ status: 1, output: expect.stringContaining('DATABASE_URL is set') });
    expect(readdirSync(target)).toEqual(['postgres']);
  });
});
