// A real server, writers over HTTP, and `kill -9` in the middle of it; then every acknowledged write is looked for, through the same API.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const victims = ['node', 'postmaster', 'both'];

/** `npm start` on a folder of its own; what the benchmarks of start and the kill rounds begin with. */
export function createInstallation() {
  const parent = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  // Entered by the database's account too, so that all files lie in this one folder.
  chmodSync(parent, 0o755);
  const dataDir = join(parent, 'data');
  return { dataDir, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** @returns the running server, once its address has been printed */
export async function startServer(dataDir, env = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address within 60 s:\n${output}`)), 60_000);
    const read = (chunk) => {
      output += chunk;
      const found = /ready at (http:\S+)/.exec(output)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with code ${code}:\n${output}`)));
  });
  return {
    url,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    postmasterPid: () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
    alive: () => child.exitCode === null && child.signalCode === null,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Ends a database that has lost its server: nothing may be left behind. */
export function endPostmaster(dataDir) {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGINT');
  } catch {
    // It has ended already.
  }
}

/**
 * @param {{ rounds: number, writers?: number, say?: (line: string) => void }} options
 * @returns {Promise<{ rounds: number, acknowledged: number, unanswered: number, lost: number, recoveryMs: number[], kills: Record<string, number> }>}
 */
export async function runKillRounds({ rounds, writers = 6, say = () => {} }) {
  const installation = createInstallation();
  const { dataDir } = installation;
  const acknowledged = new Set();
  const kills = Object.fromEntries(victims.map((victim) => [victim, 0]));
  const recoveryMs = [];
  let unanswered = 0;
  let server = await startServer(dataDir);
  try {
    const account = await signUp(server.url);
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length];
      const before = acknowledged.size;
      const writing = startWriters(server.url, account, writers, acknowledged);
      // Not before something was written, and then at any moment of the work.
      await until(() => acknowledged.size > before + writers, 20_000, 'the first writes of a round');
      await sleep(100 + Math.random() * 400);
      const killedAt = performance.now();
      await strike(victim, server);
      kills[victim] += 1;
      server = await recover(server, dataDir);
      recoveryMs.push(performance.now() - killedAt);
      unanswered += await writing.stop();
      const lost = await missing(server.url, account, acknowledged);
      say(
        `round ${round + 1}: ${victim} killed, ${acknowledged.size - before} writes acknowledged, ${lost.length} of all lost`,
      );
      if (lost.length > 0)
        return { rounds: round + 1, acknowledged: acknowledged.size, unanswered, lost: lost.length, recoveryMs, kills };
    }
    return { rounds, acknowledged: acknowledged.size, unanswered, lost: 0, recoveryMs, kills };
  } finally {
    await server.stop().catch(() => {});
    endPostmaster(dataDir);
    installation.remove();
  }
}

async function strike(victim, server) {
  const postmaster = server.postmasterPid();
  if (victim !== 'postmaster') await server.kill();
  if (victim !== 'node') process.kill(postmaster, 'SIGKILL');
}

/** A server that lost only its database mends itself; one that is gone is started again, as a person would. */
async function recover(server, dataDir) {
  for (let attempt = 0; server.alive() && attempt < 300; attempt += 1) {
    const ready = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (ready?.status === 200) return server;
    await sleep(50);
  }
  if (server.alive()) await server.stop();
  return await startServer(dataDir);
}

function startWriters(url, { headers, id }, count, acknowledged) {
  let going = true;
  let unanswered = 0;
  const write = async () => {
    while (going) {
      const noteId = randomUUID();
      try {
        const answer = await fetch(`${url}/rest/v1/notes`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' },
          body: JSON.stringify({ id: noteId, user_id: id, title: `Written under fire ${noteId}` }),
          signal: AbortSignal.timeout(5000),
        });
        await answer.arrayBuffer();
        if (answer.status === 201) acknowledged.add(noteId);
        else unanswered += 1;
      } catch {
        unanswered += 1;
        // The server is gone; there is no point in asking it a thousand times a second.
        await sleep(20);
      }
    }
  };
  const all = Promise.all(Array.from({ length: count }, write));
  return {
    stop: async () => {
      going = false;
      await all;
      return unanswered;
    },
  };
}

async function signUp(url) {
  const { anonKey } = await (await fetch(`${url}/config.json`)).json();
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'Under-Fire-2026' }),
  });
  const session = await answer.json();
  if (!session.access_token) throw new Error(`no account: ${answer.status} ${JSON.stringify(session)}`);
  return { id: session.user.id, headers: { apikey: anonKey, authorization: `Bearer ${session.access_token}` } };
}

/** Which of the acknowledged writes the API no longer has. */
async function missing(url, { headers }, acknowledged) {
  const found = new Set();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const answer = await fetch(`${url}/rest/v1/notes?select=id&order=id.asc&limit=1000&id=gt.${after}`, { headers });
    if (answer.status !== 200) throw new Error(`the list answered ${answer.status}: ${await answer.text()}`);
    const rows = await answer.json();
    for (const row of rows) found.add(row.id);
    const last = rows.at(-1);
    if (!last) return [...acknowledged].filter((id) => !found.has(id));
    after = last.id;
  }
}

async function until(done, timeoutMs, what) {
  const deadline = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${timeoutMs / 1000} s`);
    await sleep(20);
  }
}
