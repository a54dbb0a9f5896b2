import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, test as base, type Page, type Route } from '@playwright/test';
import { guardBrowser } from './browser-guard.ts';
import { authModal, expect, newEmail, submitSignIn, testPassword } from './fixtures.ts';
import { type ServerProcess, serverProcess } from './installation.ts';

const databaseProcess = async (folder: string): Promise<number | null> => {
  const file = await readFile(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => null);
  return file === null ? null : Number(file.split('\n')[0]);
};

const test = base.extend<{ installation: ServerProcess }>({
  /** A whole installation as a person starts it, with a database of its own. */
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright wants
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'killed-server-'));
      // The database may run under an account of its own, which has to come through.
      await chmod(folder, 0o755);
      const server = await serverProcess({ args: ['tools/start.mjs'], env: { DATA_DIR: folder } });
      await use(server);
      await server.stop();
      const database = await databaseProcess(folder);
      if (database !== null) process.kill(database, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
    { timeout: 240_000 },
  ],
});

const part = (page: Page, name: 'Notes' | 'Cues' | 'Summary') => page.getByRole('textbox', { name, exact: true });
const state = (page: Page, kind: string) => page.locator(`[data-save-state="${kind}"]`);

/** What becomes of the next changes of a text that are sent. `happened` is settled when it has become of them. */
async function atNextSave(page: Page, what: (route: Route) => Promise<void>): Promise<{ happened: Promise<void> }> {
  const saves = '**/rest/v1/note_updates**';
  let over: (outcome: Promise<void>) => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    over = resolve;
  });
  let taken = false;
  await page.route(saves, async (route) => {
    if (taken || route.request().method() !== 'POST') return route.fallback();
    taken = true;
    over(what(route));
  });
  return { happened };
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
  const modal = authModal(page, 'Create account');
  await modal.getByLabel('Full name').fill('Ada Lovelace');
  await modal.getByLabel('Email').fill(email);
  await modal.getByLabel('Password', { exact: true }).fill(testPassword);
  await modal.getByRole('button', { name: 'Sign Up' }).click();
  await authModal(page, 'Account Created').getByRole('button', { name: 'Import your first article' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
}

async function guardedPage(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', locale: 'en-GB' });
  const guard = await guardBrowser(context, url);
  // The browser's own notes about a server that is not there are expected here.
  guard.allow(/Failed to load resource|net::ERR_|WebSocket connection/);
  return { context, guard, page: await context.newPage() };
}

test('a new user writes on while the network is cut and the server is killed twice: nothing is lost or doubled', async ({
  installation,
  browser,
}) => {
  test.setTimeout(400_000);
  await installation.start();
  const email = newEmail();
  const { context, guard, page } = await guardedPage(browser, installation.url);
  await signUp(page, email);
  await page.goto('/cornell-notes');
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.waitForURL('**/note/*');
  const { pathname } = new URL(page.url());

  await test.step('the network is cut in the middle of a sentence', async () => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Granite');
    await part(page, 'Notes').click();
    await page.keyboard.type('Alpha before the cut, ');
    await expect(state(page, 'saved')).toBeVisible();
    await page.keyboard.type('bravo until ');
    await context.setOffline(true);
    await page.keyboard.type('and charlie without a network.');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+Alt+q');
    await expect(part(page, 'Cues')).toBeFocused();
    await page.keyboard.type('What is delta?');
    await expect(state(page, 'offline')).toBeVisible();
    await context.setOffline(false);
    await expect(state(page, 'saved')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the server is killed while a save is on its way, which it never reads', async () => {
    const { happened } = await atNextSave(page, async (route) => {
      installation.freeze();
      const failed = page.waitForEvent('requestfailed', (request) => request === route.request());
      await route.continue();
      await installation.kill();
      await failed;
    });
    await part(page, 'Notes').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Echo as it dies,');
    await happened;
    await page.keyboard.type(' foxtrot without a server,');
    await part(page, 'Summary').click();
    await page.keyboard.type('Golf in the summary,');
    await installation.start();
    await page.keyboard.type(' hotel after it.');
    await expect(state(page, 'saved')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('it is killed again, when it has stored a save and not yet answered', async () => {
    const { happened } = await atNextSave(page, async (route) => {
      expect((await route.fetch()).ok()).toBe(true);
      await installation.kill();
      await route.abort('connectionreset');
    });
    await part(page, 'Notes').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' india stored once,');
    await happened;
    await page.keyboard.type(' juliet at last.');
    await installation.start();
    await expect(state(page, 'saved')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('another browser sees every word exactly once', async () => {
    const other = await guardedPage(browser, installation.url);
    await other.page.goto(pathname);
    await submitSignIn(other.page, { email, password: testPassword });
    const written =
      'Alpha before the cut, bravo until and charlie without a network. ' +
      'Echo as it dies, foxtrot without a server, india stored once, juliet at last.';
    for (const one of [other.page, page]) {
      await expect(part(one, 'Notes')).toHaveText(written);
      await expect(part(one, 'Cues')).toHaveText('What is delta?');
      await expect(part(one, 'Summary')).toHaveText('Golf in the summary, hotel after it.');
      await expect(one.getByRole('textbox', { name: 'Title' })).toHaveValue('Granite');
    }
    expect(other.guard.problems()).toEqual([]);
    await other.context.close();
  });
  expect(guard.problems(), 'errors inside the browser').toEqual([]);
  await context.close();
});
