import type { TestUser, World } from '@cairn/testkit/world';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** With the tokens of a reset link in the address, as the verified link leaves them there. */
async function openResetLink(page: Page, world: World, person: TestUser, mark: '#' | '?' = '#'): Promise<void> {
  const response = await world.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
  await page.goto(
    `/reset-password${mark}access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer&type=recovery`,
  );
  await expect(page.getByText(`For the account ${person.email}`)).toBeVisible();
}

const fields = (page: Page) => ({
  password: page.getByLabel('New password', { exact: true }),
  confirmation: page.getByLabel('Confirm password', { exact: true }),
  submit: page.getByRole('button', { name: /^Updat/ }),
});

test('two fields, a live checklist, Update Password and Back to Home', async ({ page, world, person }) => {
  // The tokens may also come in the query.
  await openResetLink(page, world, person, '?');
  await expect(page).toHaveURL(`${world.url}/reset-password`);
  const { password, confirmation, submit } = fields(page);
  for (const field of [password, confirmation]) {
    await expect(field).toHaveAttribute('required');
    await expect(field).toHaveAttribute('minlength', '8');
  }
  await password.fill('Weakling');
  await expect(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveText([
    'At least 8 characters long (met)',
    'Contains lowercase letter (met)',
    'Contains uppercase letter (met)',
    'Contains number (not met)',
  ]);
  await expect(submit).toHaveText('Update Password');
  await submit.click();
  await expect(page.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
  await password.fill('Another-Horse-8');
  await confirmation.fill('Another-Horse-9');
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the new password is set: Updating Password..., Password Updated, and the dashboard after 3 seconds', async ({
  page,
  world,
  person,
}) => {
  await openResetLink(page, world, person);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/v1/user', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.fallback();
  });
  const { password, confirmation, submit } = fields(page);
  await password.fill('Another-Horse-8');
  await confirmation.fill('Another-Horse-8');
  await submit.click();
  await expect(submit).toHaveText('Updating Password...');
  // From here on the clock of the page goes on only where it is told to.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  answer();
  await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Go to Dashboard' })).toBeVisible();
  await page.clock.runFor(2900);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an update that fails says what the server said', async ({ page, world, person, guard }) => {
  guard.allow(/Failed to load resource/);
  await openResetLink(page, world, person);
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 'same_password', message: 'That is the password you had.' } })
      : route.fallback(),
  );
  const { password, confirmation, submit } = fields(page);
  await password.fill('Another-Horse-8');
  await confirmation.fill('Another-Horse-8');
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: 'That is the password you had.' })).toBeVisible();
  await expect(submit).toHaveText('Update Password');
});
