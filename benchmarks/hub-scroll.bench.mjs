// The hub with a library of 10,000 notes in real Chromium: signed-in start to the first rows (cold: empty cache; warm: again), frames
// while 10,000 rows are scrolled through, and search as one types (from the last key to the results of these words).
//   npm run bench -- hub-scroll [--notes 10000] [--rounds 5]

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';
import { argument, percentile, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const notes = Number(argument('notes', '10000'));
const rounds = Number(argument('rounds', '5'));
const installed = '/usr/bin/chromium';
const searches = ['stone', 'river', 'note', 'river stone'];

const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const cluster = await startTestCluster();
process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
const { createWorld } = await load('packages/testkit/src/world.ts');
const { chromiumArguments } = await load('e2e/chromium-arguments.ts');

const world = await createWorld({ builtWeb: true });
const executablePath = process.env.CAIRN_CHROMIUM || (existsSync(installed) ? installed : undefined);
const browser = await chromium.launch({ args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) });
try {
  await world.sql(
    `insert into public.notes (user_id, title, text, created_at)
     select $1, 'Note ' || n || ' on stone and river', 'Granite rests where the river left it, number ' || n, now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [world.alice.id, notes],
  );
  await world.settle();
  await world.sql('vacuum analyze');
  const figures = { notes, ...(await measure()) };
  print(figures);
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
} finally {
  await browser.close();
  await world.close();
  await cluster.stop();
}

async function measure() {
  const cold = [];
  const warm = [];
  let last;
  for (let turn = 0; turn < rounds; turn += 1) {
    const context = await browser.newContext({ baseURL: world.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page);
    // Cold: the session is kept, nothing of the app is.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    cold.push(await usable(page));
    warm.push(await usable(page));
    if (turn === rounds - 1) last = { frames: await scroll(page), search: await search(page) };
    await context.close();
  }
  return { cold: spread(cold), warm: spread(warm), ...last };
}

async function signIn(page) {
  await page.goto('/pkm-hub');
  const modal = page.getByRole('dialog', { name: 'Sign in' });
  await modal.getByLabel('Email').fill(world.alice.email);
  await modal.getByLabel('Password', { exact: true }).fill(world.alice.password);
  await modal.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.locator('[data-row="0"]').waitFor();
}

/** Milliseconds from asking for the page to rows that answer. */
async function usable(page) {
  const startedAt = performance.now();
  await page.goto('/pkm-hub', { waitUntil: 'commit' });
  await page.locator('[data-row="0"] a').waitFor();
  return performance.now() - startedAt;
}

/** Scrolls from the top to the last row, 30 rows a frame's time apart, and looks at the time between frames. */
function scroll(page) {
  return page.evaluate(async (count) => {
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const gaps = [];
    let most = 0;
    let seen = 0;
    let previous = await next();
    const end = performance.now() + 120_000;
    while (seen < count && performance.now() < end) {
      window.scrollBy(0, 300);
      const now = await next();
      gaps.push(now - previous);
      previous = now;
      const rows = document.querySelectorAll('[data-row]');
      most = Math.max(most, rows.length);
      seen = Math.max(seen, Number(rows[rows.length - 1]?.getAttribute('aria-posinset') ?? 0));
    }
    gaps.sort((a, b) => a - b);
    // A frame is dropped when the next one comes more than one and a half frames (60 a second) later.
    const dropped = gaps.reduce((sum, gap) => sum + (gap > 25 ? Math.round(gap / (1000 / 60)) - 1 : 0), 0);
    const at = (share) => Math.round((gaps[Math.floor(share * (gaps.length - 1))] ?? 0) * 10) / 10;
    return {
      frames: gaps.length,
      dropped,
      p50: at(0.5),
      p99: at(0.99),
      longest: at(1),
      rowsReached: seen,
      mostRowsInPage: most,
    };
  }, notes);
}

async function search(page) {
  const times = [];
  const box = page.getByLabel('Search your library');
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const word of searches) {
      // Other words each time: what was found a moment ago is not asked for again.
      const words = `${word} ${turn + 11}`;
      await box.fill('');
      await page.locator('[data-row="0"]').waitFor();
      const answered = page.waitForResponse(
        (response) =>
          response.url().includes('search_library') && response.request().postDataJSON()?.search_query === words,
      );
      await box.pressSequentially(words, { delay: 60 });
      const typedAt = performance.now();
      await answered;
      await page.locator('section[aria-busy=false] h3').first().waitFor();
      times.push(performance.now() - typedAt);
    }
  }
  return spread(times);
}

function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: round(percentile(sorted, 0.5)), p95: round(percentile(sorted, 0.95)), calls: sorted.length };
}

function print({ cold, warm, frames, search: found }) {
  table(
    ['what', 'figure'],
    [
      [`signed-in start, ${notes} notes, cold, to usable (p50 / p95)`, `${cold.p50} / ${cold.p95} ms`],
      [`the same, warm (p50 / p95)`, `${warm.p50} / ${warm.p95} ms`],
      ['frames while scrolling / dropped', `${frames.frames} / ${frames.dropped}`],
      ['time between frames (p50 / p99 / longest)', `${frames.p50} / ${frames.p99} / ${frames.longest} ms`],
      ['rows reached / most rows in the page at once', `${frames.rowsReached} / ${frames.mostRowsInPage}`],
      ['search as one types: last key to results (p50 / p95)', `${found.p50} / ${found.p95} ms`],
    ],
  );
}
