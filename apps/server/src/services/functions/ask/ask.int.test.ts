import { randomUUID } from 'node:crypto';
import type { AskEvent } from '@cairn/contracts/ask';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { Hono } from 'hono';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppEnv } from '../../../http/app-env.ts';
import { handleError } from '../../../http/error-handler.ts';
import { type Actor, anonActor, userActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { createChangeFeed } from '../../../platform/changes/change-feed.ts';
import type { ChangeFeed } from '../../../platform/changes/changes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createPgDb } from '../../../platform/db/pg-db.ts';
import { detectLanguage } from '../../../platform/language/detect-language.ts';
import { createExtractiveProvider } from '../../../platform/llm/extractive-provider.ts';
import type { AnswerProvider, AnswerSentence, Passage } from '../../../platform/llm/llm.ts';
import { silentLogger } from '../../../platform/logging/logger.ts';
import type { Quota } from '../../../platform/quota/quota.ts';
import { createIndexingService } from '../../indexing/indexing-service.ts';
import { askRoutes } from './ask-routes.ts';

let database: TestDatabase;
let db: Db;
let sql: Client;
let feed: ChangeFeed;
const alice = userActor(randomUUID(), 'alice@example.org');
const bob = userActor(randomUUID(), 'bob@example.org');
const whales =
  'The blue whale is the largest animal that has ever lived. An adult can weigh 150 tonnes.\n\nIts heart beats only eight times a minute during a deep dive, because the whale must save oxygen. 🐋 Captain Ahab never hunted one.';
let articleId: string;

const ledger: string[] = [];
const quota: Quota = {
  async charge(userId, kind, amount) {
    ledger.push(`charge ${kind} ${amount} ${userId === alice.userId ? 'alice' : 'bob'}`);
    return {
      settle: async ({ model } = {}) => void ledger.push(`settle ${model}`),
      refund: async () => void ledger.push('refund'),
    };
  },
};

const fakeProvider = (
  answer: (passages: readonly Passage[], signal: AbortSignal) => AsyncIterable<AnswerSentence>,
): AnswerProvider => ({
  name: 'fake model',
  kind: 'generative',
  answer: ({ passages, signal }) => answer(passages, signal),
});

interface AskOptions {
  provider?: AnswerProvider;
  quota?: Quota;
  timeoutMs?: number;
  heartbeatMs?: number;
  signal?: AbortSignal;
}

function post(actor: Actor, body: unknown, options: AskOptions = {}): Promise<Response> {
  const { signal, ...rest } = options;
  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(async (c, next) => {
    c.set('requestId', 'r');
    c.set('logger', silentLogger);
    c.set('actor', actor);
    c.set('clientAddress', '127.0.0.1');
    await next();
  });
  app.route(
    '/',
    askRoutes({
      db,
      logger: silentLogger,
      provider: createExtractiveProvider(),
      freeProvider: createExtractiveProvider(),
      quota,
      ...rest,
    }),
  );
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return Promise.resolve(app.request('/ask', signal ? { ...request, signal } : request));
}

async function ask(actor: Actor, body: unknown, options: AskOptions = {}): Promise<AskEvent[]> {
  const response = await post(actor, body, options);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return eventsOf(await response.text());
}

const eventsOf = (stream: string): AskEvent[] =>
  stream
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)) as AskEvent);

const insertArticle = async (owner: string, title: string, text: string): Promise<string> => {
  const { rows } = await sql.query(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, language)
     values ($1, $2, $3, $3, '', $4, 'en') returning id`,
    [owner, title, `https://example.org/${randomUUID()}`, text],
  );
  return rows[0].id;
};

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({ connectionString: database.connectionString, logger: silentLogger });
  sql = new Client({ connectionString: database.connectionString });
  await sql.connect();
  for (const user of [alice, bob]) {
    await sql.query('insert into auth.users (id, email) values ($1, $2)', [user.userId, user.email]);
  }
  feed = createChangeFeed({ db, logger: silentLogger, clock: systemClock });
  feed.consume('indexing', createIndexingService({ db, logger: silentLogger, detectLanguage }).handleChanges);
  articleId = await insertArticle(alice.userId, 'The Blue Whale', whales);
  await insertArticle(bob.userId, 'Cheese', 'Cheddar is a hard cheese from Somerset. It is made of cow milk.');
  await feed.drain();
});
afterAll(async () => {
  await sql?.end();
  await db?.close();
  await database?.close();
});

describe('POST /ask', () => {
  it('refuses who is not signed in, and questions that are none', async () => {
    ledger.length = 0;
    expect((await post(anonActor, { question: 'How heavy is a blue whale?' })).status).toBe(401);
    expect((await post(alice, { question: ' x ' })).status).toBe(400);
    expect((await post(alice, { question: 'y'.repeat(1001) })).status).toBe(400);
    expect(ledger).toEqual([]);
  });

  it("never answers from another person's texts, and does not show them as nearest", async () => {
    const events = await ask(bob, { question: 'How much does a blue whale weigh?' });
    expect(events).toEqual([
      { type: 'start', provider: 'Cairn', providerKind: 'extractive' },
      { type: 'not_found', nearest: [] },
    ]);
    const about = { question: 'How much does a blue whale weigh?', about: { itemKind: 'article', itemId: articleId } };
    ledger.length = 0;
    const response = await post(bob, about);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('Whale');
    expect(ledger).toEqual(['charge ai_request 1 bob', 'refund']);
  });

  it("lets no provider cite another person's chunk", async () => {
    const { rows } = await sql.query('select id::text, text from public.search_chunks where item_id = $1', [articleId]);
    const provider = fakeProvider(async function* () {
      yield {
        text: 'Whales are large.',
        citations: [{ chunkId: rows[0].id, quote: 'The blue whale is the largest animal' }],
      };
    });
    const events = await ask(bob, { question: 'Which cheese is hard?' }, { provider });
    expect(events.map((event) => event.type)).toEqual(['start', 'not_found']);
    expect(JSON.stringify(events)).not.toContain('whale');
  });

  it('answers with sentences of the text and the exact place of each', async () => {
    ledger.length = 0;
    const events = await ask(alice, { question: 'How much does an adult blue whale weigh?' });
    const [start, sentence, end] = events;
    expect(start?.type).toBe('start');
    expect(end).toEqual({ type: 'done' });
    if (sentence?.type !== 'sentence') throw new Error('no sentence');
    expect(sentence.text).toBe('An adult can weigh 150 tonnes.');
    const [citation] = sentence.citations;
    expect(citation).toMatchObject({ itemKind: 'article', itemId: articleId, title: 'The Blue Whale' });
    const locator = citation?.locator;
    expect(whales).toContain(`${locator?.prefix}${locator?.quote}${locator?.suffix}`);
    expect(locator?.chunkHash).toMatch(/^[0-9a-f]{64}$/);
    expect(ledger).toEqual(['charge ai_request 1 alice', 'settle Cairn']);
  });

  it('says "not in your notes" with the nearest passages', async () => {
    const events = await ask(alice, { question: 'When was the first blue whale photographed by a drone?' });
    const last = events.at(-1);
    if (last?.type !== 'not_found') throw new Error(`got ${last?.type}`);
    expect(last.nearest).toHaveLength(1);
    expect(whales.startsWith(last.nearest[0]?.locator.quote ?? '?')).toBe(true);
  });

  it('drops quotes that a model made up, sentences without a source, and keeps the true ones', async () => {
    const provider = fakeProvider(async function* (passages) {
      const chunkId = passages[0]?.chunkId ?? '';
      yield { text: 'It weighs 900 tonnes.', citations: [{ chunkId, quote: 'An adult can weigh 900 tonnes.' }] };
      yield { text: 'It is blue.', citations: [] };
      yield { text: 'It has a heart.', citations: [{ chunkId: '999999', quote: 'Its heart beats' }] };
      yield { text: 'Bad bytes.', citations: [{ chunkId, quote: 'An\0adult' }] };
      yield {
        text: 'A grown whale has 150 tonnes.',
        citations: [
          { chunkId, quote: 'weigh a lot' },
          { chunkId, quote: 'An adult can weigh 150 tonnes.' },
        ],
      };
    });
    const events = await ask(alice, { question: 'How heavy is the blue whale?' }, { provider });
    expect(events.map((event) => event.type)).toEqual(['start', 'sentence', 'done']);
    const sentence = events[1];
    if (sentence?.type !== 'sentence') throw new Error('no sentence');
    expect(sentence.citations.map((citation) => citation.locator.quote)).toEqual(['An adult can weigh 150 tonnes.']);
  });

  it('drops a quote that is in the index but no longer in the text', async () => {
    const id = await insertArticle(
      alice.userId,
      'Moons',
      'Jupiter has 95 known moons that were counted by patient people.',
    );
    await feed.drain();
    await sql.query(`update public.articles set content_text = 'Jupiter has many moons.' where id = $1`, [id]);
    const stale = await ask(alice, { question: 'How many known moons has Jupiter?' });
    expect(stale.map((event) => event.type)).toEqual(['start', 'not_found']);
    expect(JSON.stringify(stale)).not.toContain('95');
    await feed.drain();
    const { rows } = await sql.query('select text from public.search_chunks where item_id = $1', [id]);
    expect(rows).toEqual([{ text: 'Jupiter has many moons.' }]);
  });

  it('gives the charge back when answering fails before the first sentence, and not after it', async () => {
    const question = { question: 'How heavy is the blue whale?' };
    ledger.length = 0;
    // biome-ignore lint/correctness/useYield: fails before it yields
    const early = fakeProvider(async function* () {
      throw new Error('no connection');
    });
    expect((await ask(alice, question, { provider: early })).at(-1)).toMatchObject({
      type: 'failed',
      code: 'unavailable',
    });
    expect(ledger).toEqual(['charge ai_request 1 alice', 'refund']);

    ledger.length = 0;
    const late = fakeProvider(async function* (passages) {
      yield { text: 'Heavy.', citations: [{ chunkId: passages[0]?.chunkId ?? '', quote: '150 tonnes' }] };
      throw new Error('connection lost');
    });
    const events = await ask(alice, question, { provider: late });
    expect(events.map((event) => event.type)).toEqual(['start', 'sentence', 'failed']);
    expect(ledger).toEqual(['charge ai_request 1 alice', 'settle fake model']);
  });

  it('refuses with the quota, before any work', async () => {
    const spent: Quota = {
      charge: async () => {
        throw new AppError('quota_exceeded', 'No requests left today.', { details: { allowed: false } });
      },
    };
    const response = await post(alice, { question: 'How heavy is the blue whale?' }, { quota: spent });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ error: { code: 'quota_exceeded', details: { allowed: false } } });
  });

  it('ends a provider that hangs, with heartbeats until then, and frees its place', async () => {
    const question = { question: 'How heavy is the blue whale?' };
    const hanging = fakeProvider(() => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<AnswerSentence>>(() => {}) }),
    }));
    const response = await post(alice, question, { provider: hanging, timeoutMs: 120, heartbeatMs: 20 });
    const stream = await response.text();
    expect(stream).toContain(': keep-alive\n\n');
    expect(eventsOf(stream).at(-1)).toMatchObject({ type: 'failed', code: 'timeout' });
  });

  it('stops the provider when the reader goes away, and gives the charge back', async () => {
    ledger.length = 0;
    let started = false;
    let stopped = false;
    const waiting = fakeProvider(async function* (_passages, signal) {
      started = true;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      stopped = true;
      yield { text: 'Too late.', citations: [] };
    });
    const reader = new AbortController();
    const response = await post(
      alice,
      { question: 'How heavy is the blue whale?' },
      { provider: waiting, signal: reader.signal },
    );
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('"start"');
    await expect.poll(() => started, { timeout: 5000 }).toBe(true);
    reader.abort();
    await expect.poll(() => stopped, { timeout: 5000 }).toBe(true);
    await expect.poll(() => ledger, { timeout: 5000 }).toEqual(['charge ai_request 1 alice', 'refund']);
  });
});
