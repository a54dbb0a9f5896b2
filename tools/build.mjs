import './lib/node-floor.mjs';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lib/lock.mjs';
import { cacheDir, projectRoot, runTool, ToolError } from './lib/project.mjs';
import { buildId, precompress, publish, stagingPrefix } from './lib/publish-build.mjs';
import { runLogged } from './lib/run-logged.mjs';
import { contentSignature, listSources, statSignature } from './lib/source-stamp.mjs';

/** A page that is open when a new build comes may ask for its own parts for days. Bounded, for those who build every minute. */
const keptForOpenPages = { forMs: 7 * 24 * 60 * 60 * 1000, builds: 12, bytes: 64 * 1024 * 1024 };

/**
 * What is built, from what, to where. `inputs` decide when a build is stale; `marker` is written last, so its presence
 * means a whole build.
 */
const targets = {
  web: {
    folder: 'apps/web',
    inputs: [
      'apps/web',
      'packages/contracts',
      'package-lock.json',
      'tsconfig.base.json',
      'tools/build.mjs',
      'tools/lib',
    ],
    environment: ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'],
    compress: true,
    lastFiles: ['landing-mobile.html', 'landing-desktop.html', 'index.html', 'build.json'],
    keep: keptForOpenPages,
  },
  server: {
    folder: 'apps/server',
    inputs: [
      'apps/server',
      'packages/contracts',
      'package-lock.json',
      'tsconfig.base.json',
      'tools/build.mjs',
      'tools/lib',
    ],
    environment: [],
    compress: false,
    lastFiles: ['main.js', 'build.json'],
    // For a process that is running: it reads its later parts from the disk, and it is restarted with the next build.
    keep: { builds: 1 },
  },
};

/** @typedef {keyof typeof targets} BuildTarget */

/**
 * Builds what is missing or stale. When nothing changed it costs one stat per source file.
 * Safe to call from several processes at once: one builds, the others wait and find it done.
 * @param {{ root?: string, only?: BuildTarget[], say?: (line: string) => void, force?: boolean }} [options]
 * @returns {Promise<{ built: BuildTarget[] }>}
 */
export async function ensureBuilt({
  root = projectRoot,
  only = ['server', 'web'],
  say = console.log,
  force = false,
} = {}) {
  const stale = force ? only : only.filter((target) => !isFresh(root, target));
  if (stale.length === 0) return { built: [] };
  return await withLock(
    path.join(cacheDir(root), 'build.lock'),
    async () => {
      // Another process may have built while this one waited for the lock.
      const wanted = force ? stale : stale.filter((target) => !isFresh(root, target));
      if (wanted.length === 0) return { built: [] };
      say(`Building ${wanted.join(' and ')} …`);
      const startedAt = Date.now();
      const failures = (await Promise.all(wanted.map((target) => buildInChild(root, target)))).filter(Boolean);
      if (failures.length > 0) throw new ToolError(failures.join('\n\n'));
      say(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
      return { built: wanted };
    },
    { onWait: (pid) => say(`Another process (${pid}) is building; waiting for it …`) },
  );
}

/** Vite runs in a process of its own, so that none of its memory stays with the server that starts next. */
async function buildInChild(root, target) {
  const logPath = path.join(cacheDir(root), `build-${target}.log`);
  const { ok, tail } = await runLogged(
    process.execPath,
    [path.join(root, 'tools', 'build.mjs'), `--target=${target}`],
    {
      cwd: root,
      logPath,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    },
  );
  return ok ? '' : `${tail}\n\nBuilding the ${target} failed; the whole output is in ${logPath}`;
}

function extraInput(target) {
  return targets[target].environment.map((name) => `${name}=${process.env[name] ?? ''}`).join('\n');
}

/** True when the last build was made from what the sources say now. */
export function isFresh(root, target) {
  const { folder, inputs } = targets[target];
  const stamp = readJson(stampPath(root, target));
  const build = readJson(path.join(root, folder, 'dist', 'build.json'));
  if (!stamp || !build || build.build !== stamp.build) return false;
  const sources = listSources(root, inputs);
  const stat = statSignature(sources, extraInput(target));
  if (stat === stamp.stat) return true;
  if (contentSignature(root, sources, extraInput(target)) !== stamp.content) return false;
  writeJson(stampPath(root, target), { ...stamp, stat });
  return true;
}

/** One build in this process: into a folder beside `dist`, then published file by file. */
async function buildTarget(root, target) {
  const { folder, inputs, compress, lastFiles, keep } = targets[target];
  const packageRoot = path.join(root, folder);
  const dist = path.join(packageRoot, 'dist');
  const staging = path.join(dist, `${stagingPrefix}${process.pid}`);
  // Signed before the build: an edit made while it runs makes the result stale, not silently fresh.
  const sources = listSources(root, inputs);
  const signature = {
    stat: statSignature(sources, extraInput(target)),
    content: contentSignature(root, sources, extraInput(target)),
  };
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    // Left by a build that was killed; the lock says that nobody else is building now.
    if (name.startsWith(stagingPrefix)) rmSync(path.join(dist, name), { recursive: true, force: true });
  }
  try {
    const { build } = await import('vite');
    await build({
      root: packageRoot,
      configFile: path.join(packageRoot, 'vite.config.ts'),
      build: { outDir: staging, emptyOutDir: true },
    });
    const id = buildId(staging);
    writeJson(path.join(staging, 'build.json'), { build: id });
    if (compress) await precompress(staging, dist);
    publish(staging, dist, path.join(cacheDir(root), `generation-${target}.json`), { lastFiles, keep });
    writeJson(stampPath(root, target), { ...signature, build: id });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function stampPath(root, target) {
  return path.join(root, '.cache', `build-${target}.json`);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function writeJson(file, value) {
  writeFileSync(`${file}.${process.pid}.new`, JSON.stringify(value));
  renameSync(`${file}.${process.pid}.new`, file);
}

async function main() {
  const target = process.argv.find((argument) => argument.startsWith('--target='))?.slice('--target='.length);
  if (target !== undefined) {
    if (!(target in targets))
      throw new ToolError(`There is no build target "${target}"; there are ${Object.keys(targets).join(' and ')}.`);
    await buildTarget(projectRoot, target).catch((error) => {
      // The bundler's message names file and line; its stack is the bundler's own.
      throw new ToolError(error.message, { cause: error });
    });
    return;
  }
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { built } = await ensureBuilt({ force: process.argv.includes('--force') });
  if (built.length === 0) console.log('Nothing changed since the last build.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runTool(main);
