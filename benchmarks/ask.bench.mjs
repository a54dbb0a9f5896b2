// Asking a library of 1,000 texts through the whole server: from sending the question to the first event, to the first sentence and
// to the end of the answer. Compared with a plain search for the same words, so that the ratio says something on any machine.
//   npm run bench -- ask [--texts 1000] [--rounds 40] [--json]

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { dataWorld } from './data-world.mjs';
import { argument, percentile, request, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const texts = Number(argument('texts', '1000'));
const rounds = Number(argument('rounds', '40'));
const { createTextGenerator } = await load('packages/testkit/src/generated-text.ts');

const world = await dataWorld();
try {
  await world.grant(world.alice, 'enterprise');
  const facts = await fill();
  for (const fact of facts.slice(0, 5)) await ask(fact);
  const answers = [];
  const searches = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const fact = facts[(turn * 7) % facts.length];
    answers.push(await ask(fact));
    searches.push(await search(fact));
  }
  const unanswered = answers.filter(({ sentenceMs }) => sentenceMs === null).length;
  const of = (key) => answers.map((answer) => answer[key]).filter((value) => value !== null);
  const searchP50 = percentile(searches, 0.5);
  const figures = {
    texts,
    rounds,
    unanswered,
    search: { p50: searchP50, p95: percentile(searches, 0.95) },
    firstEvent: { p50: percentile(of('eventMs'), 0.5), p95: percentile(of('eventMs'), 0.95) },
    firstSentence: { p50: percentile(of('sentenceMs'), 0.5), p95: percentile(of('sentenceMs'), 0.95) },
    whole: { p50: percentile(of('wholeMs'), 0.5), p95: percentile(of('wholeMs'), 0.95) },
  };
  table(
    ['', 'p50 ms', 'p95 ms', '× search'],
    [
      ['search for the same words', figures.search],
      ['answer: first event', figures.firstEvent],
      ['answer: first sentence', figures.firstSentence],
      ['answer: whole', figures.whole],
    ].map(([name, { p50, p95 }]) => [name, round(p50), round(p95), round(p50 / searchP50)]),
  );
  console.log(`${texts} texts, ${rounds} questions, ${unanswered} of them without an answer`);
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
} finally {
  await world.close();
}

/** Generated prose, and in each text one sentence that a question can be asked about. */
async function fill() {
  const text = createTextGenerator(1);
  const facts = [];
  for (let done = 0; done < texts; done += 50) {
    const articles = Array.from({ length: Math.min(50, texts - done) }, (_, offset) => {
      const place = `${name(done + offset)}stead`;
      facts.push({ question: `When was the bridge of ${place} built?`, words: `bridge ${place} built` });
      const fact = `The bridge of ${place} was built by the townspeople in ${1500 + ((done + offset) % 400)}.`;
      const paragraphs = Array.from({ length: 12 }, () => text.paragraph());
      paragraphs.splice(6, 0, fact);
      return { title: text.title(), url: `https://example.com/${done + offset}`, body: paragraphs.join('\n\n') };
    });
    await world.sql(
      `insert into public.articles (user_id, title, url, canonical_url, language, content_html, content_text)
       select $1, a.title, a.url, a.url, 'en', '<p></p>', a.body
         from jsonb_to_recordset($2) as a (title text, url text, body text)`,
      [world.alice.id, JSON.stringify(articles)],
    );
  }
  await world.settle();
  await world.sql('vacuum analyze public.search_chunks, public.articles');
  return facts;
}

/** A name for every number, in letters: digits would be found in other ways. */
function name(number) {
  const letters = [...String(number).padStart(4, '0')].map((digit) => 'bdfgklmnrt'[Number(digit)]);
  return `${letters[0].toUpperCase()}a${letters[1]}o${letters[2]}i${letters[3]}e`;
}

async function ask({ question }) {
  const started = performance.now();
  const response = await world.fetch('/functions/v1/ask', {
    as: world.alice,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
  if (response.status !== 200) throw new Error(`${question}: ${response.status} ${await response.text()}`);
  let eventMs = null;
  let sentenceMs = null;
  let stream = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    stream += part;
    eventMs ??= performance.now() - started;
    if (stream.includes('"type":"sentence"')) sentenceMs ??= performance.now() - started;
  }
  return { eventMs, sentenceMs, wholeMs: performance.now() - started };
}

async function search({ words }) {
  const answer = await request(`${world.url}/rest/v1/rpc/search_library`, {
    method: 'POST',
    headers: {
      apikey: world.anonKey,
      authorization: `Bearer ${world.alice.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ search_query: words }),
  });
  if (answer.status !== 200) throw new Error(`${words}: ${answer.status} ${answer.text}`);
  return answer.ms;
}
