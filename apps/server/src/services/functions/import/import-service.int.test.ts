import { randomUUID } from 'node:crypto';
import { extractionWorkerUrl } from '@cairn/testkit/extraction-worker';
import { type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type UserActor, userActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createPgDb } from '../../../platform/db/pg-db.ts';
import type { FetchLimits } from '../../../platform/fetch/safe-fetcher.ts';
import { createSafeFetcher } from '../../../platform/fetch/undici-safe-fetcher.ts';
import { silentLogger } from '../../../platform/logging/logger.ts';
import type { Quota } from '../../../platform/quota/quota.ts';
import type { ArticleExtractor } from './extraction/article-extractor.ts';
import { createWorkerExtractor } from './extraction/worker-extractor.ts';
import { ImportCancelled } from './import-failure.ts';
import { createImportService, type ImportService } from './import-service.ts';
import { createImportStore } from './import-store.ts';

let database: TestDatabase;
let db: Db;
let site: SiteServer;
let extractor: ArticleExtractor;
let admin: pg.Client;

/** A ledger in memory: what was charged and not given back. */
function countingQuota() {
  const balances = new Map<string, number>();
  const quota: Quota = {
    async charge(userId, _kind, amount) {
      balances.set(userId, (balances.get(userId) ?? 0) + amount);
      let open = true;
      return {
        async settle() {
          open = false;
        },
        async refund() {
          if (open) balances.set(userId, (balances.get(userId) ?? 0) - amount);
          open = false;
        },
      };
    },
  };
  return { quota, charged: (userId: string) => balances.get(userId) ?? 0 };
}

const quick: Partial<FetchLimits> = {
  headersTimeoutMs: 600,
  bodyIdleTimeoutMs: 600,
  totalTimeoutMs: 1_500,
  maxBytes: 2_000_000,
};

function makeService(limits: Partial<FetchLimits> = {}) {
  const ledger = countingQuota();
  const service = createImportService({
    store: createImportStore(db),
    fetcher: createSafeFetcher({ userAgent: 'Cairn/test', exceptions: [site.hostPort], limits }),
    extractor,
    quota: ledger.quota,
    clock: systemClock,
    logger: silentLogger,
    maxWaiting: 0,
  });
  return { service, charged: ledger.charged };
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPgDb({
    connectionString: database.connectionString,
    logger: silentLogger,
    poolSize: 8,
    statementTimeoutMs: 10_000,
  });
  site = await startSiteServer();
  extractor = createWorkerExtractor({ workerUrl: await extractionWorkerUrl(), size: 1 });
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
});

afterAll(async () => {
  await extractor?.close();
  await site?.close();
  await admin?.end();
  await db?.close();
  await database?.close();
});

let alice: UserActor;
let service: ImportService;
let charged: (userId: string) => number;

beforeEach(async () => {
  alice = await newUser();
  ({ service, charged } = makeService());
});

async function newUser(): Promise<UserActor> {
  const id = randomUUID();
  await admin.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.org`]);
  return userActor(id, `${id}@example.org`);
}

const never = () => new AbortController().signal;
const article = (name: string) => `${site.origin}/articles/${name}`;
const bad = (name: string) => `${site.origin}/bad/${name}`;

async function runs(actor: UserActor) {
  const { rows } = await admin.query('select * from public.import_runs where user_id = $1 order by created_at', [
    actor.userId,
  ]);
  return rows;
}
async function articles(actor: UserActor) {
  const { rows } = await admin.query('select * from public.articles where user_id = $1', [actor.userId]);
  return rows;
}

describe('bad input: a clear sentence, nothing stored, nothing charged, nothing hung', () => {
  const cases: [name: string, url: () => string, code: string, sentence: RegExp][] = [
    ['no address', () => 'not a web address', 'import_address_invalid', /not a web address/],
    ['another scheme', () => 'ftp://example.org/x', 'import_address_invalid', /http:\/\//],
    ['a script', () => 'javascript:alert(1)', 'import_address_invalid', /http:\/\//],
    ['a password in it', () => 'https://me:secret@example.org/', 'import_address_refused', /password/],
    ['loopback', () => 'http://127.0.0.1/', 'import_address_refused', /private/],
    ['localhost by name', () => 'localhost', 'import_address_refused', /private/],
    ['cloud metadata', () => 'http://169.254.169.254/latest/', 'import_address_refused', /private/],
    ['a database port', () => 'http://example.org:5432/', 'import_address_refused', /port 5432/],
    [
      'a name that does not resolve',
      () => 'https://nowhere.invalid/x',
      'import_address_unresolved',
      /nowhere\.invalid/,
    ],
    ['404', () => bad('not-found'), 'import_http_error', /404/],
    ['403', () => bad('forbidden'), 'import_http_error', /403/],
    ['500', () => bad('server-error'), 'import_http_error', /500/],
    ['a PDF', () => bad('pdf'), 'import_not_a_page', /PDF/],
    ['a PDF that says it is a page', () => bad('pdf-as-html'), 'import_not_a_page', /PDF/],
    ['an image', () => bad('image'), 'import_not_a_page', /image/],
    ['50 MB', () => bad('50mb'), 'import_too_large', /too large/],
    ['50 MB, announced', () => bad('50mb-declared'), 'import_too_large', /too large/],
    ['a gzip bomb', () => bad('gzip-bomb'), 'import_too_large', /too large/],
    ['no answer', () => bad('hang'), 'import_timeout', /too long/],
    ['silence within the body', () => bad('hang-body'), 'import_timeout', /too long/],
    ['a body without end, drop by drop', () => bad('dribble'), 'import_timeout', /too long/],
    [
      'a redirect to the metadata service',
      () => bad('redirect-metadata'),
      'import_address_refused',
      /leads to a private/,
    ],
    ['a redirect to loopback', () => bad('redirect-loopback'), 'import_address_refused', /leads to a private/],
    ['a redirect to a private network', () => bad('redirect-private'), 'import_address_refused', /leads to a private/],
    ['a redirect to a file', () => bad('redirect-file'), 'import_unreachable', /cannot be opened/],
    ['a redirect loop', () => bad('redirect-loop'), 'import_too_many_redirects', /without end/],
    ['an empty body', () => bad('empty'), 'import_empty', /empty/],
    ['only white space', () => bad('blank'), 'import_empty', /empty/],
    ['a sign-in form', () => bad('no-article'), 'import_no_article', /No article/],
    ['a list of links', () => bad('link-list'), 'import_no_article', /No article/],
    ['a broken connection', () => bad('reset'), 'import_unreachable', /broke off/],
    ['something that is not HTTP', () => bad('not-http'), 'import_unreachable', /broke off/],
    ['broken compression', () => bad('gzip-broken'), 'import_unreachable', /cannot be read/],
  ];
  // Short limits only where they are met: a busy machine must not turn another failure into a time-out.
  const endless = ['no answer', 'silence within the body', 'a body without end, drop by drop'];
  it.each(cases)('%s', async (name, url, code, sentence) => {
    ({ service, charged } = makeService(endless.includes(name) ? quick : { maxBytes: 2_000_000 }));
    const failure = await service
      .importArticle(alice, { url: url(), signal: never() })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect(await articles(alice)).toEqual([]);
    expect(await runs(alice)).toEqual([
      expect.objectContaining({ status: 'failed', error_code: code, article_id: null }),
    ]);
    expect(charged(alice.userId)).toBe(0);
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(0);
  });
});

describe('importing', () => {
  it('stores the article with all that was found, and the run', async () => {
    const outcome = await service.importArticle(alice, { url: article('pride-and-prejudice'), signal: never() });
    expect(outcome).toMatchObject({ isNew: true, title: 'Pride and Prejudice: Chapter 1' });
    const [stored] = await articles(alice);
    expect(stored).toMatchObject({
      id: outcome.articleId,
      url: article('pride-and-prejudice'),
      canonical_url: `${site.origin}/articles/pride-and-prejudice.html`,
      byline: 'Jane Austen',
      site_name: 'The Reading Room',
      language: 'en-GB',
      direction: 'ltr',
      state: 'unread',
      import_run_id: outcome.importRunId,
    });
    expect(stored.published_at.toISOString()).toBe('1813-01-28T00:00:00.000Z');
    expect(await runs(alice)).toEqual([
      expect.objectContaining({ id: outcome.importRunId, status: 'imported', article_id: outcome.articleId }),
    ]);
    expect(charged(alice.userId)).toBe(1);
  });

  it('follows redirects, and stores where they led', async () => {
    await service.importArticle(alice, { url: `${site.origin}/redirect/walden`, signal: never() });
    expect(await articles(alice)).toEqual([
      expect.objectContaining({ url: article('walden?utm_source=short'), canonical_url: article('walden') }),
    ]);
  });

  it('recognises a page it has, by its canonical address, and does not charge for it', async () => {
    const first = await service.importArticle(alice, { url: article('pride-and-prejudice'), signal: never() });
    const again = await service.importArticle(alice, {
      url: `${article('pride-and-prejudice')}?utm_source=mail`,
      signal: never(),
    });
    expect(again).toMatchObject({ isNew: false, articleId: first.articleId });
    expect(again.importRunId).not.toBe(first.importRunId);
    expect(await articles(alice)).toHaveLength(1);
    expect((await runs(alice)).map((run) => run.status)).toEqual(['imported', 'duplicate']);
    expect(charged(alice.userId)).toBe(1);
  });

  it('does not even fetch an address whose article is there', async () => {
    await service.importArticle(alice, { url: article('muqaddimah'), signal: never() });
    const hits = site.hits('/articles/muqaddimah');
    const again = await service.importArticle(alice, { url: `${article('muqaddimah')}#verse`, signal: never() });
    expect(again.isNew).toBe(false);
    expect(site.hits('/articles/muqaddimah')).toBe(hits);
  });

  it('gives two people an article each', async () => {
    const bob = await newUser();
    const hers = await service.importArticle(alice, { url: article('alice'), signal: never() });
    const his = await service.importArticle(bob, { url: article('alice'), signal: never() });
    expect(his.isNew).toBe(true);
    expect(his.articleId).not.toBe(hers.articleId);
  });

  it('makes one article of two imports at the same time, and answers both', async () => {
    const both = await Promise.all(
      [1, 2].map(() => service.importArticle(alice, { url: article('walden'), signal: never() })),
    );
    expect(both.map((outcome) => outcome.isNew).sort()).toEqual([false, true]);
    expect(new Set(both.map((outcome) => outcome.articleId)).size).toBe(1);
    expect(await articles(alice)).toHaveLength(1);
    expect(charged(alice.userId)).toBe(1);
  });

  it('refuses more imports at once than a person needs', async () => {
    const client = new AbortController();
    const held = [1, 2, 3].map((index) =>
      service.importArticle(alice, { url: `${bad('hang')}?${index}`, signal: client.signal }),
    );
    const another = (actor: UserActor) => service.importArticle(actor, { url: article('walden'), signal: never() });
    const settled = Promise.allSettled(held);
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(3);
    await expect(another(alice)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(another(await newUser())).resolves.toMatchObject({ isNew: true });
    client.abort();
    await settled;
    await expect(another(alice)).resolves.toMatchObject({ isNew: true });
  });
});

describe('runs', () => {
  it('answers a repeated request with the first outcome', async () => {
    const importRunId = randomUUID();
    const first = await service.importArticle(alice, { importRunId, url: article('don-quijote'), signal: never() });
    const hits = site.hits('/articles/don-quijote');
    const second = await service.importArticle(alice, { importRunId, url: article('don-quijote'), signal: never() });
    expect(second).toEqual(first);
    expect(site.hits('/articles/don-quijote')).toBe(hits);
    expect(await runs(alice)).toHaveLength(1);
    expect(charged(alice.userId)).toBe(1);

    const failing = randomUUID();
    const attempt = () =>
      service.importArticle(alice, { importRunId: failing, url: bad('not-found'), signal: never() });
    await expect(attempt()).rejects.toMatchObject({ code: 'import_http_error' });
    await expect(attempt()).rejects.toMatchObject({
      code: 'import_http_error',
      message: expect.stringContaining('404'),
    });
    expect(site.hits('/bad/not-found')).toBeGreaterThan(0);
    expect(await runs(alice)).toHaveLength(2);
  });

  it("does not take up another person's run", async () => {
    const importRunId = randomUUID();
    await service.importArticle(alice, { importRunId, url: article('walden'), signal: never() });
    const eve = await newUser();
    await expect(
      service.importArticle(eve, { importRunId, url: article('alice'), signal: never() }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await articles(eve)).toEqual([]);
    expect(charged(eve.userId)).toBe(0);
    expect((await runs(alice))[0]).toMatchObject({ status: 'imported' });
  });

  it('is there before anything is fetched, and cancelled when the client goes away; a retry takes it up', async () => {
    const importRunId = randomUUID();
    const client = new AbortController();
    const pending = service.importArticle(alice, { importRunId, url: bad('hang'), signal: client.signal });
    pending.catch(() => {});
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(1);
    expect(await runs(alice)).toEqual([expect.objectContaining({ id: importRunId, status: 'running' })]);
    client.abort();
    await expect(pending).rejects.toBeInstanceOf(ImportCancelled);
    expect(await runs(alice)).toEqual([expect.objectContaining({ id: importRunId, status: 'cancelled' })]);
    expect(charged(alice.userId)).toBe(0);
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(0);

    const retry = await service.importArticle(alice, { importRunId, url: article('walden'), signal: never() });
    expect(retry).toMatchObject({ isNew: true, importRunId });
    expect(await runs(alice)).toHaveLength(1);
  });

  it('closes what a crash left running, but not what another process may be doing', async () => {
    const insert = (age: string) =>
      admin.query(
        `insert into public.import_runs (user_id, kind, requested_url, created_at, updated_at)
         values ($1, 'article', 'https://example.org/', now() - $2::interval, now() - $2::interval)`,
        [alice.userId, age],
      );
    await insert('2 seconds');
    await insert('10 minutes');
    expect(await service.recoverInterruptedRuns({ soleProcess: false })).toBe(1);
    expect((await runs(alice)).map((run) => run.status)).toEqual(['failed', 'running']);
    expect(await service.recoverInterruptedRuns({ soleProcess: true })).toBe(1);
    for (const run of await runs(alice)) {
      expect(run).toMatchObject({ status: 'failed', error_message: expect.stringContaining('stopped') });
    }
  });

  it('stores nothing for a run that was closed elsewhere in the meantime', async () => {
    const store = createImportStore(db);
    const id = randomUUID();
    await store.startRun(alice.userId, { id, url: 'https://example.org/', maxAgeMs: 60_000 });
    await store.failAbandonedRuns(0, 'gone');
    const settle = vi.fn();
    const saved = await store.saveArticle(
      alice.userId,
      id,
      'https://example.org/',
      {
        title: 'T',
        byline: null,
        siteName: null,
        publishedAt: null,
        language: null,
        direction: 'ltr',
        excerpt: null,
        leadImageUrl: null,
        canonicalUrl: 'https://example.org/',
        contentHtml: '<p>x</p>',
        contentText: 'x',
        wordCount: 1,
        readingMinutes: 1,
      },
      settle,
    );
    expect(settle).not.toHaveBeenCalled();
    expect(saved).toBeNull();
    expect(await articles(alice)).toEqual([]);
  });

  it('gives everything back when the quota refuses', async () => {
    const refusing = createImportService({
      store: createImportStore(db),
      fetcher: createSafeFetcher({ userAgent: 'Cairn/test', exceptions: [site.hostPort] }),
      extractor,
      quota: { charge: () => Promise.reject(new AppError('quota_exceeded', 'No imports left this month.')) },
      clock: systemClock,
      logger: silentLogger,
    });
    await expect(refusing.importArticle(alice, { url: article('werther'), signal: never() })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect(await runs(alice)).toEqual([]);
    expect(await articles(alice)).toEqual([]);
  });
});
