import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetcher } from '../../../platform/fetch/undici-safe-fetcher.ts';

let site: SiteServer;
let world: World;

beforeAll(async () => {
  site = await startSiteServer();
  const fetcher = createSafeFetcher({
    userAgent: 'Cairn/test',
    exceptions: [site.hostPort],
    limits: { totalTimeoutMs: 15_000 },
  });
  world = await createWorld({ tier: 'plus', adapters: { fetcher } });
});

afterAll(async () => {
  await world?.close();
  await site?.close();
});

async function post(body: unknown, as?: TestUser) {
  const response = await world.fetch('/functions/v1/import-article', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(as ? { as } : {}),
  });
  return { status: response.status, body: await response.json() };
}

describe('POST /functions/v1/import-article', () => {
  it('refuses who is not signed in, before anything else', async () => {
    expect(await post({ url: `${site.origin}/articles/walden` })).toMatchObject({
      status: 401,
      body: { error: { code: 'unauthenticated' } },
    });
    expect(await post({ nonsense: true })).toMatchObject({ status: 401 });
    expect(site.hits('/articles/walden')).toBe(0);
  });

  it.each([
    ['no address', {}],
    ['an empty address', { url: '  ' }],
    ['an address without end', { url: `https://example.org/${'a'.repeat(3000)}` }],
    ['a run id that is none', { url: 'https://example.org/', importRunId: 'one' }],
  ])('refuses %s', async (_what, body) => {
    expect(await post(body, world.alice)).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed' } },
    });
  });

  it('refuses what is no JSON', async () => {
    expect((await post('{', world.alice)).status).toBe(400);
  });

  it('answers bad input with 422, a code and a sentence', async () => {
    const answer = await post({ url: `${site.origin}/bad/redirect-metadata` }, world.alice);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({
      code: 'import_address_refused',
      message: expect.stringContaining('private'),
    });
  });

  it('imports; the article is readable by its owner through /rest/v1 and by nobody else', async () => {
    const importRunId = randomUUID();
    const answer = await post({ url: `${site.origin}/articles/decline-and-fall`, importRunId }, world.alice);
    expect(answer).toEqual({
      status: 200,
      body: {
        status: 'imported',
        importRunId,
        articleId: expect.any(String),
        title: 'The Extent of the Empire in the Age of the Antonines',
      },
    });
    const { articleId } = answer.body;
    const read = (user: TestUser) =>
      user.client().from('articles').select('title, byline, content_text').eq('id', articleId);
    expect((await read(world.alice)).data).toEqual([expect.objectContaining({ byline: 'Edward Gibbon' })]);
    expect((await read(world.eve)).data).toEqual([]);
    expect((await world.alice.client().from('import_runs').select('status').eq('id', importRunId)).data).toEqual([
      { status: 'imported' },
    ]);

    expect((await post({ url: `${site.origin}/articles/decline-and-fall#fn1` }, world.alice)).body).toMatchObject({
      status: 'duplicate',
      articleId,
    });
    expect((await post({ url: `${site.origin}/articles/decline-and-fall` }, world.bob)).body).toMatchObject({
      status: 'imported',
    });
  });

  it('makes what was imported findable', async () => {
    await post({ url: `${site.origin}/articles/pride-and-prejudice` }, world.alice);
    await world.settle();
    const chunks = await world.sql<{ text: string; ok: boolean }>(
      `select c.text, substr(a.content_text, 1) like '%' || replace(replace(c.text, '\\', '\\\\'), '%', '\\%') || '%' as ok
         from public.search_chunks c join public.articles a on a.id = c.item_id where a.byline = 'Jane Austen'`,
    );
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk.ok, chunk.text).toBe(true);
  });

  it('is cancelled when the client hangs up', async () => {
    const importRunId = randomUUID();
    const { hostname, port } = new URL(world.url);
    const call = request({
      hostname,
      port,
      method: 'POST',
      path: '/functions/v1/import-article',
      headers: {
        apikey: world.anonKey,
        authorization: `Bearer ${world.bob.accessToken}`,
        'content-type': 'application/json',
      },
    });
    call.on('error', () => {});
    call.end(JSON.stringify({ url: `${site.origin}/bad/hang`, importRunId }));
    const status = async () =>
      (await world.sql<{ status: string }>('select status from public.import_runs where id = $1', [importRunId]))[0]
        ?.status;
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(1);
    expect(await status()).toBe('running');
    call.destroy();
    await expect.poll(status, { timeout: 10_000 }).toBe('cancelled');
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(0);
  });
});
