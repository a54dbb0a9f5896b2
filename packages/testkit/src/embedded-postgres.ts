import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureLibrarySymlinks } from '@cairn/server/platform/postgres-supervisor/library-symlinks';
import { findRuntime } from '@cairn/server/platform/postgres-supervisor/platform-binary';
import { startEmbeddedPostgres } from '@cairn/server/platform/postgres-supervisor/supervisor';
import { build } from 'vite';
import type { SupervisorMessage, SupervisorProcessOptions } from './supervisor-process.ts';

export const isRoot = process.getuid?.() === 0;

/** Temporary folders and prepared data folders for tests of the supervisor; everything goes with `close`. */
export interface PostgresLab {
  /** A folder that every account may pass through. */
  readonly folder: string;
  readonly stateDir: string;
  /** A path for a data folder that does not exist yet. */
  newDataDir(name?: string): string;
  /** A stopped data folder with a complete, empty database: a copy, because initdb takes most of a test's time. */
  preparedDataDir(name?: string): Promise<string>;
  /** The supervisor in a process of its own. `uid`: as that account (root only). */
  spawnSupervisor(
    options: Partial<SupervisorProcessOptions> & { dataDir: string },
    uid?: number,
  ): Promise<SupervisorProcess>;
  close(): void;
}

export interface SupervisorProcess {
  readonly child: ChildProcess;
  /** The next thing it says; rejects when it ends silently. */
  next(): Promise<SupervisorMessage>;
  /** Resolves with the exit status; `null` after a signal. */
  readonly ended: Promise<number | null>;
  /** Asks it to stop in order. */
  stop(): Promise<void>;
}

/** Making clusters is mostly waiting for the disk; where there is a large disk in memory, the tests need not wait. */
function roomyMemoryDisk(): string | null {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === '/dev/shm');
    const { bavail, bsize } = statfsSync('/dev/shm');
    return mount && !/\bnoexec\b/.test(mount) && bavail * bsize > 6 * 1024 ** 3 ? '/dev/shm' : null;
  } catch {
    return null;
  }
}

export function createPostgresLab(): PostgresLab {
  const folder = realpathSync(mkdtempSync(join(roomyMemoryDisk() ?? tmpdir(), 'cairn-lab-')));
  chmodSync(folder, 0o755);
  const stateDir = join(folder, 'state');
  const children: ChildProcess[] = [];
  let template: Promise<string> | undefined;
  let bundle: Promise<string> | undefined;
  let count = 0;

  const newDataDir = (name?: string) => {
    count += 1;
    return join(folder, name ?? `data-${count}`);
  };
  const makeTemplate = async () => {
    const dataDir = join(folder, 'template');
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir });
    await postgres.stop();
    return dataDir;
  };

  /** An ordinary account cannot enter a clone below a home of mode 700: it gets a copy that it can. */
  const runtimeFor = async (uid: number | undefined): Promise<string> => {
    const runtime = findRuntime();
    const { root } = runtime;
    // As the first start by root does: an ordinary account may not write there.
    await ensureLibrarySymlinks(runtime);
    if (uid === undefined || canEnter(root, uid)) return root;
    const copy = join(folder, 'runtime-for-everybody');
    mkdirSync(copy, { recursive: true });
    if (!existsSync(join(copy, 'native'))) execFileSync('cp', ['-a', root, join(copy, 'native')]);
    return join(copy, 'native');
  };

  return {
    folder,
    stateDir,
    newDataDir,
    async preparedDataDir(name) {
      template ??= makeTemplate();
      const dataDir = newDataDir(name);
      mkdirSync(dirname(dataDir), { recursive: true });
      execFileSync('cp', ['-a', await template, dataDir]);
      return dataDir;
    },
    async spawnSupervisor(options, uid) {
      bundle ??= bundleSupervisor(join(folder, 'bundle'));
      const runtimeRoot = options.runtimeRoot ?? (await runtimeFor(uid));
      return spawnWhenBuilt(bundle, { stateDir, ...options, runtimeRoot }, uid, children);
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
      endDatabasesIn(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function canEnter(path: string, uid: number): boolean {
  try {
    execFileSync('test', ['-x', join(path, 'bin', 'postgres')], { uid, gid: uid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** What a failed test left running. Its processes work in a folder below this one. */
function endDatabasesIn(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const works = readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      if (works && readlinkSync(`/proc/${pid}/exe`).includes('/bin/postgres')) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Ended meanwhile, or not ours to look at.
    }
  }
}

/** A copy of the installed PostgreSQL as `npm ci --ignore-scripts` leaves it: without the library links. */
export function copyRuntimeWithoutLinks(target: string): string {
  const native = join(target, 'native');
  const filter = (source: string) => !source.endsWith('.a') && !lstatSync(source).isSymbolicLink();
  cpSync(findRuntime().root, native, { recursive: true, filter });
  return native;
}

async function bundleSupervisor(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'node', noExternal: true, external: ['pg-native'] },
    build: {
      ssr: join(dirname(fileURLToPath(import.meta.url)), 'supervisor-process.ts'),
      outDir,
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      rolldownOptions: { external: ['pg-native'], output: { entryFileNames: 'supervisor-process.mjs' } },
    },
  });
  return join(outDir, 'supervisor-process.mjs');
}

function spawnWhenBuilt(
  bundle: Promise<string>,
  options: SupervisorProcessOptions,
  uid: number | undefined,
  children: ChildProcess[],
): Promise<SupervisorProcess> {
  return bundle.then((script) => {
    const child = spawn(process.execPath, [script, JSON.stringify(options)], {
      ...(uid === undefined ? {} : { uid, gid: uid }),
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ended = new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status)));
    const next = async (): Promise<SupervisorMessage> => {
      const line = await lines.next();
      if (line.done) throw new Error(`the supervisor process ended silently with status ${await ended}`);
      return JSON.parse(line.value) as SupervisorMessage;
    };
    return {
      child,
      ended,
      next,
      async stop() {
        child.stdin.end();
        await ended;
      },
    };
  });
}
