import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresLab, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive, postgresProcessesOf } from './database-processes.ts';
import { DatabaseStartError } from './start-error.ts';
import { startEmbeddedPostgres } from './supervisor.ts';

let lab: PostgresLab;
beforeAll(() => {
  lab = createPostgresLab();
});
afterAll(() => lab.close());

/** Eight connections that insert one row after another until their connection dies; remembers what was acknowledged. */
function startWriters(connectionString: string): { acknowledged: number[]; ended: Promise<unknown> } {
  const acknowledged: number[] = [];
  let next = 0;
  const writer = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      for (;;) {
        next += 1;
        const value = next;
        await client.query('insert into written (value, text) values ($1, repeat($2, 200))', [value, 'x']);
        acknowledged.push(value);
      }
    } catch {
      // The database went away: what this test is about.
    }
  };
  return { acknowledged, ended: Promise.all(Array.from({ length: 8 }, writer)) };
}

async function makeTable(connectionString: string): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query('create table written (value int primary key, text text)'),
  );
}

async function lostWrites(connectionString: string, acknowledged: readonly number[]): Promise<number[]> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query<{ value: number }>('select value from written'),
  );
  const present = new Set(rows.map(({ value }) => value));
  return acknowledged.filter((value) => !present.has(value));
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

describe('kill -9 under eight busy connections', () => {
  it.each(['node', 'postmaster', 'both'])('of %s loses no acknowledged write', async (victim) => {
    const dataDir = await lab.preparedDataDir();
    const supervisor = await lab.spawnSupervisor({ dataDir });
    const up = await supervisor.next();
    if (up.kind !== 'up') throw new Error(JSON.stringify(up));
    await makeTable(up.connectionString);
    const writers = startWriters(up.connectionString);
    while (writers.acknowledged.length < 300) await sleep(5);

    if (victim !== 'postmaster') supervisor.child.kill('SIGKILL');
    if (victim !== 'node') process.kill(up.pid, 'SIGKILL');
    if (victim === 'postmaster') {
      // The supervisor lives and brings it back by itself.
      await writers.ended;
      await expect
        .poll(() => withClient(up.connectionString, async () => true).catch(() => false), { timeout: 15_000 })
        .toBe(true);
      const lost = await lostWrites(up.connectionString, writers.acknowledged);
      await supervisor.stop();
      expect(lost).toEqual([]);
      return;
    }
    const again = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const checkpoint = writers.acknowledged.length;
    if (victim === 'node') await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(checkpoint);
    else await writers.ended;
    const lost = await lostWrites(again.connectionString, [...writers.acknowledged]);
    await again.stop();
    await writers.ended;
    expect(lost).toEqual([]);
    expect(again.adopted).toBe(victim === 'node');
    if (victim === 'node') expect(again.pid).toBe(up.pid);
    expect(await postgresProcessesOf(join(dataDir, 'postgres', 'data'))).toEqual([]);
  });

  it('is survived twenty times in a row', async () => {
    const dataDir = await lab.preparedDataDir();
    let postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, exclusive: false });
    await makeTable(postgres.connectionString);
    const acknowledged: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const writers = startWriters(postgres.connectionString);
      // Values begin anew in every round: the table is emptied into the list of what must be there.
      while (writers.acknowledged.length < 40) await sleep(2);
      process.kill(postgres.pid, 'SIGKILL');
      await writers.ended;
      postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, exclusive: false });
      const lost = await lostWrites(postgres.connectionString, writers.acknowledged);
      expect(lost).toEqual([]);
      acknowledged.push(writers.acknowledged.length);
      await withClient(postgres.connectionString, (client) => client.query('truncate written'));
    }
    await postgres.stop();
    expect(acknowledged).toHaveLength(20);
  });
});

describe('what a dead server leaves behind', () => {
  it('is taken over when Node was killed while the database was busy with a long query', async () => {
    const dataDir = await lab.preparedDataDir();
    const supervisor = await lab.spawnSupervisor({ dataDir });
    const up = await supervisor.next();
    if (up.kind !== 'up') throw new Error(JSON.stringify(up));
    const busy = withClient(up.connectionString, (client) => client.query('select pg_sleep(60)')).catch(() => {});
    supervisor.child.kill('SIGKILL');
    const again = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await again.stop();
    await busy;
    expect(again.adopted).toBe(true);
  });

  it('is ended when a query goes on computing without its postmaster', async () => {
    const dataDir = await lab.preparedDataDir();
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, exclusive: false });
    const client = new pg.Client({ connectionString: postgres.connectionString });
    client.on('error', () => {});
    await client.connect();
    const backend = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
    const busy = client.query('select count(*) from generate_series(1, 100000000000::bigint)').catch(() => {});
    await sleep(200);
    process.kill(postgres.pid, 'SIGKILL');
    await sleep(200);
    const orphaned = await isAlive(backend);
    const again = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await busy;
    const left = await isAlive(backend);
    await again.stop();
    expect({ orphaned, left }).toEqual({ orphaned: true, left: false });
  });

  it('does not mistake a stranger with the old process number for the database', async () => {
    const dataDir = await lab.preparedDataDir();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    const cluster = join(dataDir, 'postgres', 'data');
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1700000000\n5432\n/tmp\n\n  1 2\nready   \n`,
    );
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const alive = await isAlive(stranger.pid ?? 0);
    await postgres.stop();
    stranger.kill();
    expect(alive).toBe(true);
    expect(postgres.adopted).toBe(false);
  });

  it.runIf(process.platform === 'linux')('counts a zombie as dead', async () => {
    // The shell starts a child, becomes `sleep`, and never collects it.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (data) => resolve(Number(data))));
    const state = () => /State:\t(\w)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    await expect.poll(state, { timeout: 5000 }).toBe('Z');
    const alive = await isAlive(pid);
    parent.kill();
    expect(alive).toBe(false);
  });

  it('tells the server when the database cannot be brought back', async () => {
    const dataDir = await lab.preparedDataDir();
    let report: (error: DatabaseStartError) => void = () => {};
    const down = new Promise<DatabaseStartError>((resolve) => {
      report = resolve;
    });
    const postgres = await startEmbeddedPostgres({
      dataDir,
      stateDir: lab.stateDir,
      restartPauses: [0, 10],
      onDown: report,
    });
    execFileSync('mv', [join(dataDir, 'postgres', 'data', 'global'), join(dataDir, 'postgres', 'data', 'global-gone')]);
    process.kill(postgres.pid, 'SIGKILL');
    const error = await down;
    await postgres.stop();
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect(error.reason).toBe('data_damaged');
  });
});
