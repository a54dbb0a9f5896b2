import type { Page } from '@playwright/test';
import { expect, goTo, importField, signIn } from './fixtures.ts';
import { test } from './own-build.ts';
import { workerReady } from './worker-state.ts';

type Marked = Window & { stillHere?: boolean };

const updateBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'Update available' });
/** The script that a page began with: it is another one in each build. */
const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '');
const mark = (page: Page) =>
  page.evaluate(() => {
    (window as Marked).stillHere = true;
  });
const isMarked = (page: Page) => page.evaluate(() => (window as Marked).stillHere === true);
/** What the page does every hour, and the browser at each navigation. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

test('a release is offered to every tab that is open, taken over only when asked for, and tabs of the old build go on', async ({
  own,
  installed,
  person,
}) => {
  test.setTimeout(240_000);
  const typing = await installed.newPage();
  await signIn(typing, person, '/import');
  await expect(importField(typing)).toBeVisible();
  await workerReady(typing);
  const other = await installed.newPage();
  await other.clock.install();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await workerReady(other);
  for (const page of [typing, other]) await mark(page);
  const firstBuild = await buildOf(typing);
  await importField(typing).pressSequentially('https://example.org/half');

  const deploy = async () => {
    await own.release();
    await own.stop();
    await own.start();
    await lookForUpdate(typing);
  };

  await test.step('the banner comes in both tabs, and whoever types goes on typing', async () => {
    await other.clock.pauseAt(Date.now() + 60_000);
    await deploy();
    await expect(updateBanner(typing)).toBeVisible();
    await expect(updateBanner(other)).toBeVisible();
    await importField(typing).pressSequentially('-a-sentence');
    await expect(importField(typing)).toHaveValue('https://example.org/half-a-sentence');
    await expect(importField(typing)).toBeFocused();
  });

  await test.step('dismissing removes it, and otherwise it goes by itself after 10 s', async () => {
    await updateBanner(typing).getByRole('button', { name: 'Close' }).click();
    await expect(updateBanner(typing)).toHaveCount(0);
    await other.clock.runFor(9999);
    await expect(updateBanner(other)).toBeVisible();
    await other.clock.runFor(1);
    await expect(updateBanner(other)).toHaveCount(0);
    await other.clock.resume();
    for (const page of [typing, other]) expect(await isMarked(page)).toBe(true);
  });

  await test.step('a tab of the old build opens a screen that it has never opened', async () => {
    await goTo(other, 'Cornell Notes');
    await expect(other.getByRole('heading', { level: 1, name: 'Cornell Notes' })).toBeVisible();
    expect(await buildOf(other)).toBe(firstBuild);
  });

  await test.step('Refresh leads into the newest of two more builds with everything that was typed', async () => {
    await deploy();
    await updateBanner(typing).getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => isMarked(typing).catch(() => true)).toBe(false);
    await expect(importField(typing)).toHaveValue('https://example.org/half-a-sentence');
    expect(await buildOf(typing)).not.toBe(firstBuild);
    await expect(updateBanner(typing)).toHaveCount(0);
    await workerReady(typing);
  });

  await test.step('the other tab is left alone, and gets parts of a build that was replaced twice', async () => {
    expect(await isMarked(other)).toBe(true);
    await goTo(other, 'PKM Hub');
    await expect(other.getByRole('searchbox', { name: 'Search your library' })).toBeVisible();
    expect(await buildOf(other)).toBe(firstBuild);
  });

  await test.step('without a server the new build opens from a closed tab, and the old tab opens what was opened before', async () => {
    await own.kill();
    await goTo(other, 'Import');
    await expect(importField(other)).toBeVisible();
    expect(await isMarked(other)).toBe(true);
    await typing.close();
    const reopened = await installed.newPage();
    await reopened.goto('/import');
    await expect(importField(reopened)).toHaveValue('https://example.org/half-a-sentence');
    expect(await buildOf(reopened)).not.toBe(firstBuild);
  });
});
