// Search in a library of 100,000 chunks, as its owner under row-level security, on PostgreSQL 18 (embedded) and, where it is
// installed, Debian's 15. Times are compared with a trivial query on the same connection, so that the ratio says something on any machine.
//   npm run bench -- search [--chunks 100000] [--rounds 20]

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runnerImport } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argument = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const chunkCount = argument('chunks', 100_000);
const rounds = argument('rounds', 20);

const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const { createTestDatabase } = await load('packages/testkit/src/test-database.ts');
const { createTextGenerator } = await load('packages/testkit/src/generated-text.ts');

const debian15 = '/usr/lib/postgresql/15/bin';
const reports = [await measure({})];
if (existsSync(join(debian15, 'initdb'))) reports.push(await measure({ binFolder: debian15 }));
if (process.argv.includes('--json')) console.log(JSON.stringify(reports, null, 2));

async function measure(options) {
  const cluster = await startTestCluster(options);
  const database = await createTestDatabase({ clusterUrl: cluster.connectionString });
  const db = new pg.Client({ connectionString: database.connectionString });
  await db.connect();
  try {
    const owner = await fill(db);
    await db.query('begin');
    await db.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: owner, role: 'authenticated' }),
    ]);
    const version = (await db.query('show server_version')).rows[0].server_version;
    const { queries, questions } = sampleQueries();
    const trivial = await time(
      db,
      'select 1 as one',
      queries.map(() => []),
    );
    const search = await time(
      db,
      'select * from public.search_library($1)',
      queries.map((text) => [text]),
    );
    const passages = await time(
      db,
      'select * from public.passages_for_question($1)',
      questions.map((text) => [text]),
    );
    await db.query('rollback');
    const report = { server: `PostgreSQL ${version}`, chunks: chunkCount, trivial, search, passages };
    print(report);
    return report;
  } finally {
    await db.end();
    await database.close();
    await cluster.stop();
  }
}

/** One person with `chunkCount` chunks in articles of 40, and a neighbour with a tenth of it. Returns the person's id. */
async function fill(db) {
  const owner = randomUUID();
  const neighbour = randomUUID();
  await db.query('insert into auth.users (id, email) values ($1, $2), ($3, $4)', [
    owner,
    'a@example.com',
    neighbour,
    'b@example.com',
  ]);
  const text = createTextGenerator(1);
  await db.query('set session_replication_role = replica'); // the change feed is not what is measured here
  for (const [user, count] of [
    [owner, chunkCount],
    [neighbour, chunkCount / 10],
  ]) {
    for (let done = 0; done < count; done += 2000) {
      const articles = Array.from({ length: 50 }, (_, i) => ({
        id: randomUUID(),
        title: text.title(),
        url: `https://example.com/${done}/${i}`,
      }));
      await db.query(
        `insert into public.articles (id, user_id, title, url, canonical_url, language, content_html, content_text)
         select a.id, $1, a.title, a.url, a.url, 'en', '<p></p>', '' from jsonb_to_recordset($2) as a (id uuid, title text, url text)`,
        [user, JSON.stringify(articles)],
      );
      const chunks = [];
      for (const article of articles) {
        const language = text.pick(['english', 'english', 'english', 'german', 'french']);
        for (let ordinal = 0; ordinal < 40; ordinal += 1) {
          const body = text.paragraph();
          chunks.push({
            item: article.id,
            ordinal,
            body,
            hash: createHash('sha256').update(body).digest('hex'),
            language,
          });
        }
      }
      await db.query(
        `insert into public.search_chunks (user_id, item_kind, item_id, ordinal, text, text_hash, language)
         select $1, 'article', c.item, c.ordinal, c.body, c.hash, c.language::regconfig
         from jsonb_to_recordset($2) as c (item uuid, ordinal int, body text, hash text, language text)`,
        [user, JSON.stringify(chunks)],
      );
    }
  }
  await db.query('set session_replication_role = origin');
  await db.query('vacuum analyze public.search_chunks, public.articles');
  return owner;
}

/** What people type: common and rare words, several words, phrases, beginnings, words that do not occur, stop words. */
function sampleQueries() {
  const text = createTextGenerator(2);
  const queries = [];
  const questions = [];
  for (let i = 0; i < rounds; i += 1) {
    const [common, medium, rare] = [text.word(0, 50), text.word(200, 1000), text.word(3000, 15000)];
    queries.push(
      common,
      medium,
      `${rare} `,
      `${common} ${medium}`,
      `${medium} ${rare}`,
      `"${common} ${text.word(0, 50)}"`,
    );
    queries.push(
      medium.slice(0, 3),
      common.slice(0, 2),
      `${rare} zzzunknown`,
      `the ${medium} of`,
      `${medium} -${common}`,
    );
    questions.push(
      `What does the ${medium} have to do with ${rare} and ${common}?`,
      `Why is ${medium} ${text.word(100, 400)} to the ${common}?`,
    );
  }
  return { queries, questions };
}

async function time(db, sql, parameterSets) {
  // A pooled connection has answered before: its functions are parsed and their plans are kept.
  for (const parameters of parameterSets.slice(0, 12)) await db.query(sql, parameters);
  const times = [];
  let rows = 0;
  for (const parameters of parameterSets) {
    const start = performance.now();
    const result = await db.query(sql, parameters);
    times.push(performance.now() - start);
    if (process.env.BENCH_VERBOSE) console.log(times.at(-1).toFixed(1), JSON.stringify(parameters), result.rowCount);
    rows += result.rowCount;
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] * 100) / 100;
  return { p50: at(0.5), p95: at(0.95), max: at(1), calls: times.length, rowsPerCall: Math.round(rows / times.length) };
}

function print({ server, chunks, trivial, search, passages }) {
  console.log(`${server}, ${chunks} chunks of one person, milliseconds per call:`);
  for (const [name, figures] of Object.entries({
    'select 1': trivial,
    search_library: search,
    passages_for_question: passages,
  })) {
    const ratio = Math.round(figures.p50 / trivial.p50);
    console.log(
      `  ${name.padEnd(22)} p50 ${figures.p50}  p95 ${figures.p95}  max ${figures.max}  (${ratio} × the trivial query, ${figures.rowsPerCall} rows)`,
    );
  }
}
