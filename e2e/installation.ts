import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@cairn/testkit/world';
// @ts-expect-error TS7016: plain JavaScript of the tools, whose part that is used here is declared below
import { publish } from '../tools/lib/publish-build.mjs';
// @ts-expect-error TS7016: as above
import { runCommand } from '../tools/testing/fresh-clone.mjs';

interface Command {
  ready(timeoutMs: number): Promise<string>;
  ended(timeoutMs: number): Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
  kill(): void;
}

interface CommandOptions {
  args: string[];
  env: Record<string, string>;
}

/** The server as a process of its own on one port, which can be killed and started again. */
export interface ServerProcess {
  readonly url: string;
  start(): Promise<void>;
  /** It stands still: what is sent now reaches the machine, and nobody reads it. */
  freeze(): void;
  /** It is gone at once, and nothing in it could be brought to an end. */
  kill(): Promise<void>;
  /** As it is stopped by who runs it; killed when that takes too long. */
  stop(): Promise<void>;
}

export async function serverProcess({ args, env }: CommandOptions): Promise<ServerProcess> {
  const port = await freePort();
  let server: Command | undefined;
  const kill = async () => {
    server?.kill();
    await server?.ended(15_000);
    server = undefined;
  };
  return {
    url: `http://localhost:${port}`,
    start: async () => {
      const started: Command = runCommand({
        command: process.execPath,
        args,
        cwd: projectRoot,
        env: { PORT: String(port), ...env },
      });
      server = started;
      await started.ready(150_000);
    },
    freeze: () => server?.signal('SIGSTOP'),
    kill,
    stop: async () => {
      server?.signal('SIGTERM');
      await server?.ended(20_000).catch(kill);
      server = undefined;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** An installation with its own copy of the built app, on a database that is somebody else's: another server may run beside it. */
export interface OwnBuild extends ServerProcess {
  /** Publishes the next release beside the files of the one that is served. It is served when the server is started again. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

export async function installOwnBuild(connectionString: string): Promise<OwnBuild> {
  const root = await mkdtemp(path.join(tmpdir(), 'own-build-'));
  const dist = path.join(root, 'apps/web/dist');
  await mkdir(path.dirname(dist), { recursive: true });
  await symlink(path.join(projectRoot, 'apps/server'), path.join(root, 'apps/server'));
  const first = path.join(root, 'first-build');
  await cp(path.join(projectRoot, 'apps/web/dist'), first, {
    recursive: true,
    // Packed copies would have to be packed again for each release; the server does without.
    filter: (source) => !/\.(?:br|gz)$|\/\.building-/.test(source),
  });
  await cp(first, dist, { recursive: true });
  const entry = pathToFileURL(path.join(projectRoot, 'apps/server/dist/main.js')).href;
  const server = await serverProcess({
    args: [
      '--input-type=module',
      '--eval',
      `const { serve } = await import(${JSON.stringify(entry)}); await serve({ projectRoot: ${JSON.stringify(root)} });`,
    ],
    env: { DATABASE_URL: connectionString, DATA_DIR: path.join(root, 'data'), LOG_LEVEL: 'error' },
  });
  let releases = 1;
  return {
    ...server,
    release: async () => {
      releases += 1;
      const staging = path.join(dist, '.building-next');
      await renameBuild(first, staging, releases);
      publish(staging, dist, path.join(root, 'generation.json'), {
        lastFiles: ['landing-mobile.html', 'landing-desktop.html', 'index.html', 'build.json'],
        keep: { forMs: 24 * 60 * 60 * 1000, builds: 12 },
      });
    },
    remove: async () => {
      await server.stop();
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

const hashed = /-[\w-]{8}(?=\.(?:js|css|woff2)$)/;

/**
 * The same app as another release brings it: every hashed file has another name, every file that names one says so, and the worker has
 * another version. What it does is what the build does, so that a test can go on with it.
 */
async function renameBuild(first: string, staging: string, release: number): Promise<void> {
  await cp(first, staging, { recursive: true });
  const names = (await readdir(path.join(staging, 'assets'))).filter((name) => hashed.test(name));
  const next = new Map(names.map((name) => [name, name.replace(hashed, (hash) => `-${release}${hash.slice(2)}`)]));
  const rewrite = (text: string) =>
    text.replace(/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g, (name) => next.get(name) ?? name);
  for (const file of await readdir(staging, { recursive: true })) {
    const at = path.join(staging, file);
    if (!/\.(?:js|css|html|json)$/.test(file)) continue;
    const text = rewrite(await readFile(at, 'utf8'));
    await writeFile(at, file === 'service-worker.js' ? anotherVersion(text, release) : text);
  }
  for (const [before, after] of next) {
    await rename(path.join(staging, 'assets', before), path.join(staging, 'assets', after));
  }
}

function anotherVersion(worker: string, release: number): string {
  const version = /version:\W?([0-9a-f]{12})/.exec(worker)?.[1];
  if (!version) throw new Error('the worker names no version');
  return worker.replaceAll(version, `${version.slice(0, -2)}${String(release).padStart(2, '0')}`);
}
