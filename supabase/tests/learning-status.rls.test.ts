import { actAs } from '@cairn/testkit/act-as';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addArticle, alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
let db: Client;

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
});
afterAll(() => people.close());

const ask = async (actor: string, call: string) =>
  (await actAs(db, actor, (client) => client.query(`select * from public.${call}`))).rows[0];

describe('the index', () => {
  const status = (actor = alice) => ask(actor, 'get_index_status()');
  const caughtUp = () =>
    db.query(`insert into private.change_consumers (name, xid, change_id)
      select 'indexing', c.xid, c.id from private.changes c order by c.xid desc, c.id desc limit 1
      on conflict (name) do update set xid = excluded.xid, change_id = excluded.change_id`);

  it('says nothing to visitors, and nothing of others', async () => {
    await expect(status('anon')).rejects.toMatchObject({ code: '42501' });
    await addArticle(db, { owner: bob, title: 'Of Bob', paragraphs: ['One.'] });
    expect(await status()).toEqual({ state: 'ready', waiting: 0, failed: 0 });
  });

  it('is behind until the consumer has passed what changed', async () => {
    const id = await addArticle(db, { owner: alice, title: 'Stones', paragraphs: ['One.'] });
    await db.query("update public.articles set title = 'Stones again' where id = $1", [id]);
    expect(await status()).toEqual({ state: 'indexing', waiting: 1, failed: 0 });
    await caughtUp();
    expect(await status()).toEqual({ state: 'ready', waiting: 0, failed: 0 });
  });

  it('has failed while something of the person could not be indexed as it is', async () => {
    const id = await addArticle(db, { owner: alice, title: 'Odd', paragraphs: ['One.'] });
    await caughtUp();
    await db.query(
      `insert into private.change_dead_letters (consumer, change_id, table_name, operation, row_id, user_id, attempts, error)
       values ('indexing', 999999, 'articles', 'INSERT', $1, $2, 5, 'odd')`,
      [id, alice],
    );
    expect(await status()).toEqual({ state: 'failed', waiting: 0, failed: 1 });
    expect((await status(bob)).failed).toBe(0);
    await db.query("update public.articles set title = 'Less odd' where id = $1", [id]);
    expect(await status()).toMatchObject({ state: 'indexing', waiting: 1, failed: 0 });
    await db.query('delete from public.articles where id = $1', [id]);
    await caughtUp();
    expect((await status()).state).toBe('ready');
  });
});

describe('the level', () => {
  const progress = (actor = alice) => ask(actor, 'get_learning_progress()');
  let cueId: string;

  beforeEach(async () => {
    await db.query('delete from public.notes');
    const { rows } = await db.query<{ id: string }>(
      `with n as (insert into public.notes (user_id, title) values ($1, 'Stones') returning id)
       insert into public.cues (user_id, note_id, text, position) select $1, n.id, 'What is a cairn?', 0 from n returning id`,
      [alice],
    );
    cueId = rows[0]?.id ?? '';
    await db.query('insert into public.cue_schedules (user_id, cue_id, due_at) values ($1, $2, now())', [alice, cueId]);
  });
  const grade = (...grades: number[]) =>
    db.query(
      `insert into public.cue_reviews (user_id, cue_id, grade, reviewed_at)
       select $1, $2, g, now() + n * interval '1 second' from unnest($3::int[]) with ordinality as x (g, n)`,
      [alice, cueId, grades],
    );

  it('begins in the middle, with what is due, for oneself only', async () => {
    await expect(progress('anon')).rejects.toMatchObject({ code: '42501' });
    expect(await progress()).toMatchObject({ due_count: 1, cue_count: 1, level: 0.5, answers: 0 });
    await grade(4, 4);
    expect(await progress(bob)).toMatchObject({ due_count: 0, cue_count: 0, level: 0.5, answers: 0 });
  });

  it('is moved by each answer as the rule says, the last one most', async () => {
    const grades = [4, 4, 1, 3, 2];
    await grade(...grades);
    const expected = grades.reduce((level, given) => level + 0.1 * ((given - 1) / 3 - level), 0.5);
    expect((await progress()).level).toBeCloseTo(expected, 10);
  });

  it('stays between 0 and 1, whatever is answered', async () => {
    await grade(...Array.from({ length: 150 }, () => 4));
    expect((await progress()).level).toBeGreaterThan(0.99);
    expect((await progress()).level).toBeLessThanOrEqual(1);
    await grade(...Array.from({ length: 150 }, () => 1));
    expect((await progress()).answers).toBe(200);
  });
});
