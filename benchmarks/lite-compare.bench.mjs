// The same list and the same insert through this server and through @supabase/lite, each a process of its own, on one PostgreSQL,
// under the same policies and with the same token. @supabase/lite is installed into a temporary folder for this run only.
//   node benchmarks/lite-compare.bench.mjs [--notes 10000] [--requests 2000] [--workers 8] [--rounds 3] [--lite folder] [--json]

import { execFileSync, fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { insertNotes } from './data-world.mjs';
import { leanClient } from './lean-client.mjs';
import { argument, load, percentile, request, round, table } from './load.mjs';

const notes = Number(argument('notes', '10000'));
const requests = Number(argument('requests', '2000'));
const workers = Number(argument('workers', '8'));
const rounds = Number(argument('rounds', '3'));
const bar = 3;
const secret = 'a-secret-for-this-benchmark-only-of-enough-characters';

const liteServer = `
import { serve } from '@hono/node-server';
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
const connection = createPostgresConnection({ url: process.env.DATABASE_URL });
const app = new App({ connection, auth: { enabled: true, jwt_secret: process.env.SECRET } });
const server = serve(
  { port: 0, hostname: '127.0.0.1', fetch: (request, env) => app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null }) },
  ({ port }) => process.send({ url: 'http://127.0.0.1:' + port }),
);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
`;

const children = [];
const given = argument('lite', '');
const folder = given || installLite();
try {
  await run();
} finally {
  // The last started first: the first one owns the database.
  for (const child of children.toReversed()) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  if (!given) rmSync(folder, { recursive: true, force: true });
}

async function run() {
  const ours = await start(join(import.meta.dirname, 'data-world.mjs'), { BENCH_JWT_SECRET: secret });
  const db = new pg.Client({ connectionString: ours.connectionString });
  db.on('error', () => {});
  await db.connect();
  await insertNotes({ sql: (text, params) => db.query(text, params), alice: ours.alice }, { notes, owners: 10 });
  // What is derived from a note is our own work for either server's insert: not part of comparing the two.
  await db.query('alter table public.notes disable trigger user');
  await db.query('analyze');
  writeFileSync(join(folder, 'lite-server.mjs'), liteServer);
  const lite = await start(join(folder, 'lite-server.mjs'), { DATABASE_URL: ours.connectionString, SECRET: secret });

  const authorization = `Bearer ${sign({ sub: ours.alice.id, role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  const servers = {
    cairn: { url: ours.url, headers: { apikey: ours.anonKey, authorization } },
    lite: { url: lite.url, headers: { authorization } },
  };
  const list = '/rest/v1/notes?select=id,title,summary,updated_at&order=updated_at.desc,id&limit=50';
  const actions = {
    list: ({ headers }) => ({ expected: 200, path: list, headers }),
    insert: ({ headers }) => ({
      expected: 201,
      method: 'POST',
      path: '/rest/v1/notes',
      headers: { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({ id: randomUUID(), title: 'A new note' }),
    }),
  };
  await sameRows(servers, list);

  const measured = Object.keys(actions).flatMap((action) =>
    Object.keys(servers).map((server) => ({ action, server, runs: [] })),
  );
  const clients = {};
  for (const [name, { url }] of Object.entries(servers)) {
    clients[name] = await Promise.all(Array.from({ length: workers }, () => leanClient(url)));
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const entry of measured) {
      const result = await load(round === 0 ? 1000 : requests, workers, async (_, worker) => {
        const { expected, ...wanted } = actions[entry.action](servers[entry.server]);
        const answer = await clients[entry.server][worker].send(wanted);
        if (answer.status !== expected) throw new Error(`${entry.server}: expected ${expected}, got ${answer.status}`);
        return answer;
      });
      if (round > 0) entry.runs.push(result);
    }
  }
  for (const client of Object.values(clients).flat()) client.close();
  await db.end();
  report(measured);
}

function report(measured) {
  const median = (runs, field) =>
    percentile(
      runs.map((run) => run[field]),
      0.5,
    );
  const rows = measured.map(({ action, server, runs }) => ({
    action,
    server,
    perSecond: median(runs, 'perSecond'),
    p50: median(runs, 'p50'),
    p95: median(runs, 'p95'),
  }));
  const results = rows
    .filter(({ server }) => server === 'cairn')
    .map((own) => {
      const other = rows.find(({ action, server }) => action === own.action && server === 'lite');
      return { action: own.action, cairn: own, lite: other, factor: own.perSecond / other.perSecond };
    });
  table(
    ['action', 'server', 'requests/s', 'p50 ms', 'p95 ms', 'factor'],
    results.flatMap(({ action, cairn, lite, factor }) => [
      [action, 'cairn', round(cairn.perSecond), round(cairn.p50), round(cairn.p95), round(factor)],
      [action, '@supabase/lite', round(lite.perSecond), round(lite.p50), round(lite.p95), 1],
    ]),
  );
  const passed = results.every(({ factor }) => factor >= bar);
  console.log(`bar: at least ${bar} × the requests per second of @supabase/lite: ${passed ? 'met' : 'MISSED'}`);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ bar, passed, notes, workers, results }, null, 2));
  process.exitCode = passed ? 0 : 1;
}

/** A comparison of servers that answer differently would say nothing. */
async function sameRows(servers, list) {
  const answers = [];
  for (const { url, headers } of Object.values(servers)) {
    const { text } = await expect(200, request(url + list, { headers }));
    answers.push(
      JSON.parse(text)
        .map((row) => row.id)
        .join(),
    );
  }
  if (new Set(answers).size !== 1 || answers[0].split(',').length !== 50)
    throw new Error('the servers list different rows');
}

async function expect(status, sent) {
  const answer = await sent;
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}

function start(file, env) {
  const child = fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

function installLite() {
  const made = mkdtempSync(join(tmpdir(), 'cairn-lite-'));
  writeFileSync(join(made, 'package.json'), '{"private":true,"type":"module"}');
  const packages = ['@supabase/lite@0.10.0', 'postgres@3.4.8', '@hono/node-server@2.1.8'];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: made,
    stdio: 'inherit',
    timeout: 300_000,
  });
  return made;
}

function sign(claims) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
