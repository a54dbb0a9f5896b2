import { authModal, expect, newEmail, submitSignIn, test, testPassword } from './fixtures.ts';

const checklist = [
  'At least 8 characters long',
  'Contains lowercase letter',
  'Contains uppercase letter',
  'Contains number',
];

test('sign in has an address, a password, Google and the way to a forgotten password', async ({ page }) => {
  await page.goto('/sign-in');
  const modal = authModal(page);
  await expect(modal.getByLabel('Email')).toHaveAttribute('required');
  await expect(modal.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  const password = modal.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('required');
  await expect(password).toHaveAttribute('minlength', '8');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(modal.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Forgot Password' })).toBeVisible();
});

test('create account has a full name, an address, and a password with a live checklist', async ({ page }) => {
  await page.goto('/sign-up');
  const modal = authModal(page, 'Create account');
  const password = modal.getByLabel('Password', { exact: true });
  for (const field of [modal.getByLabel('Full name'), modal.getByLabel('Email'), password]) {
    await expect(field).toHaveAttribute('required');
  }
  await expect(password).toHaveAttribute('minlength', '8');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  const lines = modal.getByRole('list').getByRole('listitem');
  for (const [typed, met] of [
    ['', [false, false, false, false]],
    ['abc', [false, true, false, false]],
    ['abcDEF', [false, true, true, false]],
    ['abcDEF7', [false, true, true, true]],
    ['abcDEF78', [true, true, true, true]],
  ] as const) {
    await password.fill(typed);
    await expect(lines).toHaveText(checklist.map((line, place) => `${line} (${met[place] ? 'met' : 'not met'})`));
  }

  await modal.getByLabel('Full name').fill('Ada Example');
  await modal.getByLabel('Email').fill(newEmail());
  await password.fill('abcdefg8');
  await modal.getByRole('button', { name: 'Sign Up' }).click();
  await expect(modal.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
  await password.fill(testPassword);
  await modal.getByRole('button', { name: 'Sign Up' }).click();
  await expect(authModal(page, 'Account Created')).toBeVisible();
});

test('a forgotten password: form, Check your email, Back to sign in', async ({ page }) => {
  await page.goto('/forgot-password');
  const modal = authModal(page, 'Forgot password');
  const send = modal.getByRole('button', { name: 'Send reset link' });
  await send.click();
  await expect(modal.getByText('Please enter your email address')).toBeVisible();
  await modal.getByLabel('Email').fill('nonsense');
  await send.click();
  await expect(modal.getByText('Please enter a valid email address')).toBeVisible();
  await modal.getByLabel('Email').fill(newEmail());
  await send.click();
  const sent = authModal(page, 'Check your email');
  await expect(sent.getByText('2-3 minutes')).toBeVisible();
  await expect(sent.getByText('The link expires in 1 hour.')).toBeVisible();
  await expect(sent.getByText('after 10 minutes')).toBeVisible();
  await sent.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(authModal(page).getByLabel('Email')).toHaveValue('');
});

test('signing in closes the modal, and it is empty when it opens again', async ({ page, person }) => {
  await page.goto('/dashboard');
  await submitSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in');
  await expect(authModal(page).getByLabel('Email')).toHaveValue('');
  await expect(authModal(page).getByLabel('Password', { exact: true })).toHaveValue('');
});

test('Google keeps its button busy on the way there, and is told to come back to the dashboard', async ({ page }) => {
  await page.route('**/auth/v1/settings', (route) =>
    route.fulfill({ json: { external: { email: true, google: true }, mailer_autoconfirm: true } }),
  );
  // An answer without a page: the browser stays where it is, as while Google is slow.
  await page.route('**/auth/v1/authorize**', (route) => route.fulfill({ status: 204 }));
  await page.goto('/sign-in');
  const asked = page.waitForRequest('**/auth/v1/authorize**');
  const google = authModal(page).getByRole('button', { name: 'Continue with Google' });
  await google.click();
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('provider')).toBe('google');
  expect(searchParams.get('redirect_to')).toBe(`${new URL(page.url()).origin}/dashboard`);
  await expect(google).toHaveAttribute('aria-disabled', 'true');
});
