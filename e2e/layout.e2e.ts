import type { Page } from '@playwright/test';
import { expect, importArticles, screenOf, signIn, test } from './fixtures.ts';

const widths = [320, 360, 768, 1440, 2560];

async function expectNoSidewaysScrolling(page: Page, screen: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${screen} at ${width} px`).toBe(0);
  }
}

test('nothing scrolls sideways from 320 to 2560 px', async ({ page, world, site, person }) => {
  for (const path of [
    '/',
    '/sign-in?next=%2Fimport',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/test-email',
  ]) {
    await page.goto(path);
    await expect(screenOf(page)).toBeVisible();
    await expectNoSidewaysScrolling(page, path);
  }
  const names = ['analytical-engine', 'muqaddimah', 'wagahai', 'vingt-mille-lieues', 'decline-and-fall'];
  const ids = await importArticles(
    world,
    person,
    names.map((name) => `${site.origin}/articles/${name}`),
  );
  await signIn(page, person);
  await expect(page.getByRole('link', { name: /Analytical Engine/i }).first()).toBeVisible();
  await expectNoSidewaysScrolling(page, 'the library');
  for (const [index, id] of ids.entries()) {
    await page.goto(`/article/${id}`);
    await expect(page.getByTestId('article-text')).toBeVisible();
    await expectNoSidewaysScrolling(page, names[index] ?? '');
  }
  await page.goto('/import');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectNoSidewaysScrolling(page, 'the imports');
});

test('the page sent by the server has its title, and the app keeps it', async ({ page, request, person }) => {
  for (const path of ['/', '/reset-password', '/test-email']) {
    const html = await (await request.get(path)).text();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(html).toContain(`<title>${await page.title()}</title>`);
  }
  await signIn(page, person);
  await expect(page).toHaveTitle('PKM Hub · Cairn');
});

test('the chosen theme is there before the first paint, also against the system', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const theme = page.locator('html');
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await page.getByLabel('Theme').selectOption('Dark');
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  // Without the app's own code: what counts is the small script in the head.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await page.unrouteAll();
  await page.reload();
  await page.getByLabel('Theme').selectOption('System');
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(theme).toHaveAttribute('data-theme', 'dark');
});
