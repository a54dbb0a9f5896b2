import type { BrowserContext, Page } from '@playwright/test';
import { authModal, expect, importField, openNavigation, signIn, signOut, submitSignIn, test } from './fixtures.ts';

const refreshes = '**/auth/v1/token?grant_type=refresh_token';
const health = '**/auth/v1/health';
const backupKey = 'pkm-auth-backup';

const expiredBanner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Session Expired' });
const idleBanner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Session Timeout Warning' });

/** The key under which the session is kept. */
const sessionKey = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).find((key) => /^sb-.*-auth-token$/.test(key)) ?? '');

/** As if the token had so many seconds left. */
async function leaveSeconds(page: Page, seconds: number): Promise<void> {
  const key = await sessionKey(page);
  await page.evaluate(
    ({ key, seconds }) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      session.expires_at = Math.floor(Date.now() / 1000) + seconds;
      localStorage.setItem(key, JSON.stringify(session));
    },
    { key, seconds },
  );
}

/** Counts what passes, and lets it. */
async function countRefreshes(context: BrowserContext): Promise<() => number> {
  let seen = 0;
  await context.route(refreshes, async (route) => {
    seen += 1;
    await route.fallback();
  });
  return () => seen;
}

const signedInAs = (page: Page, email: string) => page.getByRole('button', { name: `Account: ${email.split('@')[0]}` });

async function askToSignOut(page: Page): Promise<void> {
  const navigation = await openNavigation(page);
  await navigation.getByRole('button', { name: /^Account:/ }).click();
  await navigation.getByRole('button', { name: 'Sign Out' }).click();
}

test('a refused renewal says that the session has expired, and leads back in', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, '/import');
  await importField(page).fill('https://example.org/half-typed');
  await page.route(refreshes, (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    }),
  );
  await leaveSeconds(page, -10);
  await page.reload();

  await expect(expiredBanner(page)).toContainText('Your session has expired. Please sign in again to continue.');
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), backupKey)).toBeNull();

  await page.unroute(refreshes);
  await page.getByRole('button', { name: 'Sign In Again' }).click();
  await submitSignIn(page, person);
  await expect(importField(page)).toHaveValue('https://example.org/half-typed');
  await expect(expiredBanner(page)).toHaveCount(0);
});

test('a session that expires in use leaves the screen and what is typed there', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await page.clock.install();
  await signIn(page, person, '/import');
  await importField(page).fill('https://example.org/in-use');
  await page.route(refreshes, (route) =>
    route.fulfill({ status: 400, json: { code: 'session_expired', message: 'Session Expired' } }),
  );
  await page.clock.fastForward('02:00:00');
  await expect(expiredBanner(page)).toBeVisible();
  await expect(importField(page)).toHaveValue('https://example.org/in-use');
  const { x, width } = (await expiredBanner(page).boundingBox()) ?? { x: 0, width: 0 };
  expect(x + width).toBeGreaterThan(1440 - 40);
});

for (const [what, answer] of [
  ['500', { status: 500, body: '{}' }],
  ['429', { status: 429, json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' } }],
  ['a page of some proxy', { status: 404, contentType: 'text/html', body: '<h1>Log in to the hotel</h1>' }],
] as const) {
  test(`an auth service that answers ${what} signs nobody out`, async ({ page, guard, person }) => {
    guard.allow(/Failed to load resource/);
    await signIn(page, person, '/dashboard');
    await page.route(refreshes, (route) => route.fulfill(answer));
    await leaveSeconds(page, -10);
    await page.reload();
    await expect(signedInAs(page, person.email)).toBeVisible();
    await expect(expiredBanner(page)).toHaveCount(0);
    expect(await sessionKey(page)).not.toBe('');

    await page.unroute(refreshes);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect(signedInAs(page, person.email)).toBeVisible();
  });
}

test('an auth service that is not there leaves the person signed in as known', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, '/dashboard');
  let asked = 0;
  await page.route(health, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.reload();
  await expect(signedInAs(page, person.email)).toBeVisible();
  expect(asked).toBeGreaterThan(0);
});

test('two tabs that find the token too old renew it once', async ({ page, context, person }) => {
  await signIn(page, person, '/dashboard');
  const other = await context.newPage();
  await other.goto('/import');
  await expect(importField(other)).toBeVisible();
  // Open, they would hear of the change, ask at once, and be cut off by their own reload.
  for (const tab of [page, other]) await tab.goto('/theme.js');
  const count = await countRefreshes(context);
  await leaveSeconds(page, 20);
  await Promise.all([page.goto('/dashboard'), other.goto('/import')]);
  await expect(importField(other)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(count()).toBe(1);
});

test('a laptop that slept for two hours goes on where it was', async ({ page, context, person }) => {
  await page.clock.install();
  await signIn(page, person, '/pkm-hub');
  const count = await countRefreshes(context);
  await page.clock.fastForward('02:00:00');
  await expect.poll(count).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).click();
  await expect(importField(page)).toBeVisible();
  await expect(signedInAs(page, person.email)).toBeVisible();
  await expect(expiredBanner(page)).toHaveCount(0);
  // The new token lasts by this device's clock: it is not renewed over and over.
  expect(count()).toBe(1);
});

test('a damaged session is restored from its backup', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, '/dashboard');
  const key = await sessionKey(page);
  await page.evaluate((key) => localStorage.setItem(key, '{"access_token":"cut o'), key);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(signedInAs(page, person.email)).toBeVisible();

  await test.step('without a backup the session is over', async () => {
    await page.evaluate(
      ([key, backup]) => {
        localStorage.setItem(key, 'damaged');
        localStorage.removeItem(backup);
      },
      [key, backupKey] as const,
    );
    await page.reload();
    await expect(expiredBanner(page)).toBeVisible();
  });
});

test('signing out in one tab signs the other one out, which keeps what is typed', async ({ page, context, person }) => {
  await signIn(page, person, '/import');
  await importField(page).fill('https://example.org/kept');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await askToSignOut(other);
  const question = other.getByRole('dialog', { name: 'Some of your work has not been sent' });
  await expect(question).toContainText('1 text that you began to write');
  await question.getByRole('button', { name: 'Sign out and discard' }).click();
  await other.waitForURL((url) => url.pathname === '/');
  await expect(authModal(page)).toBeVisible();
  await expect(expiredBanner(page)).toHaveCount(0);
  await submitSignIn(page, person);
  await expect(importField(page)).toHaveValue('https://example.org/kept');
});

test('signing out leaves nothing of the person behind, after a warning about what is unsent', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, '/cornell-notes');
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.waitForURL(/\/note\//);
  const text = page.getByRole('textbox', { name: 'Notes' });
  await text.click();
  await page.keyboard.type('First line. ');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await context.setOffline(true);
  await page.keyboard.type('Written in the train.');
  await askToSignOut(page);
  const question = page.getByRole('dialog', { name: 'Some of your work has not been sent' });
  await expect(question).toContainText('Changes in 1 note');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(signedInAs(page, person.email)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await signOut(page);
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.includes('notes')),
        keys: Object.keys(localStorage).filter((key) => /auth|draft|recent/.test(key)),
      })),
    )
    .toEqual({ databases: [], keys: [] });
});

test('somebody who has been away is warned, and the warning goes', async ({ page, person }) => {
  await page.clock.install();
  await signIn(page, person, '/dashboard');
  await page.clock.runFor('24:00');
  await expect(idleBanner(page)).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(idleBanner(page)).toContainText(
      "You've been idle for a while. Please interact with the page to maintain your session.",
      { timeout: 500 },
    );
  }).toPass();
  await page.clock.runFor(10_000);
  await expect(idleBanner(page)).toHaveCount(0);
  await expect(signedInAs(page, person.email)).toBeVisible();
});

test('tokens that come back in the address sign in, and leave the address at once', async ({ page, person }) => {
  await page.goto(
    `/dashboard#access_token=${person.accessToken}&expires_in=3600&refresh_token=${person.refreshToken}&token_type=bearer`,
  );
  await expect(signedInAs(page, person.email)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.goto('/import#access_token=half');
  await expect(page.getByText('No session defined in URL').first()).toBeVisible();
  await expect(signedInAs(page, person.email)).toBeVisible();
});
