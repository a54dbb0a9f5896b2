import type { Page } from '@playwright/test';
import { expect, goTo, importField, signIn, test } from './fixtures.ts';

const failureScreen = (page: Page) => page.getByRole('heading', { name: 'Updating Learning Experience' });

/** Counts the pages that were loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

/** The server does not answer for these; without `pattern` it answers for nothing. */
const cut = (page: Page, pattern: RegExp | string = '**/*') =>
  page.route(pattern, (route) => route.abort('connectionrefused'));

test('a part that cannot be had: nothing reloads without a server, and with one the screen does after 1 s, once', async ({
  page,
  context,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource|dynamically imported module|ChunkFailure|net::ERR_/);
  await page.clock.install();
  await signIn(page, person, '/pkm-hub');
  await page.getByRole('textbox', { name: 'Ask your library' }).fill('What is a cairn?');
  await page.clock.pauseAt(Date.now() + 60_000);
  const loads = countLoads(page);

  await test.step('the server is gone: the screen says so, and stays', async () => {
    await cut(page);
    await goTo(page, 'Import');
    await expect(failureScreen(page)).toBeVisible();
    await page.clock.runFor(1000);
    await expect(page.getByText('is not on this device yet, and the server cannot be reached')).toBeVisible();
    await page.clock.runFor(20_000);
    expect(loads()).toBe(0);
  });

  await test.step('Return to Previous Page leads back, with what was typed', async () => {
    await page.getByRole('button', { name: 'Return to Previous Page' }).click();
    await expect(page.getByRole('textbox', { name: 'Ask your library' })).toHaveValue('What is a cairn?');
  });

  await test.step('without a network it says that', async () => {
    await context.setOffline(true);
    await goTo(page, 'Import');
    await expect(failureScreen(page)).toBeVisible();
    await expect(page.getByText('is not on this device yet, and you are offline')).toBeVisible();
    await page.clock.runFor(20_000);
    expect(loads()).toBe(0);
    await page.getByRole('button', { name: 'Return to Previous Page' }).click();
    await context.setOffline(false);
  });

  await test.step('the server answers, but has no such part: one reload, 1 s later', async () => {
    await page.unrouteAll();
    await page.route(/\/assets\/import-screen-/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.clock.runFor(20_000);
    await goTo(page, 'Import');
    await expect(failureScreen(page)).toBeVisible();
    await page.clock.runFor(999);
    expect(loads()).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(loads).toBe(1);
    await expect(failureScreen(page)).toBeVisible();
    await page.clock.runFor(20_000);
    expect(loads()).toBe(1);
  });

  await test.step('Restore Learning Session reloads when the person wants it', async () => {
    await page.unrouteAll();
    await page.clock.resume();
    await page.getByRole('button', { name: 'Restore Learning Session' }).click();
    await expect(importField(page)).toBeVisible();
    expect(loads()).toBe(2);
    await goTo(page, 'PKM Hub');
    await expect(page.getByRole('textbox', { name: 'Ask your library' })).toHaveValue('What is a cairn?');
  });
});

test('a part that no screen shows: the page reloads after 1.5 s, once, with what was typed', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource|dynamically imported module|ChunkFailure/);
  await page.clock.install();
  await signIn(page, person, '/import');
  await importField(page).fill('https://example.org/half');
  await page.route(/\/assets\/command-palette-/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.clock.pauseAt(Date.now() + 60_000);
  const loads = countLoads(page);
  const failed = page.waitForResponse(/\/assets\/command-palette-/);
  await page.keyboard.press('Control+k');
  await failed;
  await expect(importField(page)).toBeVisible();
  await page.clock.runFor(1499);
  expect(loads()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(loads).toBe(1);
  await expect(importField(page)).toHaveValue('https://example.org/half');
  const again = page.waitForResponse(/\/assets\/command-palette-/);
  await expect(async () => {
    await page.clock.runFor(1000);
    await page.keyboard.press('Control+k');
    await Promise.race([again, new Promise((_, reject) => setTimeout(reject, 500))]);
  }).toPass();
  await page.clock.runFor(20_000);
  expect(loads()).toBe(1);
  await expect(importField(page)).toHaveValue('https://example.org/half');
});
