import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { Db } from '../db/db.ts';
import { createPgDb } from '../db/pg-db.ts';
import { silentLogger } from '../logging/logger.ts';
import { type ChangeFeedOptions, createChangeFeed } from './change-feed.ts';
import type { Change, ChangeFeed } from './changes.ts';

let database: TestDatabase;
let db: Db;
let one: Client;
let two: Client;
const userId = randomUUID();
const feeds: ChangeFeed[] = [];

const connect = async (): Promise<Client> => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  return client;
};
const addTag = async (client: Client, name: string): Promise<string> => {
  const { rows } = await client.query('insert into public.tags (user_id, name) values ($1, $2) returning id', [
    userId,
    name,
  ]);
  return rows[0].id;
};
const feedOver = (options: Partial<ChangeFeedOptions> = {}): ChangeFeed => {
  const feed = createChangeFeed({
    db,
    logger: silentLogger,
    clock: systemClock,
    pollMs: 20,
    idlePollMs: 50,
    ...options,
  });
  feeds.push(feed);
  return feed;
};
const tagsOf = (changes: readonly Change[]): string[] =>
  changes.filter((change) => change.table === 'tags').map((change) => change.rowId);

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  one = await connect();
  two = await connect();
  await one.query('insert into auth.users (id, email) values ($1, $2)', [userId, 'feed@example.com']);
});
beforeEach(async () => {
  await one.query('truncate private.changes, private.change_consumers, private.change_dead_letters');
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop();
});
afterAll(async () => {
  await one?.end();
  await two?.end();
  await db?.close();
  await database?.close();
});

describe('change feed', () => {
  it('loses nothing when transactions commit out of order', async () => {
    const seen: string[] = [];
    const feed = feedOver();
    feed.consume('test', async (changes) => void seen.push(...tagsOf(changes)));
    await one.query('begin');
    const early = await addTag(one, `early ${randomUUID()}`);
    const late = await addTag(two, `late ${randomUUID()}`);
    await feed.start();
    await new Promise((resolve) => setTimeout(resolve, 150));
    // The younger transaction has committed, but is not shown before the older one has ended.
    expect(seen).toEqual([]);
    await one.query('commit');
    await feed.drain();
    expect(seen).toEqual([early, late]);
  });

  it('hands over every change exactly once under concurrent, interleaved writers and two processes', async () => {
    const seen: string[] = [];
    const handler = async (changes: readonly Change[]): Promise<void> => {
      seen.push(...tagsOf(changes));
    };
    for (const feed of [feedOver(), feedOver()]) {
      feed.consume('test', handler, { batchSize: 7 });
      await feed.start();
    }
    const written: string[] = [];
    const write = async (client: Client, turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        await client.query('begin');
        for (let i = 0; i < 3; i += 1) written.push(await addTag(client, `tag ${randomUUID()}`));
        await new Promise((resolve) => setTimeout(resolve, turn % 3));
        await client.query('commit');
      }
    };
    await Promise.all([write(one, 40), write(two, 40)]);
    await Promise.all(feeds.map((feed) => feed.drain()));
    expect(seen).toHaveLength(written.length);
    expect([...seen].sort()).toEqual([...written].sort());
  });

  it('commits derived writes and position together: a crash between them repeats, without effect twice', async () => {
    const source = await addTag(one, `source ${randomUUID()}`);
    const derived = `derived ${randomUUID()}`;
    let crashes = 1;
    const feed = feedOver();
    feed.consume('test', async (changes, tx) => {
      if (!tagsOf(changes).includes(source)) return;
      // Would violate the unique name if it took effect twice.
      await tx.query('insert into public.tags (user_id, name) values ($1, $2)', [userId, derived]);
      if (crashes-- > 0) throw new Error('crash after the write');
    });
    await feed.drain();
    const { rows } = await one.query('select count(*)::int as n from public.tags where name = $1', [derived]);
    expect(rows[0].n).toBe(1);
    expect(feed.stats()).toMatchObject({ failed: 1, deadLettered: 0 });
  });

  it('puts a change aside that keeps failing and goes on', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await addTag(one, `tag ${randomUUID()}`));
    const poison = ids[2] ?? '';
    const seen: string[] = [];
    const feed = feedOver();
    feed.consume(
      'test',
      async (changes) => {
        if (tagsOf(changes).includes(poison)) throw new Error('cannot digest this');
        seen.push(...tagsOf(changes));
      },
      { maxAttempts: 3 },
    );
    await feed.drain();
    expect(seen).toEqual(ids.filter((id) => id !== poison));
    expect(feed.stats()).toMatchObject({ deadLettered: 1, handled: 4, failed: 4 });
    const { rows } = await one.query('select consumer, row_id, attempts, error from private.change_dead_letters');
    expect(rows).toEqual([{ consumer: 'test', row_id: poison, attempts: 3, error: 'cannot digest this' }]);
  });

  it('never blames a change for an outage', async () => {
    const id = await addTag(one, `tag ${randomUUID()}`);
    const seen: string[] = [];
    let outages = 8;
    const feed = feedOver();
    feed.consume(
      'test',
      async (changes) => {
        if (outages-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        seen.push(...tagsOf(changes));
      },
      { maxAttempts: 2 },
    );
    await feed.start();
    await feed.drain();
    expect(seen).toEqual([id]);
    expect(feed.stats().deadLettered).toBe(0);
  });

  it('wakes other processes by NOTIFY, once for many commits', async () => {
    const seen: string[] = [];
    // A reader that would otherwise look only once in an hour.
    const reader = feedOver({ pollMs: 3_600_000, idlePollMs: 3_600_000 });
    reader.consume('test', async (changes) => void seen.push(...tagsOf(changes)));
    await reader.start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const writer = feedOver();
    await two.query('listen cairn_changes');
    let notifications = 0;
    two.on('notification', () => {
      notifications += 1;
    });
    const id = await addTag(one, `tag ${randomUUID()}`);
    for (let i = 0; i < 500; i += 1) writer.notifyCommitted();
    await expect.poll(() => seen, { timeout: 5000 }).toEqual([id]);
    await expect.poll(() => notifications, { timeout: 5000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await two.query('unlisten cairn_changes');
    expect(notifications).toBe(1);
    expect(reader.lagSeconds()).toBe(0);
  });

  it('continues after a stop where it was, and tells its lag', async () => {
    const first = feedOver({ clock: { now: () => Date.now() + 60_000 } });
    const seen: string[] = [];
    let open = false;
    const handler = async (changes: readonly Change[]): Promise<void> => {
      if (!open) throw Object.assign(new Error('not now'), { code: '57P03' });
      seen.push(...tagsOf(changes));
    };
    first.consume('test', handler);
    const id = await addTag(one, `tag ${randomUUID()}`);
    await first.start();
    await expect.poll(() => first.lagSeconds(), { timeout: 5000 }).toBeGreaterThan(59);
    await first.stop();
    expect(seen).toEqual([]);
    open = true;
    const second = feedOver();
    second.consume('test', handler);
    await second.drain();
    expect(seen).toEqual([id]);
    expect(second.lagSeconds()).toBe(0);
  });

  it('removes only what every consumer has handled', async () => {
    await addTag(one, `tag ${randomUUID()}`);
    await one.query(`insert into private.change_consumers (name) values ('slow')`);
    const feed = feedOver({ trimEveryMs: 10, keepSeconds: 0 });
    feed.consume('test', async () => {});
    await feed.start();
    await feed.drain();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(feed.stats().trimmed).toBe(0);
    await one.query(`delete from private.change_consumers where name = 'slow'`);
    await expect.poll(() => feed.stats().trimmed, { timeout: 5000 }).toBe(1);
  });

  it('goes on in another cluster, where transaction ids begin again', async () => {
    await one.query(`insert into private.change_consumers (name, xid, change_id) values ('test', '900000000000', 5)`);
    const restored = await addTag(one, `tag ${randomUUID()}`);
    await one.query(`update private.changes set xid = '900000000001'`);
    const seen: string[] = [];
    const feed = feedOver();
    feed.consume('test', async (changes) => void seen.push(...tagsOf(changes)));
    await feed.drain();
    const fresh = await addTag(one, `tag ${randomUUID()}`);
    await feed.drain();
    expect(seen).toEqual([restored, fresh]);
  });
});
