import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { actAs } from '@cairn/testkit/act-as';
import { startTestCluster, type TestCluster } from '@cairn/testkit/test-cluster';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.ts';
import { migrate } from './migrate.ts';

/** Clusters of their own: what is tested is a cluster in which our roles do not exist yet, or were made by somebody else. */
const servers = [
  { name: 'the embedded PostgreSQL', options: {} },
  { name: "Debian's PostgreSQL 15", options: { binFolder: '/usr/lib/postgresql/15/bin' } },
].filter(({ options }) => options.binFolder === undefined || existsSync(options.binFolder));

const person = 'a11ce000-0000-4000-8000-000000000001';

describe.each(servers)('$name', ({ options }) => {
  let cluster: TestCluster;
  let admin: Client;
  let opened: Client[] = [];

  beforeAll(async () => {
    cluster = await startTestCluster(options);
    admin = new Client({ connectionString: cluster.connectionString });
    await admin.connect();
  });
  afterEach(async () => {
    await Promise.all(opened.map((client) => client.end()));
    opened = [];
  });
  afterAll(async () => {
    await admin.end();
    await cluster.stop();
  });

  async function connect(connectionString: string): Promise<Client> {
    const client = new Client({ connectionString });
    await client.connect();
    opened.push(client);
    return client;
  }
  function address(user: string, databaseName: string): string {
    const url = new URL(cluster.connectionString);
    url.username = user;
    url.pathname = `/${databaseName}`;
    return url.toString();
  }

  it('as a managed cluster: the owner of the database with CREATEROLE, not a superuser', async () => {
    await admin.query('create role managed login createrole');
    await admin.query("create database managed owner managed template template0 encoding 'UTF8'");
    const connectionString = address('managed', 'managed');
    expect(
      (await migrate({ connectionString, logger: silentLogger, platform: 'auto' })).migrations.length,
    ).toBeGreaterThan(0);

    const db = await connect(connectionString);
    expect((await db.query('select rolsuper from pg_roles where rolname = current_user')).rows[0].rolsuper).toBe(false);
    await db.query('begin; set local role supabase_auth_admin');
    await db.query("insert into auth.users (id, email) values ($1, 'a@example.com')", [person]);
    await db.query('commit');
    await expectWorkingLibrary(db);

    // A second database of the same cluster finds the roles there already.
    await admin.query("create database managed_too owner managed template template0 encoding 'UTF8'");
    await migrate({ connectionString: address('managed', 'managed_too'), logger: silentLogger, platform: 'auto' });
  });

  it('as a Supabase project: its roles and schemas stay as they are, only migrations run', async () => {
    await admin.query('drop database if exists managed with (force)');
    await admin.query('drop database if exists managed_too with (force)');
    await admin.query('drop role if exists anon, authenticated, service_role, supabase_auth_admin, managed');
    await admin.query("create database project template template0 encoding 'UTF8'");
    const superuser = await connect(address('postgres', 'project'));
    const fixture = await readFile(
      new URL('../../../../../supabase/tests/fixtures/supabase-project.sql', import.meta.url),
      'utf8',
    );
    await superuser.query(fixture.replaceAll(':"database"', 'project'));

    const connectionString = address('project_owner', 'project');
    const result = await migrate({ connectionString, logger: silentLogger, platform: 'auto' });
    expect(result.platformScripts).toEqual([]);
    expect(result.migrations.length).toBeGreaterThan(0);
    expect((await migrate({ connectionString, logger: silentLogger, platform: 'auto' })).migrations).toEqual([]);

    const granted = await superuser.query(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
       and (case c.relkind when 'S' then has_sequence_privilege('anon', c.oid, 'USAGE, SELECT, UPDATE')
            else has_table_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') end)
       union all select p.proname from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and has_function_privilege('anon', p.oid, 'EXECUTE')`,
    );
    expect(granted.rows).toEqual([]);

    // Who had an account before this schema has a profile now.
    expect((await superuser.query('select email from public.profiles')).rows).toEqual([
      { email: 'was-here-before@example.com' },
    ]);
    await superuser.query("insert into auth.users (id, email) values ($1, 'a@example.com')", [person]);
    await expectWorkingLibrary(await connect(connectionString));
  });

  async function expectWorkingLibrary(db: Client) {
    const rows = await actAs(db, person, async () => {
      await db.query("insert into public.notes (title) values ('Water lilies')");
      return (await db.query("select title from public.search_library('lilies')")).rows;
    });
    expect(rows).toEqual([{ title: 'Water lilies' }]);
    expect((await actAs(db, person, () => db.query('select email from public.profiles'))).rows).toEqual([
      { email: 'a@example.com' },
    ]);
    await expect(actAs(db, 'anon', () => db.query('select from public.notes'))).rejects.toMatchObject({
      code: '42501',
    });
    const served = await actAs(db, 'service_role', async () => {
      await db.query("insert into public.tags (user_id, name) values ($1, 'seen')", [person]);
      return (await db.query("select table_name from private.read_changes('test')")).rowCount;
    });
    expect(served).toBeGreaterThanOrEqual(0);
  }
});
