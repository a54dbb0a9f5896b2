import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonActor, userActor } from '../../kernel/actor.ts';
import { silentLogger } from '../logging/logger.ts';
import { createPgDb } from './pg-db.ts';
import { appErrorOfPgError } from './pg-errors.ts';

let database: TestDatabase;
let admin: pg.Client;
let db: ReturnType<typeof createPgDb>;
let commits = 0;
const alice = '00000000-0000-4000-8000-0000000000a1';

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  await admin.query(`insert into auth.users (id, email) values ($1, 'alice@example.org')`, [alice]);
  db = createPgDb({
    connectionString: database.connectionString,
    logger: silentLogger,
    poolSize: 2,
    acquireTimeoutMs: 300,
    afterCommit: () => {
      commits += 1;
    },
  });
});
afterAll(async () => {
  await db.close();
  await admin.end();
  await database.close();
});

describe('asActor', () => {
  it('runs as the role and the claims of the actor, and leaves nothing of them on the connection', async () => {
    const seen = await db.asActor(userActor(alice), (tx) =>
      tx.query<{ role: string; uid: string }>('select current_user as role, auth.uid()::text as uid'),
    );
    expect(seen.rows).toEqual([{ role: 'authenticated', uid: alice }]);
    const anon = await db.asActor(anonActor, (tx) =>
      tx.query<{ role: string; uid: string | null }>('select current_user as role, auth.uid()::text as uid'),
    );
    expect(anon.rows).toEqual([{ role: 'anon', uid: null }]);
  });

  it('takes hostile claims as data', async () => {
    const nasty = `x', true); drop table public.notes; select set_config('a', '\\`;
    const actor = { ...userActor(alice), claims: { sub: alice, role: 'authenticated', name: nasty } };
    const { rows } = await db.asActor(actor, (tx) =>
      tx.query<{ name: string }>(`select current_setting('request.jwt.claims')::jsonb ->> 'name' as name`),
    );
    expect(rows[0]?.name).toBe(nasty);
  });

  it('keeps what resolves and nothing of what rejects', async () => {
    const insert = (title: string, fail: boolean) =>
      db.asActor(userActor(alice), async (tx) => {
        await tx.query('insert into notes (title) values ($1)', [title]);
        if (fail) throw new Error('changed my mind');
      });
    const before = commits;
    await insert('kept', false);
    await expect(insert('lost', true)).rejects.toThrow('changed my mind');
    const { rows } = await admin.query('select title from notes order by title');
    expect(rows).toEqual([{ title: 'kept' }]);
    expect(commits).toBe(before + 1);
  });

  it('stops a statement that takes too long, and refuses writes where only reading was asked for', async () => {
    const slow = db.asActor(anonActor, (tx) => tx.query('select pg_sleep(5)'), { statementTimeoutMs: 50 });
    expect(appErrorOfPgError(await slow.catch((error) => error))?.code).toBe('timeout');
    const write = db.asActor(userActor(alice), (tx) => tx.query(`insert into notes (title) values ('x')`), {
      readOnly: true,
    });
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('says that it is overloaded when no connection becomes free in time', async () => {
    const hold = () => db.asActor(anonActor, (tx) => tx.query('select pg_sleep(0.8)'));
    const busy = [hold(), hold()];
    await expect(db.asActor(anonActor, (tx) => tx.query('select 1'))).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(busy);
  });

  it('survives a connection that is cut in the middle of a transaction, and uses a new one afterwards', async () => {
    const cut = db.asActor(anonActor, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('select pg_sleep(1)');
    });
    await expect(cut).rejects.toThrow();
    const { rows } = await db.asActor(anonActor, (tx) => tx.query<{ one: number }>('select 1 as one'));
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe('asSystem', () => {
  it('acts as the role of its reason', async () => {
    const roleFor = (reason: 'auth' | 'import') =>
      db.asSystem(reason, (tx) => tx.query<{ role: string }>('select current_user as role'));
    expect((await roleFor('import')).rows[0]?.role).toBe('service_role');
    expect((await roleFor('auth')).rows[0]?.role).toBe('supabase_auth_admin');
  });
});

describe('listen', () => {
  it('hears notifications, and again after its connection was cut', async () => {
    const heard: string[] = [];
    const stop = await db.listen('test_channel', (payload) => heard.push(payload));
    await admin.query(`select pg_notify('test_channel', 'one')`);
    await expect.poll(() => heard).toContain('one');
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn-listen'`);
    await expect.poll(() => heard.filter((payload) => payload === '').length, { timeout: 5000 }).toBe(2);
    await admin.query(`select pg_notify('test_channel', 'two')`);
    await expect.poll(() => heard).toContain('two');
    await stop();
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where application_name = 'cairn-listen' and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });
});
