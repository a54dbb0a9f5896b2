import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lib/lock.mjs';
import { cacheDir, projectRoot, ToolError } from './lib/project.mjs';
import { runLogged } from './lib/run-logged.mjs';

/**
 * Installs the dependencies when `node_modules` is missing or no longer what the lockfile asks for.
 * @param {{ root?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<{ installed: boolean }>}
 */
export async function ensureInstalled({ root = projectRoot, say = console.log } = {}) {
  if (isInstalled(root)) return { installed: false };
  const cache = cacheDir(root);
  return await withLock(
    path.join(cache, 'install.lock'),
    async () => {
      // Another start may have installed while this one waited for the lock.
      if (isInstalled(root)) return { installed: false };
      say('Installing dependencies (npm ci) …');
      const startedAt = Date.now();
      const logPath = path.join(cache, 'install.log');
      const { ok, tail } = await runLogged(...npmCommand(), { cwd: root, logPath, shell: needsShell() });
      if (!ok) throw new ToolError(`${tail}\n\nInstalling the dependencies failed; the whole output is in ${logPath}`);
      if (!isInstalled(root))
        throw new ToolError(`npm ci ended well but packages are missing; its output is in ${logPath}`);
      say(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
      return { installed: true };
    },
    { onWait: (pid) => say(`Another start (process ${pid}) is installing; waiting for it …`) },
  );
}

/**
 * True when `node_modules` holds what the lockfile asks for. The hash of the lockfile as of the last check is kept
 * inside `node_modules`, so that it goes when `node_modules` goes; only a changed lockfile costs a comparison.
 */
export function isInstalled(root) {
  const lockPath = path.join(root, 'package-lock.json');
  const hiddenPath = path.join(root, 'node_modules', '.package-lock.json');
  const stampPath = path.join(root, 'node_modules', '.cairn-install.json');
  if (!existsSync(hiddenPath)) return false;
  const lockText = readFileSync(lockPath, 'utf8');
  const stamp = JSON.stringify({
    lockfile: createHash('sha256').update(lockText).digest('hex'),
    installedAt: statSync(hiddenPath).mtimeMs,
  });
  if (readIfThere(stampPath) === stamp) return true;
  if (!satisfies(JSON.parse(lockText), JSON.parse(readFileSync(hiddenPath, 'utf8')), root)) return false;
  writeFileSync(stampPath, stamp);
  return true;
}

/** Compares the lockfile with npm's own record of what it installed. Packages for other platforms may be missing. */
function satisfies(wanted, installed, root) {
  return Object.entries(wanted.packages).every(([location, entry]) => {
    if (!location.startsWith('node_modules/') && !location.includes('/node_modules/')) return true;
    const found = installed.packages[location];
    if (entry.link) return existsSync(path.join(root, location));
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && existsSync(path.join(root, location, 'package.json'));
  });
}

/**
 * Install scripts stay off: nothing here needs one, npm 11 blocks them anyway, and one way is easier to test than two.
 * Development packages are part of it, whatever NODE_ENV says: the build needs them.
 */
function npmCommand() {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const npmCli = process.env.npm_execpath;
  if (npmCli && /npm-cli\.c?js$/.test(npmCli)) return [process.execPath, [npmCli, ...args]];
  return ['npm', args];
}

/** On Windows `npm` is a command file, which only a shell can start. */
function needsShell() {
  return process.platform === 'win32' && !process.env.npm_execpath;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
