import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { ToolError } from '../lib/project.mjs';
import { runLogged } from '../lib/run-logged.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser for the browser tests: `CAIRN_CHROMIUM`, else an installed one, else Debian's package when root,
 * else Playwright's own download.
 * @param {{ cacheDir: string, root: string, env?: NodeJS.ProcessEnv, say?: (line: string) => void, steps?: Partial<typeof realSteps> }} options
 * @returns {Promise<string>} path of the executable
 */
export async function ensureChromium({ cacheDir, root, env = process.env, say = console.log, steps = {} }) {
  const { installed, aptInstall, playwrightInstall } = { ...realSteps, ...steps };
  if (env.CAIRN_CHROMIUM) {
    if (isExecutable(env.CAIRN_CHROMIUM)) return env.CAIRN_CHROMIUM;
    throw new ToolError(`CAIRN_CHROMIUM is ${env.CAIRN_CHROMIUM}, which is not a program that can be started.`);
  }
  const found = await installed(env);
  if (found) return found;
  const tried = [];
  for (const [what, attempt] of [
    ["Debian's package", aptInstall],
    ["Playwright's Chromium", playwrightInstall],
  ]) {
    const result = await attempt({ cacheDir, root, env, say });
    if (result.path) return result.path;
    tried.push(`${what}: ${result.reason}`);
  }
  throw new ToolError(
    `The browser tests need Chromium, and none could be set up (${tried.join('; ')}); install Chromium or Chrome, or set CAIRN_CHROMIUM to its path.`,
  );
}

async function findInstalled(env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...fixedPlaces];
  return candidates.find(isExecutable) ?? (await findDownloaded());
}

/** What an earlier run let Playwright download. */
async function findDownloaded() {
  const { chromium } = await import('@playwright/test');
  const executable = chromium.executablePath();
  return existsSync(executable) ? executable : undefined;
}

async function installFromDebian({ cacheDir, root, env, say }) {
  if (process.getuid?.() !== 0) return { reason: 'needs root' };
  if (!existsSync('/usr/bin/apt-get')) return { reason: 'no apt-get here' };
  say('Installing Chromium (apt-get) …');
  const options = { cwd: root, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  // Without a fresh list apt asks for versions that the mirror no longer has.
  const updateLog = path.join(cacheDir, 'apt-update.log');
  await runLogged('apt-get', ['update'], { ...options, logPath: updateLog });
  const logPath = path.join(cacheDir, 'apt-chromium.log');
  const args = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  const { ok } = await runLogged('apt-get', args, { ...options, logPath });
  const found = ok ? await findInstalled(env) : undefined;
  return found ? { path: found } : { reason: `apt-get failed, see ${logPath}` };
}

async function installFromPlaywright({ cacheDir, root, env, say }) {
  say("Downloading Playwright's Chromium …");
  const logPath = path.join(cacheDir, 'playwright-install.log');
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const { ok } = await runLogged(process.execPath, [cli, 'install', 'chromium'], { cwd: root, env, logPath });
  if (!ok) return { reason: `the download failed, see ${logPath}` };
  const found = await findDownloaded();
  return found ? { path: found } : { reason: `nothing was downloaded, see ${logPath}` };
}

const realSteps = {
  installed: findInstalled,
  aptInstall: installFromDebian,
  playwrightInstall: installFromPlaywright,
};

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
