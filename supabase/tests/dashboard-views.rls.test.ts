import { actAs } from '@cairn/testkit/act-as';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

const views = ['library_counts', 'recent_activity'];
let people: PeopleDatabase;
let db: Client;
let alices: { article: string; note: string; highlight: string; task: string; session: string };

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
  alices = await addOneOfEach(alice);
  await addOneOfEach(bob);
  await db.query(
    "insert into public.notes (user_id, title, trashed_at) values ($1, 'Thrown away', now()), ($2, 'Also thrown away', now())",
    [alice, bob],
  );
  // More of bob's, so that a count over everybody cannot look right by chance.
  await db.query("insert into public.notes (user_id, title) select $1, 'Note ' || n from generate_series(1, 5) n", [
    bob,
  ]);
});
afterAll(() => people.close());

async function addOneOfEach(owner: string) {
  const one = async (sql: string, ...values: unknown[]): Promise<string> =>
    (await db.query(sql, [owner, ...values])).rows[0].id;
  const article = await addArticle(db, { owner, title: 'Article', paragraphs: [] });
  const locator = { quote: 'words', prefix: '', suffix: '', chunkHash: 'ab'.repeat(32) };
  const note = await one("insert into public.notes (user_id, title) values ($1, 'Note') returning id");
  await db.query("insert into public.tasks (user_id, title, completed_at) values ($1, 'Of its own', now())", [owner]);
  return {
    article,
    note,
    highlight: await one(
      'insert into public.highlights (user_id, article_id, locator) values ($1, $2, $3) returning id',
      article,
      locator,
    ),
    task: await one(
      "insert into public.tasks (user_id, title, note_id, completed_at) values ($1, 'Task', $2, now()) returning note_id as id",
      note,
    ),
    session: await one(
      `insert into public.ai_learning_sessions (user_id, goal, start_time, last_seen_at, end_time)
       values ($1, 'Granite', now() - interval '90 seconds', now(), now()) returning id`,
    ),
  };
}

describe.each(views)('%s', (view) => {
  it('is not readable without an account', async () => {
    await expect(actAs(db, 'anon', (client) => client.query(`select * from public.${view}`))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('takes no writes', async () => {
    await expect(actAs(db, alice, (client) => client.query(`delete from public.${view}`))).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|55000)$/),
    });
  });

  it('runs with the rights of whoever asks', async () => {
    const { rows } = await db.query(
      "select coalesce('security_invoker=true' = any (reloptions), false) as invoker from pg_class where oid = ('public.' || $1)::regclass",
      [view],
    );
    expect(rows).toEqual([{ invoker: true }]);
  });
});

it('counts what is the own and not in the trash', async () => {
  const counts = (person: string) =>
    actAs(db, person, async (client) => (await client.query('select * from public.library_counts')).rows);
  expect(await counts(alice)).toEqual([{ notes: '1', articles: '1', highlights: '1' }]);
  expect(await counts(bob)).toEqual([{ notes: '6', articles: '1', highlights: '1' }]);
});

it('lists what the person did, and nothing of anybody else', async () => {
  const { rows } = await actAs(db, alice, (client) =>
    client.query('select kind, item_id, user_id, title, article_id from public.recent_activity order by kind'),
  );
  const { article, note, highlight, task, session } = alices;
  expect(rows).toEqual([
    { kind: 'article_imported', item_id: article, user_id: alice, title: 'Article', article_id: article },
    { kind: 'highlight_made', item_id: highlight, user_id: alice, title: 'words', article_id: article },
    { kind: 'note_created', item_id: note, user_id: alice, title: 'Note', article_id: null },
    { kind: 'session_ended', item_id: session, user_id: alice, title: 'Granite', article_id: null },
    { kind: 'task_completed', item_id: task, user_id: alice, title: 'Task', article_id: null },
  ]);
  const asked = await actAs(db, alice, (client) =>
    client.query('select 1 from public.recent_activity where user_id = $1', [bob]),
  );
  expect(asked.rowCount).toBe(0);
});

it('reads the last rows from the indexes, not the whole library', async () => {
  await db.query(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, created_at)
     select $1, 'Article ' || n, 'https://example.com/' || n, 'https://example.com/' || n, '', '', now() - n * interval '1 minute'
     from generate_series(1, 3000) n`,
    [alice],
  );
  await db.query(
    `insert into public.ai_learning_sessions (user_id, start_time, last_seen_at, end_time)
     select $1, t, t + interval '9 minutes', t + interval '9 minutes'
     from generate_series(now() - interval '500 hours', now() - interval '1 hour', interval '10 minutes') t`,
    [alice],
  );
  await db.query('analyze public.articles, public.notes, public.highlights, public.ai_learning_sessions');
  const plan = await actAs(db, alice, async (client) => {
    const { rows } = await client.query(
      'explain (analyze, timing off, format json) select * from public.recent_activity order by occurred_at desc limit 10',
    );
    return rows[0]['QUERY PLAN'][0].Plan as PlanNode;
  });
  expect(rowsRead(plan, 'articles')).toBeLessThanOrEqual(20);
  expect(rowsRead(plan, 'ai_learning_sessions')).toBeLessThanOrEqual(20);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

function rowsRead(node: PlanNode, relation: string): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, relation), 0);
  return below + (node['Relation Name'] === relation ? node['Actual Rows'] : 0);
}
