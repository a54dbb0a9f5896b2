import type { AskEvent } from '@cairn/contracts/ask';
import type { ImportArticleResult } from '@cairn/contracts/import-article';
import { type SearchResultRow, snippetMarkEnd, snippetMarkStart } from '@cairn/contracts/search';
import { articleNames, type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetcher } from './platform/fetch/undici-safe-fetcher.ts';

let world: World;
let site: SiteServer;

const post = (path: string, as: TestUser, body: unknown) =>
  world.fetch(path, {
    method: 'POST',
    as,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const importPage = async (as: TestUser, name: string): Promise<ImportArticleResult> => {
  const response = await post('/functions/v1/import-article', as, { url: `${site.origin}/articles/${name}` });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json() as Promise<ImportArticleResult>;
};

const search = async (as: TestUser, query: string): Promise<SearchResultRow[]> => {
  const response = await post('/rest/v1/rpc/search_library', as, { search_query: query });
  expect(response.status).toBe(200);
  return response.json() as Promise<SearchResultRow[]>;
};

const ask = async (as: TestUser, question: string): Promise<AskEvent[]> => {
  const response = await post('/functions/v1/ask', as, { question });
  expect(response.status, await response.clone().text()).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => JSON.parse(line.slice(6)) as AskEvent);
};

beforeAll(async () => {
  site = await startSiteServer();
  world = await createWorld({
    tier: 'plus',
    adapters: { fetcher: createSafeFetcher({ userAgent: 'Cairn tests', exceptions: [site.hostPort] }) },
  });
});
afterAll(async () => {
  await world.close();
  await site.close();
});

describe('the main job: import, find, ask', () => {
  it('imports all twelve pages, once each, and indexes them', async () => {
    for (const name of articleNames) expect((await importPage(world.alice, name)).status).toBe('imported');
    const again = await importPage(world.alice, 'walden');
    expect(again.status).toBe('duplicate');
    await world.settle();
    const { data } = await world.alice.client().from('articles').select('id, title').order('created_at');
    expect(data).toHaveLength(articleNames.length);
  }, 120_000);

  it('finds words with marks, and nothing of it for anybody else', async () => {
    const results = await search(world.alice, 'marrow of life');
    expect(results[0]?.title).toMatch(/where i lived/i);
    expect(results[0]?.snippet).toContain(`${snippetMarkStart}marrow${snippetMarkEnd}`);
    const { data } = await world.alice
      .client()
      .from('articles')
      .select('content_text')
      .eq('id', results[0]?.item_id)
      .single();
    expect(data?.content_text).toContain(results[0]?.locator?.quote);
    expect(await search(world.bob, 'marrow of life')).toEqual([]);
  });

  it('finds an article by who wrote it', async () => {
    expect((await search(world.alice, 'thoreau'))[0]?.title).toMatch(/where i lived/i);
    const events = await ask(world.alice, 'Why did Thoreau go to live in the woods?');
    expect(JSON.stringify(events)).toContain('because I wished to live deliberately');
  });

  it('answers with sentences quoted word for word from the stored text, each with its source', async () => {
    const events = await ask(world.alice, 'Why did he wish to live deliberately in the woods?');
    expect(events[0]).toMatchObject({ type: 'start', providerKind: 'extractive' });
    const sentences = events.filter((event) => event.type === 'sentence');
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) {
      expect(sentence.citations.length).toBeGreaterThan(0);
      for (const { itemId, locator } of sentence.citations) {
        const { data } = await world.alice.client().from('articles').select('content_text').eq('id', itemId).single();
        expect(data?.content_text).toContain(locator.quote);
      }
    }
    expect(events.at(-1)).toEqual({ type: 'done' });
  });

  it('says when the material does not answer, to alice and to bob, who has none', async () => {
    const events = await ask(world.alice, 'Which football team won the world cup in 2014?');
    expect(events.at(-1)?.type).toBe('not_found');
    const nothing = await ask(world.bob, 'Why did he wish to live deliberately in the woods?');
    expect(nothing.at(-1)).toMatchObject({ type: 'not_found', nearest: [] });
  });
});
