// Time to usable of the dashboard in real Chromium, for a person with a session: cold (nothing on the device but the session), warm
// (everything cached) and, where the app has a service worker, offline. Usable: the start is over and its overlay gone.
//   npm run bench -- start-client [--rounds 10]

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';
import { argument, percentile, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(argument('rounds', '10'));
const installed = '/usr/bin/chromium';
const bars = { warmOverlayMs: 450 };

const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const cluster = await startTestCluster();
process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
const { createWorld, testPassword } = await load('packages/testkit/src/world.ts');
const { chromiumArguments } = await load('e2e/chromium-arguments.ts');

const world = await createWorld({ builtWeb: true });
const executablePath = process.env.CAIRN_CHROMIUM || (existsSync(installed) ? installed : undefined);
const browser = await chromium.launch({ args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) });
try {
  const signedIn = await signIn();
  const session = await signedIn.storageState();
  const figures = { rounds, bars, cold: await cold(session), warm: await again(signedIn) };
  const worker = await fetch(`${world.url}/service-worker.js`);
  if (worker.ok) figures.offline = await offline(signedIn);
  const kinds = ['cold', 'warm', 'offline'].filter((kind) => figures[kind]);
  table(
    ['start', 'usable p50 (ms)', 'usable p95 (ms)', 'overlay p50 (ms)', 'overlay p95 (ms)'],
    kinds.map((kind) => {
      const { usable, overlay } = figures[kind];
      return [kind, usable.p50, usable.p95, overlay.p50, overlay.p95];
    }),
  );
  const missed = figures.warm.overlay.p50 > bars.warmOverlayMs;
  if (missed) console.log('Below the bar: the overlay of a warm start');
  process.exitCode = missed ? 1 : 0;
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
} finally {
  await browser.close();
  await world.close();
  await cluster.stop();
}

async function signIn() {
  const context = await browser.newContext({ baseURL: world.url });
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.getByLabel('Email').fill(world.alice.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor();
  await page.close();
  return context;
}

async function cold(storageState) {
  const starts = [];
  for (let count = 0; count < rounds; count += 1) {
    const context = await browser.newContext({ baseURL: world.url, storageState });
    starts.push(await start(context));
    await context.close();
  }
  return summary(starts);
}

async function again(context) {
  await start(context);
  const starts = [];
  for (let count = 0; count < rounds; count += 1) starts.push(await start(context));
  return summary(starts);
}

async function offline(context) {
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  // The first visit under the worker's control fills its caches.
  await start(context);
  await context.setOffline(true);
  const result = await again(context);
  await context.setOffline(false);
  return result;
}

/** One start in a page of its own. `usable` counts from the navigation, `overlay` from when it is first shown. */
async function start(context) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = {};
    Object.assign(window, { startSeen: seen });
    new MutationObserver(() => {
      const shown = document.querySelector('[data-startup-overlay]') !== null;
      if (shown) seen.first ??= performance.now();
      else if (seen.first !== undefined) seen.gone ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard');
  await page.waitForFunction(() => window.startSeen.gone !== undefined && document.querySelector('h1') !== null);
  const { first, gone } = await page.evaluate(() => window.startSeen);
  await page.close();
  return { usable: gone, overlay: gone - first };
}

function summary(starts) {
  const of = (key) => {
    const values = starts.map((value) => value[key]);
    return { p50: round(percentile(values, 0.5)), p95: round(percentile(values, 0.95)) };
  };
  return { usable: of('usable'), overlay: of('overlay') };
}
