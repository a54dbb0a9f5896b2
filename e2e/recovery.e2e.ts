import { authModal, expect, signIn, signOut, test } from './fixtures.ts';

const newPassword = 'Another-Horse-8';

test('a forgotten password is set anew through the mail', async ({ page, world, person }) => {
  await page.goto('/sign-in');
  await authModal(page).getByRole('button', { name: 'Forgot Password' }).click();
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(authModal(page, 'Check your email')).toContainText('The link expires in 1 hour.');

  await test.step('the mailbox is locked without its key, and opens with it', async () => {
    await page.goto('/test-email');
    await expect(page.getByText('The built-in mailbox is locked here')).toBeVisible();
    await page.goto(world.mailboxUrl ?? '');
    await expect(page).toHaveURL(`${world.url}/test-email`);
    await page.getByRole('button', { name: new RegExp(person.email) }).click();
  });

  await test.step('the link opens a page whose button leads to the form', async () => {
    await page.getByRole('link', { name: /\/auth\/v1\/verify/ }).click();
    await page.getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
    await expect(page).toHaveURL(`${world.url}/reset-password`);
    await expect(page.getByText(`For the account ${person.email}`)).toBeVisible();
  });

  await test.step('the new password is checked and set', async () => {
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('weak');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
    await password.fill(newPassword);
    await page.getByLabel('Confirm password', { exact: true }).fill('Another-Horse-9');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  });

  await signOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await signIn(page, { ...person, password: newPassword });
  await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
});

test('a link that is no good says so', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toContainText('Invalid reset link. Please request a new password reset.');
  for (const address of [
    '/reset-password?x=1#error=access_denied&error_code=otp_expired',
    '/reset-password?access_token=a.b.c&refresh_token=aaaaaaaaaaaa',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(
      'Invalid or expired reset link. Please request a new password reset.',
    );
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('');
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
});

test("a link for one account asks before it replaces another's session", async ({ page, world, person }) => {
  const other = await world.signUp(`other-${person.email}`);
  await signIn(page, person);
  await page.goto(
    `/reset-password#access_token=${other.accessToken}&refresh_token=${other.refreshToken}&type=recovery`,
  );
  await expect(page.getByText('You are signed in with another account')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `Continue with ${other.email}` }).click();
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByRole('banner')).toContainText(other.email);
});
