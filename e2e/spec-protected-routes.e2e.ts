import type { Page } from '@playwright/test';
import { authModal, expect, signIn, test } from './fixtures.ts';

const protectedPaths = [
  '/dashboard',
  '/pkm-hub',
  '/cornell-notes',
  '/import',
  '/profile',
  '/profile/settings',
  '/profile/legacy-settings',
  '/admin/performance',
];
const publicPaths = [
  '/',
  '/reset-password',
  '/success',
  '/community',
  '/community/item/some-id',
  '/community-new',
  '/explore',
  '/pricing',
  '/test-email',
  '/test-ai-usage',
  '/test-performance',
];

/** Holds calls back until it is told to let them go. */
async function hold(page: Page, calls: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

test('every protected address asks to sign in, and opens the modal by itself', async ({ page }) => {
  for (const path of protectedPaths) {
    await page.goto(path);
    await expect(authModal(page), path).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Authentication Required' }), path).toBeVisible();
    await expect(page.getByText('Please sign in to access this beta feature.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('every public address opens for anybody', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Authentication Required' }), path).toHaveCount(0);
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
  }
});

const verifying = (page: Page) => page.locator('[data-verifying-session]');

test('while nobody knows who is there, the screen says that it verifies, and asks nothing', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/import');
  const release = await hold(page, /\/auth\/v1\/(health|user|token)/);
  await page.goto('/dashboard');
  await expect(verifying(page).getByRole('status')).toHaveText('Verifying your account...');
  await expect(page.getByText('Loading your content...')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(verifying(page)).toHaveCount(0);
});

test('anything else shows the loading screen: whoever is known waits for the screen, not for the account', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/dashboard');
  const release = await hold(page, /\/assets\/import-screen-/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('main').getByText('Loading your content...')).toBeAttached();
  await expect(verifying(page)).toHaveCount(0);
  await expect(page.getByText('Verifying your account...')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  await expect(page.getByText('Loading your content...')).toHaveCount(0);
});

test('an auth service that never settles ends after 15 seconds in Authentication Error', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/SessionUnknownError/);
  await signIn(page, person, '/dashboard');
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }));
  });
  const answerHealth = await hold(page, /\/auth\/v1\/health/);
  // Slow, then never: each for less than it is given, together for more than 15 seconds.
  await hold(page, /\/auth\/v1\/token/);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('status').filter({ hasText: 'Verifying your account...' }).first()).toBeVisible();
  await page.clock.runFor(7000);
  const refreshing = page.waitForRequest(/grant_type=refresh_token/);
  answerHealth();
  await refreshing;
  const failed = page.getByRole('heading', { name: 'Authentication Error' });
  await page.clock.runFor(6000);
  await expect(failed).toHaveCount(0);
  await page.clock.runFor(2500);
  await expect(failed).toBeVisible();
  await expect(page.getByText('There was an issue with authentication. Please try refreshing the page.')).toBeVisible();
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await reloaded;
});
