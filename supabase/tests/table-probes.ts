import { becomeActor, type TestActor } from '@cairn/testkit/act-as';
import type { Client, QueryResult } from 'pg';
import type { TableRights, WorldRows } from './table-rights.ts';
import { alice, bob } from './test-people.ts';

/**
 * Tries on one table everything that its owner, another user, a visitor and the server may and may not do.
 * Returns one sentence for each thing that is not as it should be; leaves no trace. Runs inside an open transaction.
 */
export async function probeTable(db: Client, rights: TableRights, world: WorldRows): Promise<string[]> {
  const wrong: string[] = [];
  const { table } = rights;
  const owner = rights.ownerColumn ?? 'user_id';
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) wrong.push(`${table}: ${sentence}`);
  };

  /** As an actor, in a savepoint. `check` then looks at the outcome with the schema owner's eyes. */
  const attempt = async (actor: TestActor, sql: string, values: unknown[] = [], check?: () => Promise<boolean>) => {
    await db.query('savepoint probe');
    try {
      await becomeActor(db, actor);
      const result: QueryResult = await db.query(sql, values);
      await db.query("select set_config('role', 'none', true)");
      return { result, code: null, checked: check ? await check() : true };
    } catch (error) {
      return { result: null, code: (error as { code?: string }).code ?? String(error), checked: false };
    } finally {
      await db.query('rollback to savepoint probe');
    }
  };
  const count = async (where: string, values: unknown[]) =>
    Number((await db.query(`select count(*)::int as n from public.${table} where ${where}`, values)).rows[0].n);
  const denied = (code: string | null) => code === '42501';

  await expectReads();
  await expectInserts();
  await expectUpdates();
  await expectDeletes();
  await expectNothingForAnon();
  await expectEverythingForServer();
  return wrong;

  async function expectReads() {
    for (const [actor, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const { result } = await attempt(actor, `select ${owner} as owner from public.${table}`);
      const owners = (result?.rows ?? []).map((row: { owner: string }) => row.owner);
      expect(owners.includes(actor), 'its owner cannot read it');
      expect(!owners.includes(other), 'another user can read it');
    }
  }

  async function expectInserts() {
    if (!rights.insert) {
      const { code } = await attempt(alice, `insert into public.${table} default values`);
      expect(denied(code), `a client can insert (${code})`);
      return;
    }
    const own = rights.insert.row(world, 'alice');
    const inserted = await insertAs(alice, { ...own, [owner]: alice });
    expect(inserted.code === null, `its owner cannot insert (${inserted.code})`);
    const byDefault = await insertAs(alice, own);
    expect(byDefault.code === null, `the owner is not filled in (${byDefault.code})`);
    const forOther = await insertAs(alice, { ...rights.insert.row(world, 'bob'), [owner]: bob });
    expect(denied(forOther.code), `a user can insert a row for another (${forOther.code})`);
    for (const parent of rights.insert.parents) {
      const attached = await insertAs(alice, { ...own, [parent]: rights.insert.row(world, 'bob')[parent] });
      expect(
        denied(attached.code) || attached.code === '23503',
        `a row can be hung on another user's ${parent} (${attached.code})`,
      );
    }
  }

  async function expectUpdates() {
    if (!rights.update) {
      const { code } = await attempt(alice, `update public.${table} set ${owner} = ${owner}`);
      expect(denied(code), `a client can update (${code})`);
      return;
    }
    const [column, value] = rights.update.example;
    // Without a condition: then the update policy alone decides which rows it reaches.
    const everything = `update public.${table} set ${column} = $1`;
    const own = await attempt(
      alice,
      everything,
      [value],
      async () => (await count(`${owner} = $1 and ${column} = $2`, [alice, value])) > 0,
    );
    expect(own.checked, `its owner cannot update ${column} (${own.code})`);
    const others = await attempt(
      alice,
      everything,
      [value],
      async () => (await count(`${owner} = $1 and ${column} = $2`, [bob, value])) === 0,
    );
    expect(others.checked, 'a user can update the rows of another');
    const moved = await attempt(alice, `update public.${table} set ${owner} = $1`, [bob]);
    expect(denied(moved.code), `a user can give a row to another (${moved.code})`);
    for (const parent of rights.update.parents ?? []) {
      const parentOfBob = rights.insert?.row(world, 'bob')[parent];
      const attached = await attempt(alice, `update public.${table} set ${parent} = $1`, [parentOfBob]);
      expect(
        denied(attached.code) || attached.code === '23503',
        `a row can be moved to another user's ${parent} (${attached.code})`,
      );
    }
  }

  async function expectDeletes() {
    const everything = `delete from public.${table}`;
    if (!rights.delete) {
      const { code } = await attempt(alice, everything);
      expect(denied(code), `a client can delete (${code})`);
      return;
    }
    const own = await attempt(alice, everything, [], async () => (await count(`${owner} = $1`, [alice])) === 0);
    expect(own.checked, `its owner cannot delete (${own.code})`);
    const others = await attempt(alice, everything, [], async () => (await count(`${owner} = $1`, [bob])) > 0);
    expect(others.checked, 'a user can delete the rows of another');
  }

  async function expectNothingForAnon() {
    const statements = [
      `select from public.${table}`,
      `insert into public.${table} default values`,
      `update public.${table} set ${owner} = ${owner}`,
      `delete from public.${table}`,
    ];
    for (const sql of statements) {
      const { code } = await attempt('anon', sql);
      expect(denied(code), `a visitor without an account can ${sql.split(' ')[0]} (${code})`);
    }
  }

  async function expectEverythingForServer() {
    const read = await attempt('service_role', `select ${owner} as owner from public.${table}`);
    const owners = new Set((read.result?.rows ?? []).map((row: { owner: string }) => row.owner));
    expect(owners.has(alice) && owners.has(bob), 'the server cannot read all rows');
    const updated = await attempt('service_role', `update public.${table} set ${owner} = ${owner}`);
    expect((updated.result?.rowCount ?? 0) >= 2, `the server cannot update (${updated.code})`);
    const deleted = await attempt(
      'service_role',
      `delete from public.${table}`,
      [],
      async () => (await count('true', [])) === 0,
    );
    expect(deleted.checked, `the server cannot delete (${deleted.code})`);
    const row = rights.serverRow?.(world, 'alice') ?? rights.insert?.row(world, 'alice') ?? {};
    const inserted = await insertAs('service_role', { ...row, [owner]: alice });
    expect(inserted.code === null, `the server cannot insert (${inserted.code})`);
  }

  function insertAs(actor: TestActor, row: Record<string, unknown>) {
    const columns = Object.keys(row);
    const places = columns.map((_, i) => `$${i + 1}`).join(', ');
    // The row is there already; what counts is that the server may insert.
    const conflict = rights.single ? ` on conflict (${owner}) do nothing` : '';
    return attempt(
      actor,
      `insert into public.${table} (${columns.join(', ')}) values (${places})${conflict}`,
      Object.values(row),
    );
  }
}
