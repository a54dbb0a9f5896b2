// Importing an article through the whole server: HTTP, quota, run, fetch (a site on loopback), extraction in its thread, store.
//   node benchmarks/article-import.bench.mjs [--rounds 7] [--json]

import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { ensureBuilt } from '../tools/build.mjs';
import { argument, percentile, request, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const rounds = Number(argument('rounds', '7'));

const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const { createWorld } = await load('packages/testkit/src/world.ts');
const { startSiteServer, articleNames, articleBytes } = await load('packages/testkit/src/site-server.ts');
const { createWorkerExtractor } = await load(
  'apps/server/src/services/functions/import/extraction/worker-extractor.ts',
);
const { createSafeFetcher } = await load('apps/server/src/platform/fetch/undici-safe-fetcher.ts');

// The thread that is measured is the one that is shipped.
await ensureBuilt({ only: ['server'] });
const extractor = createWorkerExtractor({
  workerUrl: pathToFileURL(join(root, 'apps/server/dist/extraction-worker.js')),
});
const cluster = await startTestCluster();
process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
const site = await startSiteServer();
const fetcher = createSafeFetcher({ userAgent: 'Cairn/benchmark', exceptions: [site.hostPort] });
const world = await createWorld({
  tier: 'enterprise',
  adapters: { fetcher, extractor },
  env: { RATE_LIMIT_PER_MINUTE: '1000000' },
});

try {
  const first = await importOnce('pride-and-prejudice');
  const results = [];
  for (const name of articleNames) {
    const times = [];
    for (let turn = 0; turn < rounds; turn += 1) times.push((await importOnce(name)).ms);
    const [article] = await world.sql('select word_count, octet_length(content_html) as bytes from public.articles');
    results.push({
      name,
      pageKb: articleBytes(name).length / 1024,
      words: article.word_count,
      p50: percentile(times, 0.5),
      worst: Math.max(...times),
    });
  }
  const again = [];
  for (let turn = 0; turn < rounds; turn += 1) again.push((await post('walden')).ms);

  table(
    ['page', 'size KB', 'words', 'p50 ms', 'slowest ms'],
    results.map((row) => [row.name, round(row.pageKb), row.words, round(row.p50), round(row.worst)]),
  );
  console.log(`first import, with the start of the thread: ${round(first.ms)} ms`);
  console.log(`a page that is there already: ${round(percentile(again, 0.5))} ms`);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ firstMs: first.ms, knownMs: percentile(again, 0.5), results }, null, 2));
  }
} finally {
  await world.close();
  await site.close();
  await cluster.stop();
}

async function importOnce(name) {
  await world.sql('delete from public.articles');
  const answer = await post(name);
  if (JSON.parse(answer.text).status !== 'imported') throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer;
}

async function post(name) {
  const answer = await request(`${world.url}/functions/v1/import-article`, {
    method: 'POST',
    headers: {
      apikey: world.anonKey,
      authorization: `Bearer ${world.alice.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: `${site.origin}/articles/${name}` }),
  });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return answer;
}
