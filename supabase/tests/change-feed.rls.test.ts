import { actAs } from '@cairn/testkit/act-as';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

interface Change {
  id: string;
  xid: string;
  table_name: string;
  operation: string;
  row_id: string;
  user_id: string;
}

let people: PeopleDatabase;
let db: Client;
let consumers = 0;
let consumer: string;

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
});
afterAll(() => people.close());
beforeEach(async () => {
  // A consumer that begins after everything that happened before this test.
  consumer = `test-${++consumers}`;
  while ((await take(db)).length > 0);
});

/** Reads a batch and marks it as done, in one transaction. */
async function take(reader: Client, size = 500): Promise<Change[]> {
  await reader.query('begin');
  const { rows } = await reader.query<Change>('select * from private.read_changes($1, $2)', [consumer, size]);
  const last = rows.at(-1);
  if (last) await reader.query('select private.advance_consumer($1, $2, $3)', [consumer, last.xid, last.id]);
  await reader.query('commit');
  return rows;
}
const addTag = async (writer: Client, name: string): Promise<string> =>
  (await writer.query('insert into public.tags (user_id, name) values ($1, $2) returning id', [alice, name])).rows[0]
    .id;

describe('the change feed', () => {
  it('loses nothing when transactions commit out of order', async () => {
    const [early, late] = [await people.connect(), await people.connect()];
    await early.query('begin');
    const first = await addTag(early, 'begun first, committed last');
    await late.query('begin');
    const second = await addTag(late, 'begun last, committed first');
    await late.query('commit');

    // The late one has the higher ids and is visible already. A reader that took it and remembered its id would never see the other.
    expect(await take(db)).toEqual([]);
    await early.query('commit');
    expect((await take(db)).map((change) => change.row_id)).toEqual([first, second]);
    expect(await take(db)).toEqual([]);
  });

  it('is not held up by one that rolls back, and does not show it', async () => {
    const writer = await people.connect();
    await writer.query('begin');
    await addTag(writer, 'never');
    const kept = await addTag(db, 'kept');
    expect(await take(db)).toEqual([]);
    await writer.query('rollback');
    expect((await take(db)).map((change) => change.row_id)).toEqual([kept]);
  });

  it('shows every committed row exactly once under several writers and a reader', async () => {
    const writers = await Promise.all(Array.from({ length: 5 }, () => people.connect()));
    const reader = await people.connect();
    const committed: string[] = [];
    let writing = true;

    const write = async (writer: Client, number: number) => {
      for (let i = 0; i < 40; i += 1) {
        await writer.query('begin');
        const ids: string[] = [];
        for (let n = 0; n <= i % 3; n += 1) ids.push(await addTag(writer, `${consumer}-${number}-${i}-${n}`));
        // Some are slow, so that younger ones overtake them; some are thrown away.
        if (i % 7 === number) await writer.query('select pg_sleep(0.02)');
        const rolledBack = (i + number) % 9 === 0;
        await writer.query(rolledBack ? 'rollback' : 'commit');
        if (!rolledBack) committed.push(...ids);
      }
    };
    const seen: Change[] = [];
    const read = async () => {
      for (;;) {
        const finished = !writing;
        const batch = await take(reader, 7);
        seen.push(...batch);
        if (finished && batch.length === 0) return;
      }
    };
    const reading = read();
    await Promise.all(writers.map(write));
    writing = false;
    await reading;

    expect(committed.length).toBeGreaterThan(300);
    expect(seen.map((change) => change.row_id).sort()).toEqual([...committed].sort());
    const order = seen.map((change) => [BigInt(change.xid), BigInt(change.id)] as const);
    const sorted = [...order].sort((a, b) => Number(a[0] - b[0] || a[1] - b[1]));
    expect(order).toEqual(sorted);
  });

  it('has one reader per consumer: a second gets nothing until the first is done', async () => {
    const [one, two] = [await people.connect(), await people.connect()];
    await addTag(db, 'contended');
    await one.query('begin');
    expect((await one.query('select * from private.read_changes($1)', [consumer])).rowCount).toBe(1);
    expect(await take(two)).toEqual([]);
    await one.query('rollback');
    // The first did not mark it as done: it is still there.
    expect(await take(two)).toHaveLength(1);
  });

  it('records one row per changed row, with operation and owner, whoever changed it', async () => {
    await actAs(
      db,
      alice,
      async () => {
        await db.query("insert into public.tags (name) values ('batch one'), ('batch two')");
        await db.query("update public.tags set name = name || '!' where name like 'batch%'");
        await db.query("delete from public.tags where name = 'batch two!'");
        await db.query("update public.tags set name = 'nobody has this' where name = 'no such tag'");
        await db.query("update public.profiles set bio = 'Reader'");
      },
      { commit: true },
    );
    const changes = await take(db);
    expect(changes.map(({ table_name, operation }) => `${operation} ${table_name}`)).toEqual([
      'INSERT tags',
      'INSERT tags',
      'UPDATE tags',
      'UPDATE tags',
      'DELETE tags',
      'UPDATE profiles',
    ]);
    expect(changes.every((change) => change.user_id === alice)).toBe(true);
    expect(changes.at(-1)?.row_id).toBe(alice);
  });

  it('records what falls with its parent, and what points at it', async () => {
    const article = await addArticle(db, { owner: bob, title: 'Doomed', paragraphs: ['Text'] });
    const tag = (await db.query("insert into public.tags (user_id, name) values ($1, 'doomed') returning id", [bob]))
      .rows[0].id;
    await db.query(
      "insert into public.item_tags (user_id, tag_id, item_kind, item_id) values ($1, $2, 'article', $3)",
      [bob, tag, article],
    );
    const note = (await db.query("insert into public.notes (user_id, title) values ($1, 'Stays') returning id", [bob]))
      .rows[0].id;
    await db.query(
      `insert into public.links (user_id, source_kind, source_id, target_kind, target_id, target_title)
       values ($1, 'note', $2, 'article', $3, 'Doomed')`,
      [bob, note, article],
    );
    while ((await take(db)).length > 0);
    await db.query('delete from public.articles where id = $1', [article]);
    expect((await take(db)).map(({ table_name, operation }) => `${operation} ${table_name}`).sort()).toEqual([
      'DELETE articles',
      'DELETE item_tags',
      'UPDATE links',
    ]);
    expect(
      (await db.query('select target_id, target_title from public.links where source_id = $1', [note])).rows,
    ).toEqual([{ target_id: null, target_title: 'Doomed' }]);
    expect((await db.query('select from public.search_chunks where item_id = $1', [article])).rowCount).toBe(0);
  });

  it('goes back for nobody, and is trimmed only behind the slowest consumer, a bounded number at a time', async () => {
    await db.query('delete from private.change_consumers where name <> $1', [consumer]);
    for (let i = 0; i < 5; i += 1) await addTag(db, `trim ${consumer} ${i}`);
    const batch = await take(db, 3);
    await db.query("select private.advance_consumer($1, '0', 0)", [consumer]);
    expect(await take(db, 1)).toHaveLength(1);
    expect(batch).toHaveLength(3);

    const trim = async (max: number) =>
      Number((await db.query("select private.trim_changes($1, '0') as n", [max])).rows[0].n);
    expect(await trim(2)).toBe(2);
    while ((await trim(1000)) > 0);
    // The fifth has not been read yet.
    expect(await take(db)).toHaveLength(1);
    await db.query("insert into private.change_consumers (name) values ('newcomer')");
    await addTag(db, `trim ${consumer} later`);
    await take(db);
    expect(await trim(1000)).toBe(0);
    await db.query("delete from private.change_consumers where name = 'newcomer'");
  });

  it('keeps recent changes although all have read them', async () => {
    await addTag(db, `recent ${consumer}`);
    await take(db);
    expect((await db.query('select private.trim_changes() as n')).rows[0].n).toBe('0');
  });
});
