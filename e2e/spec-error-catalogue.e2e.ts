import type { Page } from '@playwright/test';
import { authModal, expect, newEmail, signIn, submitSignIn, test } from './fixtures.ts';

const answer = (page: Page, calls: string, status: number, message: string) =>
  page.route(calls, (route) => route.fulfill({ status, json: { message } }));
const passwordCalls = '**/auth/v1/token?grant_type=password';

const invalid = 'Invalid email or password. Please check your credentials and try again.';

test('sign-in says each failure in its own words', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/sign-in');
  const said = authModal(page).getByRole('alert').filter({ hasText: /\S/ });
  for (const [status, received, shown] of [
    // Found by a part of the message, in any case.
    [400, 'Sorry: Invalid login credentials (AUTH-1)', invalid],
    [400, 'These are invalid credentials.', invalid],
    [400, 'Invalid password given', invalid],
    [400, 'Error: Email not confirmed', 'Please check your email and click the confirmation link before signing in.'],
    [404, 'The user not found!', 'No account found with this email address. Please sign up first.'],
    [400, 'Far too many requests', 'Too many login attempts. Please wait a few minutes before trying again.'],
    [429, 'Later', 'Too many login attempts. Please wait a few minutes before trying again.'],
    [400, '400 Bad request', 'Invalid login attempt. Please check your email and password format.'],
    [403, 'Sign-in is closed today', 'Sign-in is closed today'],
    [500, 'The disk is full', 'The disk is full'],
    [503, '', 'An unexpected error occurred. Please try again.'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, passwordCalls, status, received);
    await submitSignIn(page, { email: newEmail(), password: 'Wrong-Password-1' });
    await expect(said.locator('p').filter({ hasText: shown }), received).toHaveText(shown);
    await expect(said.locator('[data-tone]')).toHaveAttribute('data-tone', 'danger');
    const hints = said.getByRole('listitem');
    await expect(hints).toHaveCount(shown === invalid ? 3 : 0);
    if (shown === invalid) await expect(hints).toHaveText([/password/, /Forgot Password/, /sign up/]);
  }

  await test.step('a message that begins with a check mark is green', async () => {
    await page.unrouteAll();
    await answer(page, passwordCalls, 400, '✓ A new link is on its way');
    await submitSignIn(page, { email: newEmail(), password: 'Wrong-Password-1' });
    const notice = said.locator('[data-tone]');
    await expect(notice).toHaveText('✓ A new link is on its way');
    await expect(notice).toHaveAttribute('data-tone', 'success');
  });
});

test('no network while signing in', async ({ page, guard }) => {
  guard.allow(/Failed to load resource|net::|Failed to fetch/);
  await page.goto('/sign-in');
  await page.route(passwordCalls, (route) => route.abort('connectionrefused'));
  await submitSignIn(page, { email: newEmail(), password: 'Wrong-Password-1' });
  await expect(authModal(page).getByText('Network error occurred during sign in')).toBeVisible();
});

test('a reset mail that cannot be sent says why', async ({ page, guard }) => {
  guard.allow(/Failed to load resource|net::|Failed to fetch/);
  await page.goto('/forgot-password');
  const modal = authModal(page, 'Forgot password');
  await modal.getByLabel('Email').fill(newEmail());
  const said = modal.getByRole('alert').filter({ hasText: /\S/ });
  const again = ' or contact support if the issue persists.';
  for (const [status, received, shown] of [
    [500, 'Error sending recovery email', `Email service is temporarily unavailable. Please try again later${again}`],
    [500, 'Something else', `Server error occurred. Please try again${again}`],
    [429, 'Slow down', 'Too many reset attempts. Please wait a few minutes before trying again.'],
    [500, 'SMTP is down', `Email service is temporarily unavailable. Please try again later${again}`],
    [422, 'That address is not allowed', 'That address is not allowed'],
    [422, '', 'Failed to send reset email. Please try again.'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, '**/auth/v1/recover**', status, received);
    await modal.getByRole('button', { name: 'Send reset link' }).click();
    await expect(said, received).toContainText(shown);
  }
  await page.unrouteAll();
  await page.route('**/auth/v1/recover**', (route) => route.abort('connectionrefused'));
  await modal.getByRole('button', { name: 'Send reset link' }).click();
  await expect(said).toContainText('Network error occurred while sending reset email');
});

test('a screen that breaks says that progress is safe', async ({ page, person, guard }) => {
  guard.allow(/./);
  await signIn(page, person, '/dashboard');
  // An answer of a shape that nobody expects breaks the screen while it is drawn.
  await page.route('**/rest/v1/recent_activity*', (route) =>
    route.fulfill({
      json: [{ kind: 'note_created', item_id: 'a', occurred_at: '2026-01-01T00:00:00Z', title: { no: 'text' } }],
    }),
  );
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Learning Experience Temporarily Unavailable' }),
  ).toBeVisible();
  await expect(page.getByText('Your progress is safe.')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
});
