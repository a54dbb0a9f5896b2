import { actAs } from '@cairn/testkit/act-as';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
let db: Client;

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
});
afterAll(() => people.close());
beforeEach(() => db.query('delete from public.ai_learning_sessions'));

const as = async (actor: string, sql: string, ...values: unknown[]) =>
  (await actAs(db, actor, (client) => client.query(sql, values), { commit: true })).rows;
const start = async (actor = alice, goal: string | null = null) =>
  (await as(actor, 'select * from public.start_learning_session($1)', goal))[0];
const heartbeat = async (id: string, actor = alice) =>
  (await as(actor, 'select public.heartbeat_learning_session($1) as goes_on', id))[0].goes_on;
const end = async (id: string, actor = alice) =>
  (await as(actor, 'select public.end_learning_session($1) as ended', id))[0].ended;
const stored = async () => (await db.query('select * from public.ai_learning_sessions order by start_time')).rows;
/** Moves everything into the past, as if that time had gone by. */
const later = (interval: string) =>
  db.query(
    `update public.ai_learning_sessions
        set start_time = start_time - $1::interval, last_seen_at = last_seen_at - $1::interval, end_time = end_time - $1::interval`,
    [interval],
  );

describe('a learning session', () => {
  it('is written through its functions only', async () => {
    const { id } = await start();
    for (const sql of [
      `insert into public.ai_learning_sessions (user_id) values ('${alice}')`,
      "update public.ai_learning_sessions set start_time = now() - interval '9 hours'",
      'delete from public.ai_learning_sessions',
    ]) {
      await expect(as(alice, sql)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await heartbeat(id, bob)).toBe(false);
    expect(await end(id, bob)).toBe(false);
    expect((await stored())[0].end_time).toBeNull();
    await expect(as('anon', 'select public.start_learning_session()')).rejects.toMatchObject({ code: '42501' });
  });

  it('is taken up again by another tab, and after a short pause', async () => {
    const first = await start(alice, 'Learn Latin');
    await later('9 minutes');
    expect(await start()).toMatchObject({ id: first.id, goal: 'Learn Latin' });
    const clients = await Promise.all([people.connect(), people.connect(), people.connect()]);
    await db.query('delete from public.ai_learning_sessions');
    const started = await Promise.all(
      clients.map((client) =>
        actAs(client, bob, (tab) => tab.query('select * from public.start_learning_session()'), { commit: true }),
      ),
    );
    expect(new Set(started.map(({ rows }) => rows[0].id)).size).toBe(1);
  });

  it('that was left behind ended when it was last seen', async () => {
    const first = await start();
    await later('2 hours');
    const second = await start();
    expect(second.id).not.toBe(first.id);
    const [old] = await stored();
    expect(old).toMatchObject({ id: first.id, end_time: old.last_seen_at });
  });

  it('beats; the sleep of a computer is not part of it', async () => {
    const { id } = await start();
    await later('5 minutes');
    expect(await heartbeat(id)).toBe(true);
    const [seen] = await stored();
    expect(seen.last_seen_at - seen.start_time).toBeCloseTo(5 * 60_000, -3);
    await later('2 hours');
    expect(await heartbeat(id)).toBe(false);
    const [ended] = await stored();
    expect(ended.end_time - ended.start_time).toBeCloseTo(5 * 60_000, -3);
    expect(await end(id)).toBe(false);
  });

  it('ends when it is told to', async () => {
    const { id } = await start();
    await later('7 minutes');
    expect(await end(id)).toBe(true);
    const [ended] = await stored();
    expect(ended.end_time - ended.start_time).toBeCloseTo(7 * 60_000, -3);
    expect(await heartbeat(id)).toBe(false);
  });

  it('goes on after a reload, which had ended it, and not after a pause', async () => {
    const { id } = await start();
    await later('7 minutes');
    await end(id);
    expect(await start()).toMatchObject({ id, end_time: null });
    await end(id);
    expect((await start(bob)).id).not.toBe(id);
    await later('2 minutes');
    expect((await start()).id).not.toBe(id);
  });
});

describe('the streak', () => {
  const learnedOn = (...daysAgo: number[]) =>
    db.query(
      `insert into public.ai_learning_sessions (user_id, start_time, last_seen_at, end_time)
       select $1, t, t, t from unnest($2::int[]) as n, lateral (
         select (date_trunc('day', now() at time zone 'utc') - n * interval '1 day') at time zone 'utc' as t) as x`,
      [alice, daysAgo],
    );
  const streak = async (actor = alice) => (await as(actor, 'select public.get_learning_streak() as days'))[0].days;

  it.each([
    ['nothing', [], 0],
    ['today', [0], 1],
    ['yesterday', [1], 1],
    ['the day before', [2, 3], 0],
    ['today twice and yesterday', [0, 0, 1], 2],
    ['with a gap', [0, 1, 3, 4, 5], 2],
    ['up to yesterday', [1, 2, 3], 3],
    ['very long', Array.from({ length: 400 }, (_, n) => n), 400],
  ])('%s', async (_what, days, expected) => {
    await learnedOn(...days);
    expect(await streak()).toBe(expected);
    expect(await streak(bob)).toBe(0);
  });

  it('stands in the statistics, with the recorded time and 15 minutes for what has no end', async () => {
    await learnedOn(1);
    await db.query("update public.ai_learning_sessions set end_time = start_time + interval '40 minutes'");
    await start();
    await db.query("insert into public.notes (user_id, title) values ($1, 'Note'), ($2, 'Other')", [alice, bob]);
    expect(await as(alice, 'select public.get_dashboard_stats() as stats')).toEqual([
      { stats: { totalSessions: 2, totalItems: 1, activeStreak: 2, totalLearningTime: 55 } },
    ]);
  });
});
