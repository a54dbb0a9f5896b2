import type { AskEvent } from '@cairn/contracts/ask';
import { type QuotaResult, quotaResultOf } from '@cairn/contracts/plans';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchFailure } from './platform/fetch/fetch-failure.ts';
import type { AnswerProvider } from './platform/llm/llm.ts';

let world: World;
const log: string[] = [];
/** What the provider does instead of answering; null: it answers. */
let trouble: (() => Promise<void>) | null = null;

const provider: AnswerProvider = {
  name: 'fake model',
  kind: 'generative',
  async *answer({ passages }) {
    await trouble?.();
    const [passage] = passages;
    if (passage) yield { text: 'So it is.', citations: [{ chunkId: passage.chunkId, quote: passage.text }] };
  },
};

beforeAll(async () => {
  world = await createWorld({
    env: { RATE_LIMIT_PER_MINUTE: '1000000' },
    log: (line) => log.push(line),
    adapters: {
      answerProvider: provider,
      fetcher: {
        fetch: async ({ url }) => {
          if (url.includes('fails')) throw new FetchFailure('connection_failed', url);
          return {
            url,
            status: 200,
            contentType: 'text/html',
            contentLanguage: null,
            body: new Uint8Array(1),
            redirects: [],
          };
        },
      },
      extractor: {
        extract: async ({ url }) => ({
          title: url,
          byline: null,
          siteName: null,
          publishedAt: null,
          language: 'en',
          direction: 'ltr',
          excerpt: null,
          leadImageUrl: null,
          canonicalUrl: url,
          contentHtml: '<p>Words.</p>',
          contentText: 'Words.',
          wordCount: 1,
          readingMinutes: 1,
        }),
        close: async () => {},
      },
    },
  });
});
afterAll(() => world?.close());

let people = 0;
async function newPerson(): Promise<TestUser> {
  people += 1;
  const person = await world.signUp(`person${people}@example.org`);
  await world.sql(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, language)
     values ($1, 'Tides', 'https://example.org/tides', 'https://example.org/tides', '', 'Tides come twice a day.', 'en')`,
    [person.id],
  );
  await world.settle();
  return person;
}

async function post(as: TestUser, path: string, body: unknown) {
  const response = await world.fetch(`/functions/v1/${path}`, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const error = response.ok
    ? undefined
    : (JSON.parse(text).error as { code: string; message: string; details: unknown });
  return { status: response.status, text, error };
}
const ask = (as: TestUser, free = false) =>
  post(as, 'ask', { question: 'How often do tides come?', ...(free ? { free: true } : {}) });
const importPage = (as: TestUser, url: string) => post(as, 'import-article', { url });
const eventsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as AskEvent);
const usage = async (person: TestUser) => {
  const [row] = await world.sql<{ requests: number; imports: number; logged: number; open: number }>(
    `select s.current_month_usage as requests, s.current_month_imports as imports,
            (select count(*)::int from public.ai_usage_logs a where a.user_id = s.user_id) as logged,
            (select count(*)::int from private.quota_charges q
              where q.user_id = s.user_id and q.settled_at is null and q.refunded_at is null) as open
       from public.user_subscriptions s where s.user_id = $1`,
    [person.id],
  );
  return row;
};

describe('AI requests', () => {
  it('200 at once of a free account: exactly the five of the day are charged, the others get the quota result', async () => {
    const person = await newPerson();
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(person)));
    const through = answers.filter(({ status }) => status === 200);
    expect(through).toHaveLength(5);
    for (const { text } of through)
      expect(eventsOf(text).map(({ type }) => type)).toEqual(['start', 'sentence', 'done']);
    const refused = answers.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(195);
    const result = quotaResultOf(refused[0]?.error?.details) as QuotaResult;
    expect(result).toMatchObject({ allowed: false, used: 5, limit: 5, remaining: 0, tier: 'free' });
    expect(result.upgrade).toMatchObject({ nextTier: 'plus', price: 9.99 });
    expect(result.resetTime).toMatch(/T00:00:00\.000Z$/);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['quota_exceeded']));
    expect(await usage(person)).toEqual({ requests: 5, imports: 0, logged: 5, open: 0 });
    const [logged] = await world.sql('select operation_type, model_used from public.ai_usage_logs where user_id = $1', [
      person.id,
    ]);
    expect(logged).toEqual({ operation_type: 'ask', model_used: 'fake model' });
  });

  it('that fail before their first output cost nothing', async () => {
    const person = await newPerson();
    trouble = () => Promise.reject(new Error('the model is away'));
    const { text } = await ask(person);
    trouble = null;
    expect(eventsOf(text).at(-1)).toMatchObject({ type: 'failed' });
    expect(await usage(person)).toEqual({ requests: 0, imports: 0, logged: 0, open: 0 });
  });

  it('refused ones have a free answer, quoted by the built-in provider, thirty times in an hour', async () => {
    const person = await newPerson();
    for (let n = 0; n < 5; n += 1) expect((await ask(person)).status).toBe(200);
    expect((await ask(person)).status).toBe(402);
    const free = await ask(person, true);
    const events = eventsOf(free.text);
    expect(events[0]).toEqual({ type: 'start', provider: 'Cairn', providerKind: 'extractive', free: true });
    expect(events.at(-1)).toEqual({ type: 'done' });
    expect(await usage(person)).toMatchObject({ requests: 5, logged: 5, open: 0 });
    await world.sql(
      `insert into private.quota_charges (user_id, kind, amount, usage_reset_date, charged_at, settled_at)
       select $1, 'free_answer', 29, now(), now(), now()`,
      [person.id],
    );
    expect(await ask(person, true)).toMatchObject({
      status: 429,
      error: { code: 'rate_limited', message: expect.stringContaining('You had 30 free answers within an hour.') },
    });
  });

  it('a tier in the own metadata buys nothing', async () => {
    const person = await newPerson();
    const client = world.anonymous();
    await client.auth.signInWithPassword({ email: person.email, password: person.password });
    const { error } = await client.auth.updateUser({ data: { user_tier: 'enterprise' } });
    expect(error).toBeNull();
    for (let n = 0; n < 5; n += 1) await ask(person);
    expect(quotaResultOf((await ask(person)).error?.details)).toMatchObject({ tier: 'free', limit: 5 });
    const { data } = await client.rpc('get_user_tier', { p_user_id: person.id }).single();
    expect(data).toMatchObject({ tier: 'free', status: 'active', monthly_limit: 80, current_usage: 5 });
    await world.grant(person, 'plus');
    expect((await ask(person)).status).toBe(200);
  });

  it('of an account that is gone are refused', async () => {
    const person = await newPerson();
    await world.sql('delete from auth.users where id = $1', [person.id]);
    expect(await ask(person)).toMatchObject({ status: 401, error: { code: 'unauthenticated' } });
  });

  it('go on when the check fails, as far as ruled; imports do not', async () => {
    const person = await newPerson();
    await world.sql('alter function private.consume_quota(uuid, text, int, text) rename to consume_quota_away');
    try {
      const answers = [];
      for (let n = 0; n < 7; n += 1) answers.push((await ask(person)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 402, 402]);
      expect(await importPage(person, 'https://example.org/closed')).toMatchObject({ status: 503 });
    } finally {
      await world.sql('alter function private.consume_quota_away(uuid, text, int, text) rename to consume_quota');
    }
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toMatch(/^cairn_quota_failed_open_total 5$/m);
    expect(log.filter((line) => line.includes('quota check failed: allowed without it'))).toHaveLength(5);
  });
});

describe('imports', () => {
  it('200 at once of a free account: exactly the ten of the month are charged and stored', async () => {
    const person = await newPerson();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => importPage(person, `https://example.org/page-${n}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(190);
    expect(quotaResultOf(refused[0]?.error?.details)).toMatchObject({ used: 10, limit: 10, tier: 'free' });
    expect(refused[0]?.error?.message).toMatch(
      /^You have used all 10 imports of this month\. More from \d{4}-\d\d-\d\d\.$/,
    );
    expect(await usage(person)).toEqual({ requests: 0, imports: 10, logged: 0, open: 0 });
    // And the one that was there before.
    expect(await world.sql('select from public.articles where user_id = $1', [person.id])).toHaveLength(11);
  });

  it('charge neither what failed nor what was there already', async () => {
    const person = await newPerson();
    expect((await importPage(person, 'https://example.org/one')).status).toBe(200);
    expect((await importPage(person, 'https://example.org/one')).status).toBe(200);
    const failed = await importPage(person, 'https://example.org/fails');
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(await usage(person)).toEqual({ requests: 0, imports: 1, logged: 0, open: 0 });
  });
});
