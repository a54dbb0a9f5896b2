import { extractionWorkerUrl } from '@cairn/testkit/extraction-worker';
import { articleBytes, articleFixtures } from '@cairn/testkit/site-server';
import { afterEach, describe, expect, it } from 'vitest';
import { type ArticleExtractor, ExtractionFailure, type PageToExtract } from './article-extractor.ts';
import { extractArticle } from './extract-article.ts';
import { createWorkerExtractor, type WorkerExtractorOptions } from './worker-extractor.ts';

const nowMs = Date.UTC(2026, 0, 1);
const open: ArticleExtractor[] = [];

async function pool(options: Partial<WorkerExtractorOptions> = {}): Promise<ArticleExtractor> {
  const extractor = createWorkerExtractor({ workerUrl: await extractionWorkerUrl(), size: 1, ...options });
  open.push(extractor);
  return extractor;
}

/** A worker made of a few lines, for what the real one should never do. */
function script(onMessage: string): URL {
  const source = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, page }) => { ${onMessage} });
    parentPort.postMessage({ type: 'ready' });`;
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/');${source}`)}`,
  );
}
const answer = `parentPort.postMessage({ type: 'done', id, article: { title: page.url, pid: require('node:worker_threads').threadId } });`;

afterEach(async () => {
  await Promise.all(open.splice(0).map((extractor) => extractor.close()));
});

function page(name = 'walden'): PageToExtract {
  return {
    url: `https://site.example/articles/${name}`,
    contentType: articleFixtures[name]?.contentType ?? null,
    contentLanguage: null,
    body: articleBytes(name),
    nowMs,
  };
}
const raw = (html: string): PageToExtract => ({
  ...page(),
  contentType: 'text/html',
  body: new TextEncoder().encode(html),
});
const never = () => new AbortController().signal;

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.kind;
    throw error;
  }
}

describe('the real worker', () => {
  it('gives what the function gives, and its failures', async () => {
    const extractor = await pool();
    expect(await extractor.extract(page(), never())).toEqual(extractArticle(page()));
    expect(await failureOf(extractor.extract(raw('<p>nothing'), never()))).toBe('no_article');
    expect(await failureOf(extractor.extract(raw(' '), never()))).toBe('empty');
    // A failed page does not cost the thread.
    expect((await extractor.extract(page('wagahai'), never())).language).toBe('ja');
  });

  it('survives a page that is nested without end', async () => {
    const extractor = await pool();
    const nested = raw(`<title>Deep</title>${'<div><b>'.repeat(30_000)}${'deep words '.repeat(200)}`);
    expect(['none', 'crashed', 'timeout', 'no_article']).toContain(await failureOf(extractor.extract(nested, never())));
    expect((await extractor.extract(page(), never())).byline).toBe('Henry David Thoreau');
  });
});

describe('limits', () => {
  it('ends a thread that computes without end, and goes on with the next page', async () => {
    const extractor = await pool({
      workerUrl: script(`if (page.url.endsWith('loop')) for (;;) {} else ${answer}`),
      timeoutMs: 1_500,
    });
    const looping = failureOf(extractor.extract({ ...page(), url: 'https://a.example/loop' }, never()));
    const next = extractor.extract({ ...page(), url: 'https://a.example/fine' }, never());
    expect(await looping).toBe('timeout');
    expect((await next).title).toBe('https://a.example/fine');
  });

  it('ends a thread that eats memory, not the process', async () => {
    const extractor = await pool({
      workerUrl: script('const all = []; for (;;) all.push(new Array(1000).fill(Math.random()));'),
      maxHeapMb: 32,
      timeoutMs: 30_000,
    });
    expect(await failureOf(extractor.extract(page(), never()))).toBe('crashed');
  });

  it('reports a thread that dies or cannot start', async () => {
    const dying = await pool({ workerUrl: script('process.exit(1);') });
    expect(await failureOf(dying.extract(page(), never()))).toBe('crashed');
    const missing = await pool({ workerUrl: new URL('file:///nowhere/worker.mjs') });
    expect(await failureOf(missing.extract(page(), never()))).toBe('crashed');
    const silent = await pool({
      workerUrl: new URL('data:text/javascript,setInterval(()=>{},1000)'),
      startTimeoutMs: 100,
    });
    expect(await failureOf(silent.extract(page(), never()))).toBe('timeout');
  });

  it('holds no more threads than it may, and refuses when too many wait', async () => {
    const extractor = await pool({ workerUrl: script(`setTimeout(() => { ${answer} }, 50);`), size: 2, queueLimit: 4 });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => extractor.extract(page(), never())));
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(done).toHaveLength(6);
    expect(new Set(done.map((outcome) => (outcome.value as unknown as { pid: number }).pid)).size).toBeLessThanOrEqual(
      2,
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ kind: 'overloaded' });
  });

  it('lets idle threads end and starts new ones when needed', async () => {
    const extractor = await pool({ workerUrl: script(answer), idleMs: 30 });
    const thread = async () => ((await extractor.extract(page(), never())) as unknown as { pid: number }).pid;
    const first = await thread();
    expect(await thread()).toBe(first);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await thread()).not.toBe(first);
  });
});

describe('cancelling', () => {
  it('ends the thread of a running page and forgets a waiting one', async () => {
    const extractor = await pool({
      workerUrl: script(`if (page.url.endsWith('loop')) for (;;) {} else ${answer}`),
      timeoutMs: 60_000,
    });
    const controllers = [new AbortController(), new AbortController()];
    const pending = controllers.map(({ signal }) =>
      failureOf(extractor.extract({ ...page(), url: 'https://a.example/loop' }, signal)),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    controllers[1]?.abort();
    expect(await pending[1]).toBe('aborted');
    controllers[0]?.abort();
    expect(await pending[0]).toBe('aborted');
    expect((await extractor.extract(page(), never())).title).toContain('walden');
    expect(await failureOf(extractor.extract(page(), AbortSignal.abort()))).toBe('aborted');
  });

  it('ends everything when closed', async () => {
    const extractor = await pool({ workerUrl: script('for (;;) {}'), timeoutMs: 60_000 });
    const pending = [1, 2].map(() => failureOf(extractor.extract(page(), never())));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await extractor.close();
    expect(await Promise.all(pending)).toEqual(['aborted', 'aborted']);
    expect(await failureOf(extractor.extract(page(), never()))).toBe('overloaded');
  });
});
