// The landing page on a machine four times slower: the longest task of the main thread while the page loads, while somebody scrolls
// through all of it, changes the theme, and opens and closes the sign-in modal; nothing is cached.
//   npm run bench -- landing-tasks [--rounds 7] [--slowdown 4]

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, devices } from '@playwright/test';
import { runnerImport } from 'vite';
import { argument, percentile, round, table } from './load.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(argument('rounds', '7'));
const slowdown = Number(argument('slowdown', '4'));
const installed = '/usr/bin/chromium';
const barMs = 100;
const platforms = {
  mobile: { ...devices['Pixel 7'], defaultBrowserType: undefined },
  desktop: { viewport: { width: 1440, height: 900 } },
};

const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
const cluster = await startTestCluster();
process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
const { createWorld } = await load('packages/testkit/src/world.ts');
const { chromiumArguments } = await load('e2e/chromium-arguments.ts');

const world = await createWorld({ builtWeb: true, users: false });
const executablePath = process.env.CAIRN_CHROMIUM || (existsSync(installed) ? installed : undefined);
const browser = await chromium.launch({ args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) });
const longest = {};
try {
  for (const [platform, device] of Object.entries(platforms)) {
    const visits = [];
    for (let turn = 0; turn < rounds; turn += 1) visits.push(await visit(device));
    longest[platform] = Object.fromEntries(
      Object.keys(visits[0]).map((step) => [
        step,
        {
          work: spread(visits.map((found) => found[step].work)),
          wall: spread(visits.map((found) => found[step].wall)),
        },
      ]),
    );
  }
} finally {
  await browser.close();
  await world.close();
  await cluster.stop();
}

const steps = Object.keys(longest.mobile);
table(
  ['longest task in ms: processor p50 / most (wall p50)', ...Object.keys(platforms)],
  steps.map((step) => [
    step,
    ...Object.keys(platforms).map((platform) => {
      const { work, wall } = longest[platform][step];
      return `${work.p50} / ${work.most} (${wall.p50})`;
    }),
  ]),
);
const missed = Object.entries(longest).flatMap(([platform, found]) =>
  steps.filter((step) => found[step].work.p50 > barMs).map((step) => `${platform}: ${step}`),
);
if (missed.length > 0) console.log(`Over ${barMs} ms: ${missed.join(', ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
if (process.argv.includes('--json')) console.log(JSON.stringify({ rounds, slowdown, barMs, longest }, null, 2));

function spread(values) {
  return { p50: round(percentile(values, 0.5)), most: round(Math.max(...values)) };
}

/**
 * The longest task of each step, in milliseconds: `work`, the processor time that the task took of the slowed-down machine, which is
 * what the page is answerable for; `wall`, with whatever else the machine did meanwhile, as the browser tells pages of long tasks.
 */
async function visit(device) {
  const context = await browser.newContext({ baseURL: world.url, ...device });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'devtools.timeline',
        'v8.execute',
        'blink.user_timing',
        'disabled-by-default-devtools.timeline',
      ],
    },
  });
  const names = [];
  /** Ends with a mark in the trace, when what it began is over. */
  const step = async (name, act) => {
    await act();
    names.push(name);
    await page.evaluate(
      (mark) =>
        new Promise((resolve) => {
          const end = () => resolve(void performance.mark(mark));
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(end, 50)));
        }),
      markOf(name),
    );
  };
  const modal = page.getByRole('dialog', { name: 'Create account' });
  await step('load', () => page.goto('/', { waitUntil: 'networkidle' }));
  await step('scroll through', async () => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 400) {
      await page.evaluate(
        (top) =>
          new Promise((resolve) => {
            window.scrollTo(0, top);
            requestAnimationFrame(resolve);
          }),
        y,
      );
    }
    await page.waitForLoadState('networkidle');
  });
  await step('change the theme', async () => {
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForLoadState('networkidle');
  });
  await step('Get Started, to the modal', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
    await modal.getByLabel('Full name').waitFor();
    await page.waitForLoadState('networkidle');
  });
  await step('close it', async () => {
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'hidden' });
  });
  const events = await endTrace(cdp);
  await context.close();
  return readTasks(events, names);
}

async function endTrace(cdp) {
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  return events;
}

function readTasks(events, names) {
  const marks = names.map((name) => events.find((event) => event.name === markOf(name)));
  const { pid, tid } = marks[0];
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && event.ph === 'X' && event.pid === pid && event.tid === tid,
  );
  return Object.fromEntries(
    names.map((name, index) => {
      const from = marks[index - 1]?.ts ?? 0;
      const own = tasks.filter(({ ts }) => ts > from && ts <= marks[index].ts);
      const most = (field) => Math.max(0, ...own.map((task) => (task[field] ?? 0) / 1000));
      return [name, { work: most('tdur'), wall: most('dur') }];
    }),
  );
}

function markOf(name) {
  return `step: ${name}`;
}
