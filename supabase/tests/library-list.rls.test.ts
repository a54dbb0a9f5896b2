import { randomUUID } from 'node:crypto';
import { actAs, type TestActor } from '@cairn/testkit/act-as';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

interface Row {
  item_kind: string;
  item_id: string;
  title: string;
  position: { key: string; kind: string; id: string };
  tag_ids: string[];
}
type Arguments = Partial<{
  kinds: (string | null)[] | null;
  tags: (string | null)[] | null;
  article_state: string | null;
  article: string | null;
  trashed: boolean | null;
  sort: string | null;
  cursor: unknown;
  page_size: number | null;
}>;

let people: PeopleDatabase;
let about = '';
let sharedId = '';
const tagIds: string[] = [];

const list = (args: Arguments = {}, actor: TestActor = alice): Promise<Row[]> =>
  actAs(people.db, actor, async (db) => {
    const names = Object.keys(args) as (keyof Arguments)[];
    const call = names.map((name, at) => `"${name}" => $${at + 1}`).join(', ');
    const values = names.map((name) => (name === 'cursor' ? JSON.stringify(args.cursor) : args[name]));
    return (await db.query<Row>(`select * from public.list_library(${call})`, values)).rows;
  });
const titles = async (args: Arguments = {}, actor: TestActor = alice) => (await list(args, actor)).map((r) => r.title);

const addNote = async (owner: string, title: string, more: { id?: string; article?: string; trashed?: boolean } = {}) =>
  (
    await people.db.query(
      `insert into public.notes (id, user_id, title, article_id, trashed_at, created_at)
       values ($1, $2, $3, $4, case when $5 then now() end, now() - interval '1 hour') returning id`,
      [more.id ?? randomUUID(), owner, title, more.article ?? null, more.trashed ?? false],
    )
  ).rows[0].id as string;

beforeAll(async () => {
  people = await createPeopleDatabase();
  const { db } = people;
  about = await addArticle(db, { owner: alice, title: 'École', paragraphs: ['Text'] });
  sharedId = await addArticle(db, { owner: alice, title: 'Zebra', paragraphs: [] });
  await addNote(alice, '“apple”', { article: about });
  // A note may have the very id of an article.
  await addNote(alice, 'same id', { id: sharedId });
  await addNote(alice, 'thrown away', { trashed: true });
  await addNote(bob, 'of Bob');
  await db.query(
    `insert into public.highlights (user_id, article_id, locator) values ($1, $2, '{"quote":"marked words","prefix":"","suffix":"","chunkHash":"${'ab'.repeat(32)}"}')`,
    [alice, about],
  );
  await db.query("update public.articles set state = 'archived' where id = $1", [sharedId]);
  for (const [owner, name] of [
    [alice, 'red'],
    [alice, 'blue'],
    [bob, 'red'],
  ])
    tagIds.push(
      (await db.query('insert into public.tags (user_id, name) values ($1, $2) returning id', [owner, name])).rows[0]
        .id,
    );
  const tag = (owner: string, at: number, kind: string, id: string) =>
    db.query('insert into public.item_tags (user_id, tag_id, item_kind, item_id) values ($1, $2, $3, $4)', [
      owner,
      tagIds[at],
      kind,
      id,
    ]);
  await tag(alice, 0, 'article', about);
  await tag(alice, 1, 'article', about);
  await tag(alice, 0, 'note', sharedId);
});
afterAll(() => people.close());

describe('who may list', () => {
  it('is nobody without an account', async () => {
    const calls = ['list_library()', 'count_library()', 'count_tags()', `merge_tags('${about}', '${about}')`];
    for (const actor of ['anon', 'service_role'])
      for (const call of calls)
        await expect(
          actAs(people.db, actor, (db) => db.query(`select * from public.${call}`)),
          call,
        ).rejects.toMatchObject({ code: '42501' });
  });

  it('sees nothing of another library, whatever is asked', async () => {
    expect(await titles({}, bob)).toEqual(['of Bob']);
    expect(await titles({ article: about }, bob)).toEqual([]);
    expect(await titles({ tags: [tagIds[0] ?? ''] }, bob)).toEqual([]);
    expect(await titles({ trashed: true }, bob)).toEqual([]);
    expect(await titles()).not.toContain('of Bob');
    const counts = await actAs(people.db, bob, (db) => db.query('select * from public.count_library()'));
    expect(counts.rows.map((row) => Number(row.items))).toEqual([0, 1, 0]);
    expect((await actAs(people.db, bob, (db) => db.query('select * from public.count_tags()'))).rowCount).toBe(0);
  });

  it('gives a token without a subject nothing', async () => {
    await people.db.query('begin');
    await people.db.query('set local role authenticated');
    const { rowCount } = await people.db.query('select * from public.list_library()');
    const counts = await people.db.query('select * from public.count_library()');
    await people.db.query('rollback');
    expect([rowCount, counts.rowCount]).toEqual([0, 0]);
  });

  it('merges own tags only', async () => {
    for (const [from, into] of [
      [0, 2],
      [2, 0],
    ])
      await expect(
        actAs(people.db, alice, (db) =>
          db.query('select public.merge_tags($1, $2)', [tagIds[from ?? 0], tagIds[into ?? 0]]),
        ),
      ).rejects.toMatchObject({ code: 'P0002' });
    const after = await actAs(people.db, alice, async (db) => {
      await db.query('select public.merge_tags($1, $2)', [tagIds[1], tagIds[0]]);
      return (await db.query('select * from public.count_tags()')).rows;
    });
    expect(after).toEqual([{ tag_id: tagIds[0], items: '2' }]);
  });
});

describe('what is listed', () => {
  it('is everything but the trash, in each order', async () => {
    expect((await titles()).sort()).toEqual(['marked words', 'same id', 'Zebra', 'École', '“apple”'].sort());
    // Without case, accents and the marks before the first letter.
    expect(await titles({ sort: 'title' })).toEqual(['“apple”', 'École', 'marked words', 'same id', 'Zebra']);
    expect(await titles({ sort: 'oldest' })).toEqual((await titles({ sort: 'newest' })).reverse());
    expect((await titles({ sort: 'updated' }))[0]).toBe('Zebra');
    expect(await titles({ trashed: true })).toEqual(['thrown away']);
  });

  it('keeps to kinds, tags, state and article', async () => {
    expect(await titles({ kinds: ['highlight'] })).toEqual(['marked words']);
    expect(await titles({ kinds: [] })).toEqual([]);
    expect(await titles({ kinds: ['nonsense', null] })).toEqual([]);
    expect((await titles({ tags: [tagIds[0] ?? ''] })).sort()).toEqual(['same id', 'École']);
    expect(await titles({ tags: [tagIds[0] ?? '', tagIds[1] ?? '', null] })).toEqual(['École']);
    expect(await titles({ tags: [tagIds[2] ?? ''] })).toEqual([]);
    expect(await titles({ article_state: 'archived' })).toEqual(['Zebra']);
    expect((await titles({ article: about })).sort()).toEqual(['marked words', '“apple”']);
    const { rows } = await actAs(people.db, alice, (db) =>
      db.query('select * from public.count_library(tags => $1)', [[tagIds[0]]]),
    );
    expect(rows.map((row) => [row.item_kind, Number(row.items)])).toEqual([
      ['article', 1],
      ['note', 1],
      ['highlight', 0],
    ]);
  });

  it.each([
    { sort: 'title; drop table public.notes' },
    { article_state: "' or 1=1 --" },
    { cursor: {} },
    { cursor: [] },
    { cursor: 'text' },
    { cursor: { key: 'yesterday-ish', kind: 'note', id: randomUUID() } },
    { cursor: { key: '2026-01-01', kind: 'note', id: 'no id' } },
    { cursor: { key: '2026-01-01', kind: 'notes r --', id: randomUUID() } },
    { cursor: { key: null, kind: 'note', id: randomUUID() } },
    { tags: Array.from({ length: 21 }, () => randomUUID()) },
  ])('refuses %j in words', async (args) => {
    await expect(list(args as Arguments)).rejects.toMatchObject({ code: '22023' });
  });

  it('bounds a page, whatever is asked', async () => {
    for (const size of [-5, 0]) expect(await list({ page_size: size })).toHaveLength(1);
    for (const size of [null, 1_000_000]) expect(await list({ page_size: size })).toHaveLength(5);
    const defaults: Arguments = { kinds: null, tags: null, article_state: null, trashed: null, sort: null };
    expect(await list(defaults)).toHaveLength(5);
    const hostile = { key: "'; select 1 --", kind: 'note', id: randomUUID() };
    expect(await list({ sort: 'title', cursor: hostile })).toHaveLength(5);
  });
});

describe('page after page', () => {
  it.each(['newest', 'oldest', 'title', 'updated'])(
    'has no repeat and no gap while rows come and go (%s)',
    async (sort) => {
      const carol = randomUUID();
      const { db } = people;
      await db.query('insert into auth.users (id, email) values ($1, $2)', [carol, `${carol}@example.com`]);
      // Many rows of one moment and one title: only the kind and the id tell them apart.
      await db.query(
        `insert into public.notes (user_id, title, created_at)
         select $1, 'Note ' || (n % 7), timestamptz '2026-01-01' + (n / 9) * interval '1 microsecond' from generate_series(1, 60) n`,
        [carol],
      );
      await db.query(
        `insert into public.articles (id, user_id, title, url, canonical_url, content_html, content_text, created_at)
         select case when n % 2 = 0 then x.id else gen_random_uuid() end, $1, 'Note ' || (n % 7), 'u' || n, 'u' || n, '', '', x.created_at
         from (select id, created_at, row_number() over (order by id) n from public.notes where user_id = $1) x`,
        [carol],
      );
      const before = (await list({ page_size: 200 }, carol)).map((r) => `${r.item_kind} ${r.item_id}`);
      expect(before).toHaveLength(120);
      const seen: string[] = [];
      let cursor: unknown = null;
      for (let page = 0; page < 100; page += 1) {
        const rows = await list({ sort, page_size: 7, ...(cursor ? { cursor } : {}) }, carol);
        seen.push(...rows.map((r) => `${r.item_kind} ${r.item_id}`));
        const last = rows.at(-1);
        if (!last) break;
        cursor = last.position;
        // New rows arrive at both ends, and the row that the cursor names goes away.
        await db.query(
          "insert into public.notes (user_id, title, created_at) values ($1, ' ', '2020-01-01'), ($1, 'zz', now())",
          [carol],
        );
        await db.query('delete from public.notes where id = $1 and user_id = $2 and title like $3', [
          last.item_id,
          carol,
          'Note%',
        ]);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter((row) => !seen.includes(row) && row.startsWith('article'))).toEqual([]);
      expect(before.filter((row) => !seen.includes(row)).length).toBeLessThan(before.length / 4);
    },
  );

  it('reads a page from indexes, also far down', async () => {
    const dora = randomUUID();
    const { db } = people;
    await db.query('insert into auth.users (id, email) values ($1, $2)', [dora, `${dora}@example.com`]);
    await db.query('set session_replication_role = replica');
    await db.query(
      `insert into public.notes (user_id, title, created_at)
       select $1, 'Note ' || n, timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 6000) n`,
      [dora],
    );
    await db.query('set session_replication_role = origin');
    await db.query('vacuum analyze public.notes');
    for (const [column, at] of [
      ['created_at', '2026-01-01T01:00:00Z'],
      ['title_key', 'note 3000'],
    ]) {
      // The branch as list_library() writes it, below the policy.
      const { rows } = await actAs(db, dora, (client) =>
        client.query(
          `explain (analyze, format json) select id from public.notes r where r.user_id = $1 and r.trashed_at is null
             and r.${column} >= $2 and (r.${column} > $2 or r.id > $3) order by r.${column}, r.id limit 50`,
          [dora, at, dora],
        ),
      );
      const plan = JSON.stringify(rows[0]['QUERY PLAN']);
      expect(plan, column).toContain('Index');
      const read = [...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(...read), column).toBeLessThanOrEqual(60);
      expect(plan).not.toMatch(/"Rows Removed by Filter":\d{3}/);
    }
  });
});
