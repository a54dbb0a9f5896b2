import { expect, signIn, test } from './fixtures.ts';

const overlay = '[data-startup-overlay]';

test('whoever comes back sees how the start goes, with their address, and then the page', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  // Holds the services back until the overlay has been looked at.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rest/v1/ai_learning_sessions*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  const shown = page.locator(overlay);
  await expect(shown.getByRole('status')).toHaveText('Initializing educational services...');
  await expect(shown.getByRole('progressbar')).toBeVisible();
  await expect(shown.getByRole('listitem')).toHaveText(['AuthenticationReady', 'AI ServicesPending', /^Content/]);
  await expect(shown).toContainText(`Welcome back, ${person.email}`);
  release();
  await expect(shown).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
});

test('an anonymous visitor never sees it', async ({ page }) => {
  await page.addInitScript((selector) => {
    new MutationObserver(() => {
      if (document.querySelector(selector)) document.documentElement.dataset.overlaySeen = 'yes';
    }).observe(document, { childList: true, subtree: true });
  }, overlay);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-overlay-seen');
});

test('the learning services being away lets the person in', async ({ page, person, guard }) => {
  await signIn(page, person, '/dashboard');
  guard.allow(/ai_learning_sessions/);
  await page.route('**/rest/v1/ai_learning_sessions*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{' }),
  );
  await page.goto('/dashboard');
  await expect(page.locator(overlay)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
});

test('a short anon key stops the start for everybody', async ({ page }) => {
  await page.route('**/reset-password', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"anonKey":"[^"]*"/, '"anonKey":"short"');
    await route.fulfill({ response, body });
  });
  await page.goto('/reset-password');
  await expect(page.locator(overlay).getByRole('alert')).toHaveText(
    'CRITICAL: VITE_SUPABASE_ANON_KEY environment variable is missing or invalid',
  );
});
