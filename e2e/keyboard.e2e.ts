import type { Locator, Page } from '@playwright/test';
import { authModal, expect, markedPassage, newEmail, test, testPassword } from './fixtures.ts';

/** Tabs until the named thing has the focus. */
async function tabTo(page: Page, role: string, name: string | RegExp, within: Page | Locator = page): Promise<void> {
  const target = within.getByRole(role as 'link', { name }).first();
  await expect(target).toBeAttached();
  for (let step = 0; step < 150; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached the ${role} "${name}"`);
}

test('the whole way without a pointer', async ({ page, site, world }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'link', 'Get Started');
  await page.keyboard.press('Enter');

  await expect(authModal(page, 'Create account').getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Key Board');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Tab');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await expect(authModal(page, 'Account Created')).toContainText('You are signed in as');

  await tabTo(page, 'button', 'Import your first article');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Address of the article');
  await page.keyboard.type(`${site.origin}/articles/analytical-engine`);
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', 'Read it now');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('article-text')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // A table that is wider than the screen scrolls with the arrow keys.
  await tabTo(page, 'group', /./, page.getByTestId('article-text'));
  await world.settle();

  await page.keyboard.press('Home');
  await tabTo(page, 'link', 'PKM Hub', page.getByRole('navigation', { name: 'Main' }));
  await page.keyboard.press('Enter');
  await tabTo(page, 'searchbox', 'Search your library');
  await page.keyboard.type('engine');
  await expect(page.locator('mark').first()).toBeVisible();
  await tabTo(page, 'link', /Analytical Engine/i);
  await page.keyboard.press('Enter');
  expect(await markedPassage(page)).toMatchObject({ focusInside: true });

  await tabTo(page, 'link', 'PKM Hub', page.getByRole('navigation', { name: 'Main' }));
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Account:/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Sign Out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});
