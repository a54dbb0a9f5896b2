import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPostgresLab, isRoot, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import { startTestCluster, type TestCluster } from '@cairn/testkit/test-cluster';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../kernel/clock.ts';
import { isAlive } from '../database-processes.ts';
import { type RunningPostgres, startEmbeddedPostgres } from '../supervisor.ts';
import { formatVersion } from './backup-format.ts';
import { verifyBackup } from './read-archive.ts';
import type { MigrateTo } from './restore-database.ts';
import { restoreEmbedded } from './restore-embedded.ts';
import { restoreExternal } from './restore-external.ts';
import { writeBackup } from './write-backup.ts';

/** Everything that makes copying rows hard: kinds of columns, references in both directions, triggers, sequences. */
const schema = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  create schema other;
  create table public.zoo (
    id bigint generated always as identity primary key,
    text text, bytes bytea, json jsonb, words tsvector, language regconfig, at timestamptz, day date, span interval,
    ratio double precision, exact numeric, tags text[], kind uuid, parent bigint references public.zoo (id),
    doubled double precision generated always as (ratio * 2) stored,
    search tsvector generated always as (to_tsvector('pg_catalog.simple', coalesce(text, ''))) stored);
  create table public.a_child (id int primary key, zoo_id bigint not null references public.zoo (id));
  create table other."odd.name/""x" ("weird ""column" text, "select" int);
  create table public.empty_one (id int primary key);
  create table public.pair_left (n int primary key);
  create table public.pair_right (n int primary key);
  create sequence other.counter start 100 increment 7;
  create table public.seeded (name text primary key);
  insert into public.seeded values ('by the migration');
  create function public.echo() returns trigger language plpgsql as $$
    begin insert into public.empty_one values (new.id); return new; end $$;
  create trigger echo after insert on public.a_child for each row execute function public.echo();
  insert into supabase_migrations.schema_migrations (version, name) values ('20260101000000', 'create_zoo')`;

const fill = `
  insert into zoo (text, bytes, json, words, language, at, day, span, ratio, exact, tags, kind)
  select case n % 5 when 0 then null when 1 then E'tab\\there\\nnew line \\\\ back\\\\slash' when 2 then 'ünï 目录 😀'
              when 3 then '\\N' else repeat('long ', n % 400) end,
         case when n % 3 = 0 then null else decode(md5(n::text) || '00ff0a5c', 'hex') end,
         jsonb_build_object('n', n, 'text', E'a\\u2028b"c', 'deep', jsonb_build_array(null, 1.50, true)),
         to_tsvector('english', 'The quick brown foxes ' || n), 'english', timestamptz '2026-01-01' + n * interval '1 ms',
         date '0044-03-15 BC' + n, interval '1 month -3 days 00:00:01.5', 1.0 / (n + 1), n / 3.0,
         array['a,b', null, '{"x"}'], gen_random_uuid()
    from generate_series(1, 3000) as n;
  insert into zoo (ratio, exact) values ('NaN', 'NaN'), ('-Infinity', 1e-30), (5e-324, 123456789012345678901234567890.5);
  update zoo set parent = id - 1 where id % 10 = 0;
  insert into a_child select n, n from generate_series(1, 50) as n;
  delete from empty_one;
  insert into other."odd.name/""x" values ('x', 1), (null, null);
  select nextval('other.counter'), nextval('other.counter');
  delete from seeded; insert into seeded values ('by a person')`;

const migrate: MigrateTo = async (connectionString) => {
  await query(connectionString, schema);
};

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

/**
 * All a person would notice, computed independently of the backup's own counts and checksums. Without the generated words:
 * which characters make a word depends on the server's locale, and they are computed again.
 */
async function fingerprint(connectionString: string): Promise<unknown> {
  const [row] = await query(
    connectionString,
    `select (select md5(string_agg(md5((to_jsonb(z) - 'search')::text), '' order by id)) from zoo z) as zoo, (select count(*)::int from zoo) as animals,
            (select string_agg(c::text, '' order by id) from a_child c) as children, (select count(*)::int from empty_one) as empty,
            (select string_agg(o::text, '' order by o) from other."odd.name/""x" o) as odd,
            (select string_agg(name, ',') from seeded) as seeded, (select doubled::text from zoo where id = 7) as generated,
            (select last_value from other.counter)::text as counter,
            (select count(*)::int from zoo where search @@ 'tab') as found`,
  );
  return row;
}

let lab: PostgresLab;
let source: RunningPostgres;
let original: unknown;
let backupFile: string;
let debian: TestCluster | undefined;
const clock = systemClock;
const debianBinaries = '/usr/lib/postgresql/15/bin';

beforeAll(async () => {
  lab = createPostgresLab();
  const dataDir = await lab.preparedDataDir('source');
  source = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
  await migrate(source.connectionString, null);
  await query(source.connectionString, fill);
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'secrets', 'signing-keys.json'), '{"kid":"1"}', { mode: 0o600 });
  mkdirSync(join(dataDir, 'blobs', 'ab'), { recursive: true });
  writeFileSync(join(dataDir, 'blobs', 'ab', 'ünï bild.bin'), Buffer.alloc(300_000, 7));
  writeFileSync(join(dataDir, 'blobs', 'empty'), '');
  original = await fingerprint(source.connectionString);
  backupFile = join(lab.folder, 'backup.tar');
  await writeBackup({ connectionString: source.connectionString, dataDir, file: backupFile, clock });
  if (existsSync(debianBinaries)) debian = await startTestCluster({ binFolder: debianBinaries });
});
afterAll(async () => {
  await source.stop();
  await debian?.stop();
  lab.close();
});

const restoreOptions = () => ({ file: backupFile, stateDir: lab.stateDir, migrate, clock, moveAside: false });

async function emptyDatabase(cluster: TestCluster, name: string): Promise<string> {
  await query(cluster.connectionString, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(cluster.connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

describe('a backup', () => {
  it('comes back the same in another data folder, with secrets and blobs', async () => {
    const dataDir = lab.newDataDir();
    const summary = await restoreEmbedded({ ...restoreOptions(), dataDir });
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const restored = await fingerprint(postgres.connectionString);
    const [next] = await query(postgres.connectionString, `insert into zoo (text) values ('new') returning id::text`);
    const [counter] = await query(postgres.connectionString, `select nextval('other.counter')::int as n`);
    await postgres.stop();
    expect(restored).toEqual(original);
    expect(next).toEqual({ id: '3004' });
    expect(counter).toEqual({ n: 114 });
    expect(summary).toMatchObject({ files: 3, movedTo: null });
    expect(readFileSync(join(dataDir, 'secrets', 'signing-keys.json'), 'utf8')).toBe('{"kid":"1"}');
    expect(statSync(join(dataDir, 'secrets', 'signing-keys.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'blobs', 'ab', 'ünï bild.bin')).equals(Buffer.alloc(300_000, 7))).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['blobs', 'postgres', 'secrets']);
  });

  it('is a private file that appears only when it is complete, and never replaces one', async () => {
    const again = writeBackup({
      connectionString: source.connectionString,
      dataDir: source.dataDir,
      file: backupFile,
      clock,
    });
    await expect(again).rejects.toMatchObject({ reason: 'file_exists' });
    const nowhere = writeBackup({
      connectionString: source.connectionString,
      dataDir: source.dataDir,
      file: join(lab.folder, 'no', 'such', 'folder.tar'),
      clock,
    });
    await expect(nowhere).rejects.toMatchObject({ reason: 'not_readable' });
    expect(statSync(backupFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(lab.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('shows one moment while others write', async () => {
    let stop = false;
    const writer = (async () => {
      const client = new pg.Client({ connectionString: source.connectionString });
      await client.connect();
      for (let n = 0; !stop; n += 1) {
        await client.query(`begin; insert into pair_left values (${n}); insert into pair_right values (${n}); commit`);
      }
      await client.end();
    })();
    const file = join(lab.folder, 'busy.tar.gz');
    for (;;) {
      const [written] = await query(source.connectionString, 'select count(*)::int as n from pair_left');
      if (Number(written?.['n']) > 20) break;
    }
    await writeBackup({ connectionString: source.connectionString, dataDir: source.dataDir, file, clock });
    stop = true;
    await writer;
    await query(source.connectionString, 'truncate pair_left, pair_right');
    const { manifest } = await verifyBackup(file);
    const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    expect(rows('pair_left')).toBeGreaterThan(20);
    expect(rows('pair_left')).toBe(rows('pair_right'));
    expect(statSync(file).size).toBeLessThan(statSync(backupFile).size / 3);
  });
});

describe.runIf(existsSync(debianBinaries))('another major version', () => {
  it('takes a backup of PostgreSQL 18 into 15 and back', async () => {
    if (!debian) throw new Error('no cluster');
    const older = await emptyDatabase(debian, 'older');
    const filesInto = lab.newDataDir();
    await restoreExternal({ ...restoreOptions(), connectionString: older, dataDir: filesInto });
    const [version] = await query(older, `select current_setting('server_version_num')::int / 10000 as major`);
    const inOlder = await fingerprint(older);
    const back = join(lab.folder, 'from-15.tar');
    await writeBackup({ connectionString: older, dataDir: filesInto, file: back, clock });
    const dataDir = lab.newDataDir();
    await restoreEmbedded({ ...restoreOptions(), file: back, dataDir });
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const inNewer = await fingerprint(postgres.connectionString);
    await postgres.stop();
    const [first, second] = await Promise.all([verifyBackup(backupFile), verifyBackup(back)]);
    const digests = ({ manifest }: typeof first) =>
      manifest.tables.map(({ name, rows, rowDigest }) => ({ name, rows, rowDigest }));
    expect(version).toEqual({ major: 15 });
    expect(inOlder).toEqual(original);
    expect(inNewer).toEqual(original);
    expect(digests(second)).toEqual(digests(first));
    expect(existsSync(join(filesInto, 'secrets', 'signing-keys.json'))).toBe(true);
  });

  it('is loaded by an owner who is not a superuser', async () => {
    if (!debian) throw new Error('no cluster');
    await query(debian.connectionString, `create role plain_owner login password 'pw'`);
    const url = new URL(await emptyDatabase(debian, 'managed'));
    await query(debian.connectionString, 'alter database managed owner to plain_owner');
    await query(url.href, 'grant all on schema public to plain_owner');
    url.username = 'plain_owner';
    url.password = 'pw';
    await restoreExternal({ ...restoreOptions(), connectionString: url.href, dataDir: lab.newDataDir() });
    expect(await fingerprint(url.href)).toEqual(original);
  });

  it('refuses a database that already holds something', async () => {
    if (!debian) throw new Error('no cluster');
    const used = await emptyDatabase(debian, 'used');
    await query(used, `create table public.mine (id int); insert into public.mine values (1)`);
    const restore = restoreExternal({ ...restoreOptions(), connectionString: used, dataDir: lab.newDataDir() });
    await expect(restore).rejects.toMatchObject({
      reason: 'target_not_empty',
      message: expect.stringContaining('public.mine'),
    });
    expect(await query(used, 'select count(*)::int as n from public.mine')).toEqual([{ n: 1 }]);
  });
});

describe('a restore over existing data', () => {
  it('is refused, and with --move-aside keeps everything that was there', async () => {
    const dataDir = await lab.preparedDataDir();
    writeFileSync(join(dataDir, 'own-file'), 'mine');
    const refused = restoreEmbedded({ ...restoreOptions(), dataDir });
    await expect(refused).rejects.toMatchObject({
      reason: 'target_not_empty',
      message: expect.stringContaining('--move-aside'),
    });
    const { movedTo } = await restoreEmbedded({ ...restoreOptions(), dataDir, moveAside: true });
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const restored = await fingerprint(postgres.connectionString);
    await postgres.stop();
    expect(restored).toEqual(original);
    expect(existsSync(join(movedTo ?? '', 'postgres', 'data', 'PG_VERSION'))).toBe(true);
    expect(readFileSync(join(movedTo ?? '', 'own-file'), 'utf8')).toBe('mine');
    expect(existsSync(join(dataDir, 'own-file'))).toBe(false);
  });

  it('is refused while the database runs', async () => {
    const restore = restoreEmbedded({ ...restoreOptions(), dataDir: source.dataDir, moveAside: true });
    await expect(restore).rejects.toMatchObject({ reason: 'running' });
  });

  it('replaces damaged data, which stays beside it', async () => {
    const dataDir = await lab.preparedDataDir();
    rmSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'));
    const { movedTo } = await restoreEmbedded({ ...restoreOptions(), dataDir, moveAside: true });
    expect(existsSync(join(movedTo ?? '', 'postgres', 'data', 'base'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
  });

  it('clears away what a killed restore left, with its database still running', async () => {
    const dataDir = lab.newDataDir();
    const staging = join(dataDir, 'restoring');
    const left = await startEmbeddedPostgres({ dataDir: staging, stateDir: lab.stateDir, exclusive: false });
    writeFileSync(join(staging, 'half-a-secret'), '');
    await restoreEmbedded({ ...restoreOptions(), dataDir });
    expect(await isAlive(left.pid)).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['blobs', 'postgres', 'secrets']);
  });

  it.runIf(isRoot)('works again and again where the files live elsewhere', async () => {
    const home = join(lab.folder, 'closed-home');
    mkdirSync(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    const places: (string | undefined)[] = [];
    for (const moveAside of [false, true, true]) {
      const summary = await restoreEmbedded({ ...restoreOptions(), dataDir, moveAside });
      expect(summary.movedTo === null).toBe(!moveAside);
      const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
      expect(await fingerprint(postgres.connectionString)).toEqual(original);
      await postgres.stop();
      places.push(postgres.location);
    }
    expect(places.every((place) => place !== undefined && existsSync(join(place, 'data', 'PG_VERSION')))).toBe(true);
    expect(new Set(places).size).toBe(3);
  });

  it.each(['move-aside', 'move-in'])(
    'is completed by the next start when it was killed at the step %s',
    async (step) => {
      const dataDir = await lab.preparedDataDir();
      const restored = lab.newDataDir();
      await restoreEmbedded({ ...restoreOptions(), dataDir: restored });
      renameSync(restored, join(dataDir, 'restoring'));
      const aside = 'before-restore-2026-01-01';
      if (step === 'move-in') {
        mkdirSync(join(dataDir, aside));
        renameSync(join(dataDir, 'postgres'), join(dataDir, aside, 'postgres'));
        renameSync(join(dataDir, 'restoring', 'secrets'), join(dataDir, 'secrets'));
      }
      writeFileSync(join(dataDir, 'restoring-plan.json'), JSON.stringify({ aside, step }));
      const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
      const found = await fingerprint(postgres.connectionString);
      await postgres.stop();
      expect(found).toEqual(original);
      expect(readdirSync(dataDir).sort()).toEqual([aside, 'blobs', 'postgres', 'secrets']);
      expect(existsSync(join(dataDir, aside, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
    },
  );
});

describe('a backup that is not right is refused before anything changes', () => {
  it.each<[string, (path: string) => void, string]>([
    ['cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2)), 'damaged_backup'],
    ['without its end', (path) => truncateSync(path, statSync(path).size - 4096), 'damaged_backup'],
    [
      'changed in one byte',
      (path) => {
        const content = readFileSync(path);
        const at = content.indexOf('quick') >= 0 ? content.indexOf('brown') : content.length >> 1;
        content[at] = (content[at] ?? 0) ^ 1;
        writeFileSync(path, content);
      },
      'damaged_backup',
    ],
    ['something else', (path) => writeFileSync(path, 'hello'), 'not_a_backup'],
    ['empty', (path) => writeFileSync(path, ''), 'not_a_backup'],
    ['not there', (path) => rmSync(path), 'not_readable'],
    [
      'from a newer version',
      (path) => {
        const content = readFileSync(path, 'latin1');
        writeFileSync(path, content.replace(`"formatVersion": ${formatVersion}`, '"formatVersion": 9'), 'latin1');
      },
      'newer_backup',
    ],
  ])('%s', async (name, harm, reason) => {
    const file = join(lab.folder, `${name}.tar`);
    writeFileSync(file, readFileSync(backupFile));
    harm(file);
    const dataDir = lab.newDataDir();
    const restore = restoreEmbedded({ ...restoreOptions(), file, dataDir });
    await expect(restore).rejects.toMatchObject({ name: 'BackupError', reason });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it('of a schema that this version does not know', async () => {
    const dataDir = lab.newDataDir();
    const restore = restoreEmbedded({
      ...restoreOptions(),
      dataDir,
      migrate: async (url) =>
        void (await query(url, `${schema}; update supabase_migrations.schema_migrations set version = '1'`)),
    });
    await expect(restore).rejects.toMatchObject({
      reason: 'newer_backup',
      message: expect.stringContaining('20260101000000'),
    });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
  });

  it('whose rows come out different', async () => {
    const dataDir = lab.newDataDir();
    const restore = restoreEmbedded({
      ...restoreOptions(),
      dataDir,
      migrate: async (url) => {
        await query(url, schema);
        await query(url, 'alter table zoo alter column at type timestamptz(1)');
      },
    });
    await expect(restore).rejects.toMatchObject({ reason: 'mismatch', message: expect.stringContaining('public.zoo') });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});
