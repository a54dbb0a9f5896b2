// Lighthouse on the landing page of a freshly started server, in a headless Chromium: the median of five runs for each kind of device.
//   npm run lighthouse                       looks
//   npm run bench -- lighthouse [--runs 5]   writes the figures down

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse, { desktopConfig } from 'lighthouse';
import { cacheDir, projectRoot } from '../tools/lib/project.mjs';
import { ensureChromium } from '../tools/testing/chromium.mjs';
import { createInstallation, endPostmaster, startServer } from './kill-rounds.mjs';
import { argument, round, table } from './load.mjs';

const runs = Number(argument('runs', '5'));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const bars = {
  mobile: { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 },
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
};
const metrics = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
};

const chromium = await ensureChromium({ cacheDir: cacheDir(), root: projectRoot, say: () => {} });
const { dataDir, remove } = createInstallation();
const server = await startServer(dataDir);
const figures = {};
const faults = new Set();
try {
  for (const device of Object.keys(bars)) {
    const results = [];
    for (let turn = 0; turn < runs; turn += 1) results.push(await audit(device));
    figures[device] = Object.fromEntries(
      Object.keys(results[0]).map((name) => [name, median(results.map((result) => result[name]))]),
    );
  }
} finally {
  await server.stop();
  endPostmaster(dataDir);
  remove();
}

table(
  ['', ...categories, ...Object.values(metrics)],
  Object.entries(figures).map(([device, found]) => [
    device,
    ...categories.map((name) => `${found[name]} (bar ${bars[device][name]})`),
    ...Object.values(metrics).map((name) => String(round(found[name], 3))),
  ]),
);
for (const fault of faults) console.log(`not perfect: ${fault}`);
const missed = Object.entries(figures).flatMap(([device, found]) =>
  categories.filter((name) => found[name] < bars[device][name]).map((name) => `${device} ${name}`),
);
if (missed.length > 0) console.log(`Below the bar: ${missed.join(', ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
if (process.argv.includes('--json')) console.log(JSON.stringify({ runs, bars, figures }));

/** One visit in a browser of its own. */
async function audit(device) {
  const profile = mkdtempSync(path.join(tmpdir(), 'cairn-lighthouse-'));
  const browser = spawn(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => browser.once('close', resolve));
  try {
    const port = await debuggingPort(profile);
    const options = { port, onlyCategories: categories, logLevel: 'error', output: 'json' };
    const outcome = await lighthouse(`${server.url}/`, options, device === 'desktop' ? desktopConfig : undefined);
    if (!outcome || outcome.lhr.runtimeError) throw new Error(outcome?.lhr.runtimeError?.message ?? 'no result');
    noteFaults(device, outcome.lhr);
    return {
      ...Object.fromEntries(
        categories.map((name) => [name, Math.round((outcome.lhr.categories[name].score ?? 0) * 100)]),
      ),
      ...Object.fromEntries(Object.entries(metrics).map(([id, name]) => [name, outcome.lhr.audits[id].numericValue])),
    };
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Which audits cost points, outside performance: these are to be mended, not measured. */
function noteFaults(device, { categories: found, audits }) {
  for (const name of categories.slice(1)) {
    for (const { id, weight } of found[name].auditRefs) {
      const { score, title } = audits[id];
      if (weight > 0 && score !== null && score < 1) faults.add(`${device} ${name}: ${id} (${title})`);
    }
  }
}

/** The browser writes the port it was given into its profile. */
async function debuggingPort(profile) {
  for (let turn = 0; turn < 150; turn += 1) {
    try {
      return Number(readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    } catch {
      await sleep(100);
    }
  }
  throw new Error('Chromium did not open its debugging port.');
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
