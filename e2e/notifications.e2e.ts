import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const area = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openDesign = async (page: Page) => {
  await page.goto('/design');
  await expect(page.getByRole('heading', { level: 1, name: 'Design' })).toBeVisible();
};

test('six positions; the bottom ones stand higher on phones, and the choice is kept', async ({ page }) => {
  for (const [width, raised] of [
    [1440, 0],
    [360, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/design');
    for (const position of ['top-right', 'top-center', 'top-left', 'bottom-right', 'bottom-center', 'bottom-left']) {
      await page.evaluate((value) => localStorage.setItem('pkm-notification-position', value), position);
      await page.reload();
      await button(page, 'Show with choices').first().click();
      await expect(area(page).getByText('A new version is ready')).toBeVisible();
      const box = await area(page).boundingBox();
      const { x, y, width: wide, height } = box ?? { x: -1, y: -1, width: 0, height: 0 };
      const where = `${position} at ${width} px`;
      const screen = await page.evaluate(() => document.documentElement.clientWidth);
      expect(x, where).toBeGreaterThanOrEqual(0);
      expect(x + wide, where).toBeLessThanOrEqual(screen);
      if (position.startsWith('top')) expect(y, where).toBe(0);
      else expect(740 - (y + height), where).toBe(raised);
      if (position.endsWith('left')) expect(x, where).toBe(0);
      if (position.endsWith('right')) expect(x + wide, where).toBe(screen);
      if (position.endsWith('center')) expect(Math.abs(x + wide / 2 - screen / 2), where).toBeLessThanOrEqual(1);
    }
  }
});

test('the clock stands still while the page is hidden', async ({ page }) => {
  await openDesign(page);
  await page.clock.install();
  await button(page, 'Show success').first().click();
  await page.clock.runFor(200);
  const saved = area(page).getByText('The note is saved.');
  await expect(saved).toBeVisible();
  const hide = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  await page.clock.runFor(60_000);
  await expect(saved).toBeVisible();
  await hide('visible');
  await page.clock.runFor(5000);
  await expect(saved).toBeHidden();
});

test('errors interrupt, the rest waits its turn; Escape closes what has the focus', async ({ page }) => {
  await openDesign(page);
  await button(page, 'Show success').first().click();
  await expect(area(page)).toHaveAttribute('aria-live', 'polite');
  await expect(area(page).getByRole('dialog')).toHaveCount(1);
  await button(page, 'Show error').first().click();
  // Said at once; the toast itself is for those who go there.
  await expect(page.getByRole('alert').filter({ hasText: 'The article could not be fetched.' })).toBeAttached();
  await page.keyboard.press('F6');
  await expect(area(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(area(page).getByRole('alertdialog')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(area(page).getByRole('alertdialog')).toHaveCount(0);
  await expect(area(page).getByText('The article could not be fetched.')).toBeHidden();
});

test('one with progress moves, and says at the end what came of it', async ({ page }) => {
  await openDesign(page);
  await page.clock.install();
  await button(page, 'Show progress').first().click();
  const bar = area(page).getByRole('progressbar', { name: 'Fetching twelve articles' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(40);
  await page.clock.runFor(2000);
  await expect(area(page).getByText('Twelve articles are here.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(5000);
  await expect(area(page).getByText('Twelve articles are here.')).toBeHidden();
});

test('several answers: each is heard once and closes it', async ({ page }) => {
  await openDesign(page);
  await button(page, 'Show with choices').first().click();
  await area(page).getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('Later', { exact: true }).first()).toBeVisible();
  await expect(area(page).getByText('A new version is ready')).toBeHidden();
});
