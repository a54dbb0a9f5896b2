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

test('the scripts of a screen are named with its page, so that none waits for another', async ({ request }) => {
  const named = async (path: string) => {
    const link = (await request.get(path)).headers().link ?? '';
    return [...link.matchAll(/<(\/assets\/[^>]+\.js)>; rel=modulepreload/g)].map(([, script]) => script ?? '');
  };
  for (const [path, screen] of [
    ['/dashboard', 'dashboard-screen'],
    ['/pkm-hub', 'hub-screen'],
    ['/note/3fa85f64-5717-4562-b3fc-2c963f66afa6', 'note-screen'],
    ['/sign-in', 'auth-modal'],
  ] as const) {
    const scripts = await named(path);
    expect(scripts.filter((script) => script.includes(screen)).length, path).toBeGreaterThan(0);
    for (const script of scripts) expect((await request.get(script)).status(), script).toBe(200);
  }
  expect(await named('/'), 'the landing page has a script of its own').toEqual([]);
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
