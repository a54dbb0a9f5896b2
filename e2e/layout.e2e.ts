import { expect, signIn, test } from './fixtures.ts';

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
