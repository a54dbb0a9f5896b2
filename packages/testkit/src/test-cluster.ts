import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, type DatabaseAccount } from '@cairn/server/platform/postgres-supervisor/database-account';
import { endOrphans, isAlive } from '@cairn/server/platform/postgres-supervisor/database-processes';
import { ensureLibrarySymlinks } from '@cairn/server/platform/postgres-supervisor/library-symlinks';
import { findRuntime, type Runtime, runtimeAt } from '@cairn/server/platform/postgres-supervisor/platform-binary';
import { asAccount, programEnvironment, runProgram } from '@cairn/server/platform/postgres-supervisor/run-program';
import { canRun, copyRuntime } from '@cairn/server/platform/postgres-supervisor/runtime-copy';
import { Client } from 'pg';
import { databasePrefix } from './test-database.ts';

/**
 * One throw-away PostgreSQL for a whole test run: vitest's `globalSetup`. `TEST_DATABASE_URL` uses an existing server instead.
 * The address travels to the test workers in `CAIRN_TEST_CLUSTER_URL`; `createTestDatabase()` reads it.
 *
 * Not started through the supervisor, whose first duty is durability: a test database need not survive a power cut (fsync is off),
 * takes part in no locks, and may be an older PostgreSQL. What is about durability tests the supervisor itself.
 */

export interface TestCluster {
  /** Connects as a superuser to the database `postgres`. */
  connectionString: string;
  stop(): Promise<void>;
}

const folderPrefix = 'cairn-test-cluster-';
const shared = globalThis as typeof globalThis & {
  cairnTestCluster?: { cluster: Promise<TestCluster>; users: number };
};

/** vitest calls this once per project; all projects of a run share one cluster. */
export async function setup(): Promise<void> {
  process.env.CAIRN_TEST_RUN ??= randomBytes(4).toString('hex');
  shared.cairnTestCluster ??= { cluster: configuredCluster() ?? startTestCluster(), users: 0 };
  const running = shared.cairnTestCluster;
  running.users += 1;
  process.env.CAIRN_TEST_CLUSTER_URL = (await running.cluster).connectionString;
}

export async function teardown(): Promise<void> {
  const running = shared.cairnTestCluster;
  if (!running) return;
  running.users -= 1;
  if (running.users > 0) return;
  delete shared.cairnTestCluster;
  await (await running.cluster).stop();
}

/** `TEST_DATABASE_URL`: a server that stays. At the end the databases of this run are dropped from it. */
function configuredCluster(): Promise<TestCluster> | null {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (!connectionString) return null;
  return Promise.resolve({ connectionString, stop: () => dropDatabasesOfRun(connectionString) });
}

async function dropDatabasesOfRun(connectionString: string): Promise<void> {
  const admin = new Client({ connectionString });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await admin.end();
  }
}

export interface TestClusterOptions {
  /** Folder that holds `initdb` and `postgres`; default: the embedded PostgreSQL. */
  binFolder?: string;
}

const settings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  // As the supervisor sets them: they decide about plans.
  jit: 'off',
  random_page_cost: '1.1',
  work_mem: '8MB',
  timezone: 'UTC',
  autovacuum_naptime: '10min',
  log_min_messages: 'error',
};

export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  await removeLeftovers();
  const account = await chooseAccount({});
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  await writeFile(join(folder, 'owner.pid'), String(process.pid));
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (account) {
    await chown(folder, account.uid, account.gid);
    await chown(data, account.uid, account.gid);
  }
  const runtime = await usableRuntime(options, account);
  const made = await runProgram(
    runtime.initdb,
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      ...(await localeOptions(runtime, account)),
      '--no-sync',
    ],
    { account, cwd: folder, timeoutMs: 60_000 },
  );
  if (made.status !== 0) throw new Error(`The test database could not be made.\n${made.output}`);

  const port = await freePort();
  const all = { ...settings, port: String(port), unix_socket_directories: process.platform === 'win32' ? '' : folder };
  const server = spawn(
    runtime.postgres,
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asAccount(account), ...programEnvironment, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('utf8')).slice(-4000);
  });
  const endWithUs = () => server.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const connectionString = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(connectionString, server, () => log);
  return {
    connectionString,
    async stop() {
      process.off('exit', endWithUs);
      await stopServer(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** What a crashed run left behind: its PostgreSQL is ended, its folder removed. A folder whose test run lives stays. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    try {
      if (await isAlive(Number(await readFile(join(folder, 'owner.pid'), 'utf8')))) continue;
      await endOrphans(join(folder, 'data')).catch(() => 0);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch {
      // Made by a run that is just starting, or removed by one that does the same as we.
    }
  }
}

/** A clone under root's home cannot be entered by the server's account: then its PostgreSQL is copied, once per version. */
async function usableRuntime(options: TestClusterOptions, account: DatabaseAccount | null): Promise<Runtime> {
  if (options.binFolder) return runtimeAt(join(options.binFolder, '..'));
  const runtime = findRuntime();
  await ensureLibrarySymlinks(runtime);
  if (!account || (await canRun(account, runtime))) return runtime;
  return copyRuntime(runtime, join(tmpdir(), 'cairn-test-runtime'));
}

/** The built-in C.UTF-8 where it exists (PostgreSQL 17), the C library's before. */
async function localeOptions(runtime: Runtime, account: DatabaseAccount | null): Promise<string[]> {
  const { output } = await runProgram(runtime.postgres, ['--version'], { account, cwd: tmpdir(), timeoutMs: 10_000 });
  const major = Number(/\) (\d+)/.exec(output)?.[1]);
  return major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('There is no free port.')),
      );
    });
  });
}

async function waitUntilReady(connectionString: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new Client({ connectionString, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  server.kill('SIGKILL');
  throw new Error(`The test database did not start.\n${log()}`);
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGQUIT');
  const late = setTimeout(() => server.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}
