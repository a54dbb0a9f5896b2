import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { workerReady } from './worker-state.ts';

/** From here on the clock of the page goes on only where it is told to. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

test('a toast enters after 50 ms, and leaves in 300 ms', async ({ page }) => {
  await page.goto('/design');
  const show = page.getByRole('button', { name: 'Show success', exact: true }).first();
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByText('The note is saved.');
  // What draws them is fetched with the first one.
  await show.click();
  await expect(toasts).toBeVisible();
  await expect(toasts).toHaveCount(0, { timeout: 10_000 });
  await page.evaluate(() => {
    const leaving: string[] = [];
    Object.assign(window, { leaving });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || target.dataset['endingStyle'] === undefined) continue;
        const { transitionProperty, transitionDuration, opacity } = getComputedStyle(target);
        leaving.push(`${transitionProperty.includes('opacity')} ${transitionDuration} ${opacity}`);
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-ending-style'] });
  });
  await stopClock(page);
  await show.click();
  await page.clock.runFor(49);
  await expect(toasts).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(3999);
  await expect(toasts).toHaveCount(1);
  const left = () => page.evaluate(() => (window as unknown as { leaving: string[] }).leaving);
  expect(await left()).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(toasts).toHaveCount(0);
  expect((await left())[0]).toMatch(/^true 0\.3s /);
});

test('the overlay of the start is gone 200 ms after it is ready, and fades meanwhile', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/list_library/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/pkm-hub');
  const overlay = page.locator('[data-startup-overlay]');
  await expect(overlay.getByRole('status')).toHaveText('Loading workspace content... (0/1)');
  await stopClock(page);
  answer();
  // The 100 ms of the pages, and then the fading.
  const ready = page.locator('[data-startup-overlay=ready]');
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(ready).toHaveCount(1, { timeout: 200 });
  }).toPass();
  expect(await ready.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.2s');
  // Something is always below it.
  await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
  await page.clock.runFor(185);
  await expect(ready).toHaveCount(1);
  await page.clock.runFor(15);
  await expect(overlay).toHaveCount(0);
});

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the update banner: told by a message, dismissed, and gone by itself after 10 seconds', async ({ page }) => {
    await page.goto('/reset-password');
    await workerReady(page);
    const banner = page.getByRole('status').filter({ hasText: 'Update available' });
    const tell = () =>
      page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'UPDATE_AVAILABLE' } })),
      );
    // Whoever listens is there soon after the page.
    await expect(async () => {
      await tell();
      await expect(banner).toBeVisible({ timeout: 300 });
    }).toPass();
    await banner.getByRole('button', { name: 'Close' }).click();
    await expect(banner).toHaveCount(0);
    await stopClock(page);
    await tell();
    await expect(banner).toBeVisible();
    await page.clock.runFor(9999);
    await expect(banner).toBeVisible();
    await page.clock.runFor(1);
    await expect(banner).toHaveCount(0);
  });
});
