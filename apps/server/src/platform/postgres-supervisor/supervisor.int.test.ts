import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresLab, isRoot, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostmasterPid } from './postmaster-pid.ts';
import { type RunningPostgres, startEmbeddedPostgres } from './supervisor.ts';

let lab: PostgresLab;
beforeAll(() => {
  lab = createPostgresLab();
});
afterAll(() => lab.close());

async function query<Row extends pg.QueryResultRow>(postgres: RunningPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('start and stop', () => {
  it('makes a durable UTF-8 database with checksums, and finds it again', async () => {
    const dataDir = lab.newDataDir();
    const first = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const [facts] = await query<Record<string, string>>(
      first,
      `select current_database() as database, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
              current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              (select datlocale from pg_database where datname = current_database()) as locale,
              lower('ÄÖ') as lowered, current_setting('listen_addresses') as addresses`,
    );
    await query(first, 'create table kept (word text); insert into kept values ($$ünïcode$$)');
    await first.stop();
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const kept = await query<{ word: string }>(second, 'select word from kept');
    await second.stop();
    expect(facts).toEqual({
      database: 'cairn',
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      lowered: 'äö',
      addresses: process.platform === 'win32' ? '127.0.0.1' : '',
    });
    expect(kept).toEqual([{ word: 'ünïcode' }]);
    expect(first.serverVersion).toMatch(/^18\./);
    expect(second.adopted).toBe(false);
  });

  it('keeps the password in one file of mode 600 and nowhere else', async () => {
    const dataDir = await lab.preparedDataDir();
    const lines: string[] = [];
    const logger = {
      debug: (fields: object, message: string) => lines.push(JSON.stringify(fields), message),
      info: (fields: object, message: string) => lines.push(JSON.stringify(fields), message),
      warn: (fields: object, message: string) => lines.push(JSON.stringify(fields), message),
      error: (fields: object, message: string) => lines.push(JSON.stringify(fields), message),
      child: () => logger,
    };
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, logger });
    const root = postgres.location ?? join(dataDir, 'postgres');
    const password = readFileSync(join(root, 'password'), 'utf8').trim();
    const open = new pg.Client({ connectionString: postgres.connectionString.replace(password, 'wrong') });
    await expect(open.connect()).rejects.toMatchObject({ code: '28P01' });
    const arguments_ = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
        } catch {
          return '';
        }
      });
    await postgres.stop();
    const files = ['postgresql.conf', 'pg_hba.conf', 'postmaster.opts'].map((name) =>
      readFileSync(join(root, 'data', name), 'utf8'),
    );
    const everything = [...arguments_, ...files, ...lines, readFileSync(join(root, 'postgres.log'), 'utf8')].join('\n');
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect(postgres.connectionString).toContain(password);
    expect(everything.includes(password)).toBe(false);
    expect(statSync(join(root, 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'data')).mode & 0o077).toBe(0);
  });

  it('sets a new password when its file is lost', async () => {
    const dataDir = await lab.preparedDataDir();
    rmSync(join(dataDir, 'postgres', 'password'));
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const rows = await query(postgres, 'select 1 as one');
    await postgres.stop();
    expect(rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['spaces', 'a folder with spaces'],
    ['other alphabets', 'Ordner ünï 目录 ملف'],
    ['quotes and signs', `it's 100% "ours", #1`],
    ['a length that no socket path allows', `${'long-'.repeat(20)}/${'longer-'.repeat(20)}`],
  ])('works in a path with %s', async (_, name) => {
    const dataDir = await lab.preparedDataDir(name);
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const rows = await query(postgres, 'select current_database() as name');
    await postgres.stop();
    expect(rows).toEqual([{ name: 'cairn' }]);
  });

  it('takes extra settings and another database name', async () => {
    const dataDir = await lab.preparedDataDir();
    const postgres = await startEmbeddedPostgres({
      dataDir,
      stateDir: lab.stateDir,
      settings: { work_mem: '9MB' },
      database: "it's",
    });
    const rows = await query(postgres, `select current_setting('work_mem') as memory, current_database() as name`);
    await postgres.stop();
    expect(rows).toEqual([{ memory: '9MB', name: "it's" }]);
  });
});

describe('two of them', () => {
  it('refuses a second server on the same folder, in this process and in another', async () => {
    const dataDir = await lab.preparedDataDir();
    const first = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const again = startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await expect(again).rejects.toMatchObject({
      reason: 'already_running',
      message: expect.stringContaining(String(process.pid)),
    });
    const other = await lab.spawnSupervisor({ dataDir });
    const said = await other.next();
    const status = await other.ended;
    const rows = await query(first, 'select 1 as one');
    await first.stop();
    expect(said).toMatchObject({ kind: 'error', reason: 'already_running' });
    expect(status).toBe(1);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('lets exactly one of several first starts win', async () => {
    const dataDir = lab.newDataDir();
    const starts = await Promise.all([1, 2, 3].map(() => lab.spawnSupervisor({ dataDir })));
    const said = await Promise.all(starts.map((start) => start.next()));
    const kinds = said.map((message) => (message.kind === 'error' ? message.reason : message.kind));
    for (const start of starts) await start.stop();
    expect(kinds.sort()).toEqual(['already_running', 'already_running', 'up']);
  });

  it('adopts a database that the command line started, and a visitor leaves a served one running', async () => {
    const dataDir = await lab.preparedDataDir();
    const visitor = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, exclusive: false });
    const server = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await visitor.stop();
    const rows = await query(server, 'select 1 as one');
    const served = server.pid;
    await server.stop();
    expect(server.adopted).toBe(true);
    expect(served).toBe(visitor.pid);
    expect(rows).toEqual([{ one: 1 }]);
    expect(await readPostmasterPid(join(dataDir, 'postgres', 'data'))).toBeNull();
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs PostgreSQL as another account', async () => {
    const dataDir = await lab.preparedDataDir();
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8');
    await postgres.stop();
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0');
  });
});
