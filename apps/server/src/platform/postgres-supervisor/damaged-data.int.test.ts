import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPostgresLab, isRoot, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseAccount } from './database-account.ts';
import { DatabaseStartError } from './start-error.ts';
import { startEmbeddedPostgres } from './supervisor.ts';

let lab: PostgresLab;
beforeAll(() => {
  lab = createPostgresLab();
});
afterAll(() => lab.close());

async function failure(dataDir: string): Promise<DatabaseStartError> {
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await postgres.stop();
  } catch (error) {
    if (error instanceof DatabaseStartError) return error;
    throw error;
  }
  throw new Error('it started');
}

/** Names, sizes and modification times of a cluster, except for what every start writes. */
function inventory(cluster: string): string[] {
  return readdirSync(cluster, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/postgresql\.conf|pg_hba\.conf|postmaster\.(pid|opts)/.test(path))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort();
}

const cutOff = (path: string) => (cluster: string) => truncateSync(join(cluster, path), 100);
const remove = (path: string) => (cluster: string) => rmSync(join(cluster, path), { recursive: true });

describe('a damaged data folder is refused with one sentence and left alone', () => {
  it.each<[string, (cluster: string) => void, string]>([
    ['PG_VERSION is gone', remove('PG_VERSION'), 'data_damaged'],
    ['PG_VERSION is empty', (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), ''), 'data_damaged'],
    ['PG_VERSION is garbage', (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '\0\0\0'), 'data_damaged'],
    ['pg_control is cut off', cutOff('global/pg_control'), 'data_damaged'],
    [
      'pg_control is zeros',
      (cluster) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192)),
      'data_damaged',
    ],
    ['base is gone', remove('base'), 'data_damaged'],
    [
      'the WAL is gone',
      (cluster) => {
        for (const name of readdirSync(join(cluster, 'pg_wal'))) {
          if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(cluster, 'pg_wal', name));
        }
      },
      'data_damaged',
    ],
    [
      'everything is gone',
      (cluster) => {
        for (const name of readdirSync(cluster)) rmSync(join(cluster, name), { recursive: true });
      },
      'data_damaged',
    ],
    [
      'it was written by PostgreSQL 17',
      (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '17\n'),
      'other_version',
    ],
    [
      'it was written by PostgreSQL 19',
      (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '19\n'),
      'other_version',
    ],
  ])('%s', async (_, harm, reason) => {
    const dataDir = await lab.preparedDataDir();
    const cluster = join(dataDir, 'postgres', 'data');
    harm(cluster);
    const before = inventory(cluster);
    const error = await failure(dataDir);
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(/Nothing was changed.*npm run db -- restore <file>/);
    expect(error.message).not.toContain('\n');
    expect(inventory(cluster)).toEqual(before);
  });

  it.runIf(existsSync('/usr/lib/postgresql/15/bin/initdb'))('a real cluster of PostgreSQL 15', async () => {
    const dataDir = lab.newDataDir();
    const root = join(dataDir, 'postgres');
    mkdirSync(root, { recursive: true });
    const account = await chooseAccount({});
    if (account) execFileSync('chown', ['-R', String(account.uid), dataDir]);
    execFileSync('/usr/lib/postgresql/15/bin/initdb', ['-D', join(root, 'data'), '-U', 'postgres', '--no-sync'], {
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      cwd: root,
      stdio: 'ignore',
    });
    const error = await failure(dataDir);
    expect(error.reason).toBe('other_version');
    expect(error.message).toContain('PostgreSQL 15, and this is PostgreSQL 18');
    expect(error.message).toContain('backup <file>');
  });

  it('system catalogues that are gone, which only shows once it runs', async () => {
    const dataDir = await lab.preparedDataDir();
    const base = join(dataDir, 'postgres', 'data', 'base');
    for (const database of readdirSync(base)) {
      for (const name of readdirSync(join(base, database))) rmSync(join(base, database, name));
    }
    const error = await failure(dataDir);
    expect(error.reason).toBe('data_damaged');
    expect(error.message).not.toContain('\n');
  });

  it('a pointer to files that are gone', async () => {
    const dataDir = lab.newDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'postgres-location'), join(lab.folder, 'not-there'));
    const error = await failure(dataDir);
    expect(error.reason).toBe('data_elsewhere');
    expect(error.message).toContain('not-there');
  });
});

describe('an initdb that was killed', () => {
  it('is begun again', async () => {
    const dataDir = lab.newDataDir();
    const supervisor = await lab.spawnSupervisor({ dataDir });
    const root = join(dataDir, 'postgres');
    const unfinished = () => existsSync(root) && readdirSync(root).some((name) => name.startsWith('data.unfinished-'));
    await expect.poll(unfinished, { interval: 2, timeout: 10_000 }).toBe(true);
    await expect.poll(() => readdirSync(root, { recursive: true }).length, { interval: 2 }).toBeGreaterThan(20);
    supervisor.child.kill('SIGKILL');
    await supervisor.ended;
    expect(existsSync(join(root, 'data'))).toBe(false);
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    await postgres.stop();
    expect(postgres.adopted).toBe(false);
    expect(readdirSync(root).filter((name) => name.startsWith('data'))).toEqual(['data']);
  });
});

describe.runIf(isRoot && process.platform === 'linux')('a full disk', () => {
  const mounted: string[] = [];
  function smallDisk(name: string, megabytes: number): string {
    const path = join(lab.folder, name);
    mkdirSync(path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
    mounted.push(path);
    return path;
  }
  afterAll(() => {
    for (const path of mounted) execFileSync('umount', ['-l', path]);
  });

  it('refuses the first start and leaves nothing half-made', async () => {
    const dataDir = join(smallDisk('tiny', 20), 'data');
    const error = await failure(dataDir);
    expect(error).toMatchObject({ reason: 'disk_full' });
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('data');
  });

  it('refuses a later start, loses nothing, and starts when there is space again', async () => {
    const disk = smallDisk('small', 160);
    const dataDir = join(disk, 'data');
    const first = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const client = new pg.Client({ connectionString: first.connectionString });
    client.on('error', () => {});
    await client.connect();
    await client.query('create table kept as select generate_series(1, 1000) as n');
    // Fills the disk through the database: the statement fails, or PostgreSQL dies of a full WAL; either way `kept` stays.
    await client
      .query(`create table filler as select repeat(md5(n::text), 100) as text from generate_series(1, 200000) as n`)
      .catch(() => {});
    await client.end().catch(() => {});
    await first.stop();
    const free = Number(execFileSync('df', ['--output=avail', '-B1', disk]).toString().split('\n')[1]);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, free)), { flag: 'w' });
    const error = await failure(dataDir);
    rmSync(join(disk, 'ballast'));
    const again = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const reader = new pg.Client({ connectionString: again.connectionString });
    await reader.connect();
    const { rows } = await reader.query('select count(*)::int as rows from kept');
    await reader.end();
    await again.stop();
    expect(error.reason).toBe('disk_full');
    expect(error.message).toContain('everything saved so far is kept');
    expect(rows).toEqual([{ rows: 1000 }]);
  });
});

it('says where to look when PostgreSQL ends for a reason of its own', async () => {
  const dataDir = await lab.preparedDataDir();
  const start = startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, settings: { shared_buffers: 'plenty' } });
  await expect(start).rejects.toMatchObject({
    reason: 'start_failed',
    message: expect.stringContaining('shared_buffers'),
  });
  expect(readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')).toContain('shared_buffers');
});
