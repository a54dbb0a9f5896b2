import { chmodSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { ensureChromium } from './chromium.mjs';
import { createTemporaryProject } from './temporary-project.mjs';

let project;
afterEach(() => project?.remove());

const nothing = {
  installed: () => undefined,
  aptInstall: () => ({ reason: 'needs root' }),
  playwrightInstall: () => ({ reason: 'no network' }),
};
const ask = (steps, env = {}) =>
  ensureChromium({ cacheDir: '/nowhere', root: '/nowhere', env, steps: { ...nothing, ...steps }, say: () => {} });

it('takes the named browser, and says so when it is none', async () => {
  project = createTemporaryProject({ chrome: '#!/bin/sh\n' });
  const named = `${project.root}/chrome`;
  await expect(ask({}, { CAIRN_CHROMIUM: named })).rejects.toThrow('not a program that can be started');
  chmodSync(named, 0o755);
  expect(await ask({ installed: () => '/usr/bin/chromium' }, { CAIRN_CHROMIUM: named })).toBe(named);
});

it("prefers an installed one, then Debian's, then Playwright's", async () => {
  const aptInstall = () => ({ path: '/apt' });
  const playwrightInstall = () => ({ path: '/playwright' });
  expect(await ask({ installed: () => '/installed', aptInstall, playwrightInstall })).toBe('/installed');
  expect(await ask({ aptInstall, playwrightInstall })).toBe('/apt');
  expect(await ask({ playwrightInstall })).toBe('/playwright');
});

it('says in one sentence what was tried', async () => {
  await expect(ask({})).rejects.toThrow(
    /^The browser tests need Chromium.*needs root.*no network.*CAIRN_CHROMIUM to its path\.$/,
  );
});
