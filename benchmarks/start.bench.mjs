// From `npm start` to the first answer: a fresh folder, again, after `kill -9` of the server and of the database; and what both need
// when idle (PSS: shared pages counted once).
//   npm run bench -- start [--rounds 5]

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInstallation, endPostmaster, startServer } from './kill-rounds.mjs';
import { argument, percentile, round, table } from './load.mjs';

const rounds = Number(argument('rounds', '5'));
const settleMs = 5000;
const bars = { fresh: 3000, again: 1000, 'after kill -9': 2000, idleMiB: 250 };
const times = { fresh: [], again: [], 'after kill -9': [] };
const idle = [];

for (let turn = 0; turn < rounds; turn += 1) {
  const { dataDir, remove } = createInstallation();
  try {
    times.fresh.push(await firstAnswer(dataDir, (server) => server.stop()));
    times.again.push(
      await firstAnswer(dataDir, async (server) => {
        await sleep(settleMs);
        idle.push(memory(server));
        process.kill(server.postmasterPid(), 'SIGKILL');
        await server.kill();
      }),
    );
    times['after kill -9'].push(await firstAnswer(dataDir, (server) => server.stop()));
  } finally {
    endPostmaster(dataDir);
    remove();
  }
}

/** Milliseconds from starting the process until the page and the database have answered over HTTP. */
async function firstAnswer(dataDir, then) {
  const startedAt = performance.now();
  const server = await startServer(dataDir);
  const { anonKey } = await (await fetch(`${server.url}/config.json`)).json();
  const list = await fetch(`${server.url}/rest/v1/articles?select=id&limit=1`, { headers: { apikey: anonKey } });
  // A stranger is refused or sees nothing, as the policies say; either way the database has spoken.
  if (list.status >= 500) throw new Error(`the data service answered ${list.status}`);
  await list.arrayBuffer();
  const page = await fetch(server.url);
  if (page.status !== 200) throw new Error(`the first page answered ${page.status}`);
  await page.arrayBuffer();
  const ms = performance.now() - startedAt;
  await then(server);
  return ms;
}

/** PSS in MiB of the server, and of the postmaster with all its children. */
function memory(server) {
  if (!existsSync('/proc/self/smaps_rollup')) return { node: Number.NaN, postgres: Number.NaN };
  const postmaster = server.postmasterPid();
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const family = [postmaster, ...children.split('\n').map(Number).filter(Boolean)];
  return { node: pss(server.pid), postgres: family.reduce((sum, pid) => sum + pss(pid), 0) };
}

function pss(pid) {
  if (!readdirSync('/proc').includes(String(pid))) return 0;
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
}

const figures = Object.fromEntries(
  Object.entries(times).map(([what, list]) => [
    what,
    { p50: percentile(list, 0.5), max: Math.max(...list), bar: bars[what] },
  ]),
);
const middle = (part) =>
  percentile(
    idle.map((sample) => sample[part]),
    0.5,
  );
const memoryFigures = { node: middle('node'), postgres: middle('postgres'), bar: bars.idleMiB };
const total = memoryFigures.node + memoryFigures.postgres;

table(
  ['start, process to first answers', 'p50 ms', 'max ms', 'bar ms'],
  Object.entries(figures).map(([what, { p50, max, bar }]) => [what, Math.round(p50), Math.round(max), bar]),
);
console.log('');
table(
  ['idle memory (PSS)', 'MiB'],
  [
    ['node', round(memoryFigures.node)],
    ['postgres, all processes', round(memoryFigures.postgres)],
    ['together', round(total)],
    ['bar', bars.idleMiB],
  ],
);
const passed = Object.values(figures).every(({ p50, bar }) => p50 < bar) && !(total >= bars.idleMiB);
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ passed, rounds, times: figures, idleMiB: memoryFigures }, null, 2));
process.exitCode = passed ? 0 : 1;
