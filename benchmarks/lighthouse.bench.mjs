// Lighthouse in a headless Chromium on landing page, sign-in, dashboard and hub, the last two signed in, with a library of some hundred
// things and nothing of it on the device: the median of five visits with each kind of device, against the budgets of `lighthouse-pages.mjs`.
// `machine` is Lighthouse's own measure of the machine while it looked: where it is below 1500 the machine was busy, and times say little.
//   npm run lighthouse [-- --pages landing,hub] [--runs 5]   looks
//   npm run bench -- lighthouse [--runs 5]                   writes the figures down

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse';
import { runnerImport } from 'vite';
import { cacheDir, projectRoot } from '../tools/lib/project.mjs';
import { ensureChromium } from '../tools/testing/chromium.mjs';
import { pages as allPages, furnish } from './lighthouse-pages.mjs';
import { argument, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runs = Number(argument('runs', '5'));
const wanted = argument('pages', '').split(',').filter(Boolean);
const pages = allPages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const devices = { mobile: defaultConfig, desktop: desktopConfig };
const allCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
const metrics = {
  lcpMs: 'largest-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  fcpMs: 'first-contentful-paint',
};

const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { chromiumArguments } = await load('e2e/chromium-arguments.ts');
const executable = await ensureChromium({ cacheDir: cacheDir(), root: projectRoot, say: () => {} });
const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const cluster = await startTestCluster();
process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
const { createWorld } = await load('packages/testkit/src/world.ts');
const world = await createWorld({ builtWeb: true, users: false });

const figures = {};
const faults = new Set();
try {
  const person = await world.signUp('ada.lovelace@example.org');
  if (pages.some(({ signedIn }) => signedIn)) await furnish(world, person);
  for (const page of pages) {
    for (const device of Object.keys(devices)) {
      const results = [];
      for (let turn = 0; turn < runs; turn += 1) {
        // A trace that has not begun in time, as on a busy machine, is no finding: once more.
        results.push(await visit(page, device, person).catch(() => visit(page, device, person)));
      }
      figures[page.name] ??= {};
      figures[page.name][device] = Object.fromEntries(
        Object.keys(results[0]).map((name) => [name, median(results.map((result) => result[name]))]),
      );
    }
  }
} finally {
  await world.close();
  await cluster.stop();
}

const shown = {
  ...Object.fromEntries(allCategories.map((name) => [name, name])),
  ...metrics,
  scriptKb: '',
  machine: '',
};
const rows = pages.flatMap(({ name, bars }) =>
  Object.keys(devices).map((device) => ({ name, device, bar: bars[device] })),
);
table(
  ['page (bar)', 'device', ...Object.keys(shown)],
  rows.map(({ name, device, bar }) => [
    name,
    device,
    ...Object.keys(shown).map((key) => {
      const value = figures[name][device][key];
      if (value === undefined) return '';
      return bar[key] === undefined ? String(round(value)) : `${round(value)} (${bar[key]})`;
    }),
  ]),
);
for (const fault of faults) console.log(`not perfect: ${fault}`);
const missed = rows.flatMap(({ name, device, bar }) =>
  Object.entries(bar)
    .filter(([key, limit]) =>
      key in metrics || key === 'scriptKb' ? figures[name][device][key] > limit : figures[name][device][key] < limit,
    )
    .map(([key, limit]) => `${name} ${device} ${key} ${round(figures[name][device][key])}, not ${limit}`),
);
if (missed.length > 0) console.log(`Outside the budget: ${missed.join('; ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
if (process.argv.includes('--json')) {
  const bars = Object.fromEntries(pages.map((page) => [page.name, page.bars]));
  console.log(JSON.stringify({ runs, bars, figures }));
}

/** One visit in a browser of its own, whose profile has a session in it at most. */
async function visit({ name, path, endsAt = path, signedIn, bars }, device, person) {
  const profile = mkdtempSync(join(tmpdir(), 'cairn-lighthouse-'));
  const browser = spawn(
    executable,
    ['--headless', ...chromiumArguments, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => browser.once('close', resolve));
  try {
    const port = await debuggingPort(profile);
    if (signedIn) await signIn(port, path, person);
    const onlyCategories = allCategories.filter((category) => category in bars[device]);
    const outcome = await lighthouse(
      `${world.url}${path}`,
      {
        port,
        onlyCategories,
        logLevel: 'error',
        output: 'json',
        // Of what signing in left behind only the session stays, which is in the local storage.
        clearStorageTypes: ['file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'],
      },
      devices[device],
    );
    if (!outcome || outcome.lhr.runtimeError) throw new Error(outcome?.lhr.runtimeError?.message ?? 'no result');
    const { lhr } = outcome;
    if (new URL(lhr.finalDisplayedUrl).pathname !== endsAt)
      throw new Error(`${path} ended at ${lhr.finalDisplayedUrl}`);
    noteFaults(`${name} ${device}`, onlyCategories, lhr);
    return {
      ...Object.fromEntries(
        onlyCategories.map((category) => [category, Math.round((lhr.categories[category].score ?? 0) * 100)]),
      ),
      ...Object.fromEntries(Object.entries(metrics).map(([key, id]) => [key, lhr.audits[id].numericValue])),
      scriptKb: scriptBytes(lhr) / 1000,
      machine: lhr.environment.benchmarkIndex,
    };
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** As a person does, in the profile that Lighthouse then uses. */
async function signIn(port, path, { email, password }) {
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const [context] = connection.contexts();
    const page = await context.newPage();
    await page.goto(`${world.url}${path}`);
    const modal = page.getByRole('dialog', { name: 'Sign in' });
    await modal.getByLabel('Email').fill(email);
    await modal.getByLabel('Password', { exact: true }).fill(password);
    await modal.getByRole('button', { name: 'Sign In', exact: true }).click();
    await modal.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  } finally {
    await connection.close();
  }
}

function scriptBytes({ audits }) {
  return audits['network-requests'].details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** Which audits cost points, outside performance: these are to be mended, not measured. */
function noteFaults(where, categories, { categories: found, audits }) {
  for (const category of categories.filter((each) => each !== 'performance')) {
    for (const { id, weight } of found[category].auditRefs) {
      const { score, title, details } = audits[id];
      if (weight === 0 || score === null || score === 1) continue;
      const places = (details?.items ?? []).map(({ node, url, description }) => node?.selector ?? url ?? description);
      faults.add(`${where} ${category}: ${id} (${title}) ${places.filter(Boolean).slice(0, 3).join(' | ')}`.trim());
    }
  }
}

/** The browser writes the port it was given into its profile. */
async function debuggingPort(profile) {
  for (let turn = 0; turn < 150; turn += 1) {
    try {
      return Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    } catch {
      await sleep(100);
    }
  }
  throw new Error('Chromium did not open its debugging port.');
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
