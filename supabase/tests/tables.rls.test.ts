import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeTable } from './table-probes.ts';
import { seedWorld, tableRights, type WorldRows } from './table-rights.ts';
import { createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
let world: WorldRows;

beforeAll(async () => {
  people = await createPeopleDatabase();
  world = await seedWorld(people.db);
});
afterAll(() => people.close());

interface Policy {
  table: string;
  name: string;
  verb: string;
  roles: string[];
}

/** Probes the table in a transaction in which `change` was made to the schema, and undoes everything. */
async function probesAfter(table: string, change: string): Promise<string[]> {
  const rights = tableRights.find((candidate) => candidate.table === table);
  if (!rights) throw new Error(`${table} has no probes`);
  await people.db.query('begin');
  try {
    if (change) await people.db.query(change);
    return await probeTable(people.db, rights, world);
  } finally {
    await people.db.query('rollback');
  }
}

async function policies(): Promise<Policy[]> {
  const { rows } = await people.db.query<Policy>(
    "select tablename as table, policyname as name, cmd as verb, roles::text[] as roles from pg_policies where schemaname = 'public' order by 1, 2",
  );
  return rows;
}
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

describe('each table', () => {
  it.each(tableRights.map((rights) => rights.table))(
    '%s lets its owner and the server do what they may, and nobody else anything',
    async (table) => {
      expect(await probesAfter(table, '')).toEqual([]);
    },
  );
});

describe('the probes', () => {
  it('notice when any policy is missing', async () => {
    const all = await policies();
    expect(all.length).toBeGreaterThan(30);
    const unnoticed: string[] = [];
    for (const { table, name } of all) {
      const found = await probesAfter(table, `drop policy ${quoted(name)} on public.${table}`);
      if (found.length === 0) unnoticed.push(`${table}: ${name}`);
    }
    expect(unnoticed).toEqual([]);
  }, 60_000);

  it('notice when any policy lets everybody through', async () => {
    const unnoticed: string[] = [];
    for (const { table, name, verb, roles } of await policies()) {
      if (!roles.includes('authenticated')) continue;
      const widened = verb === 'INSERT' ? 'with check (true)' : 'using (true)';
      const found = await probesAfter(table, `alter policy ${quoted(name)} on public.${table} ${widened}`);
      if (found.length === 0) unnoticed.push(`${table}: ${name}`);
    }
    expect(unnoticed).toEqual([]);
  }, 60_000);

  it.each(tableRights.map((rights) => rights.table))('notice when row-level security of %s is off', async (table) => {
    expect(await probesAfter(table, `alter table public.${table} disable row level security`)).not.toEqual([]);
  });

  it('notice when a visitor gets a right, or a child may name a stranger for a parent', async () => {
    expect(await probesAfter('notes', 'grant select on public.notes to anon')).not.toEqual([]);
    expect(await probesAfter('cues', 'grant delete on public.cues to authenticated')).not.toEqual([]);
    expect(
      await probesAfter('highlights', 'alter table public.highlights drop constraint highlights_article_fkey'),
    ).not.toEqual([]);
    expect(await probesAfter('item_tags', 'drop trigger check_item_owner on public.item_tags')).not.toEqual([]);
    // Two locks on one door: the policy's check and the trigger. Either holds alone.
    const open = 'alter policy "Owners change their notes" on public.notes with check (true)';
    const unstamped = 'drop trigger stamp_update on public.notes';
    expect(await probesAfter('notes', open)).toEqual([]);
    expect(await probesAfter('notes', unstamped)).toEqual([]);
    expect(
      await probesAfter('notes', `${open}; ${unstamped}; alter table public.notes drop constraint notes_article_fkey`),
    ).not.toEqual([]);
  });
});
