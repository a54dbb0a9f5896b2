import type { BrowserContext, Page } from '@playwright/test';
import { expect, goTo, importField, signIn, test } from './fixtures.ts';

const offlineNotice = (page: Page) => page.getByText('You are offline. What is open here stays readable');
const unreachableNotice = (page: Page) => page.getByText('The server cannot be reached. What is open here');
const problem = (page: Page) => page.getByText(/We could not load/);

/** The calls for data and functions that leave the page from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:rest|functions)\/v1\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** The process is gone; the page and its scripts are there. Ends with the function that brings the server back. */
async function killServer(context: BrowserContext): Promise<() => Promise<void>> {
  const surfaces = /\/(?:rest|functions|auth)\/v1\//;
  await context.route(surfaces, (route) => route.abort('connectionrefused'));
  return () => context.unroute(surfaces);
}

test('offline for a minute: nothing is asked for, it is said, and everything comes by itself afterwards', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.clock.install();
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Its code is here before the network goes.
  await goTo(page, 'Import');
  await expect(importField(page)).toBeVisible();
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /Welcome|Dashboard/ })).toBeVisible();

  await context.setOffline(true);
  await expect(offlineNotice(page)).toBeVisible();
  const calls = watchCalls(page);
  await goTo(page, 'Import');
  await importField(page).fill('https://example.org/kept');
  await page.clock.fastForward(60_000);
  await expect(problem(page)).toHaveCount(0);
  await expect(importField(page)).toHaveValue('https://example.org/kept');
  expect(calls).toEqual([]);

  await context.setOffline(false);
  await expect(offlineNotice(page)).toHaveCount(0);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await expect(importField(page)).toHaveValue('https://example.org/kept');
});

test('a server that dies in use is said to be gone, looked for, and read from again', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await page.clock.install();
  await signIn(page, person, '/dashboard');
  await goTo(page, 'PKM Hub');
  await expect(page.getByRole('searchbox', { name: 'Search your library' })).toBeVisible();
  await goTo(page, 'Dashboard');

  const revive = await killServer(context);
  const calls = watchCalls(page);
  await goTo(page, 'Cornell Notes');
  await expect(unreachableNotice(page)).toBeVisible();
  // Seven attempts in half a minute, then it is an error with a way out, not an empty list.
  await expect
    .poll(async () => {
      await page.clock.fastForward(2000);
      return problem(page).count();
    })
    .toBeGreaterThan(0);
  expect(calls.filter((call) => call === 'GET /rest/v1/notes').length).toBeLessThanOrEqual(7);
  await expect(page.getByText('Nothing of yours is lost.')).toBeVisible();

  await revive();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(unreachableNotice(page)).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
});

test('nobody there for ten minutes: no calls go out, and the first movement resumes them', async ({ page, person }) => {
  await page.clock.install();
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.mouse.move(300, 300);
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const calls = watchCalls(page);
  // Long enough for what is on screen to be stale, too short for idleness.
  await page.clock.fastForward(9 * 60_000);
  await lookAgain();
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');

  await page.clock.fastForward(90_000);
  calls.length = 0;
  await lookAgain();
  await page.clock.fastForward(30 * 60_000);
  await lookAgain();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(calls).toEqual([]);
  await expect(problem(page)).toHaveCount(0);
  await expect(offlineNotice(page)).toHaveCount(0);

  await page.mouse.move(320, 320);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
});

test('what is written while the server is gone ends in words, and stays where it was typed', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await page.clock.install();
  await signIn(page, person, '/import');
  const field = importField(page);
  await field.fill('https://example.org/an-essay');
  const revive = await killServer(context);
  const calls = watchCalls(page);
  await field.press('Enter');
  await expect
    .poll(async () => {
      await page.clock.fastForward(2000);
      return page.getByText('The server cannot be reached. Check your connection and try again.').count();
    })
    .toBeGreaterThan(0);
  await expect(field).toHaveValue('https://example.org/an-essay');
  // Its run has an id made here: it could be repeated without importing twice.
  expect(calls.filter((call) => call.endsWith('/import-article')).length).toBe(7);
  await revive();
});
