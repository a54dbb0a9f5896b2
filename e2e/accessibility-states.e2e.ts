import type { Page } from '@playwright/test';
import { expectEveryLook, sizes } from './every-look.ts';
import { authModal, expect, newEmail, openNavigation, signIn, submitSignIn, test, testPassword } from './fixtures.ts';
import { settings } from './settings-page.ts';

const phone = sizes[2];
const inDialog = { within: '[role="dialog"]' };

/** A listener on the page may come after its first paint. */
async function pressUntil(page: Page, key: string, dialog: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible({ timeout: 500 });
  }).toPass();
}

const failing = (page: Page, calls: string) =>
  page.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'XX000', message: 'It is away.' } }));

test('axe finds nothing in the five views of signing in and what they say, nor in menu and interest modal', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/sign-in');
  const button = (title: string, name: string) => authModal(page, title).getByRole('button', { name, exact: true });
  await test.step('sign in', async () => {
    await button('Sign in', 'Sign In').click();
    await expectEveryLook(page, 'sign in with nothing typed', inDialog);
    await submitSignIn(page, { email: newEmail(), password: 'Wrong-Password-1' });
    await expect(authModal(page).getByRole('alert').getByRole('listitem')).toHaveCount(3);
    await expectEveryLook(page, 'sign in refused', inDialog);
  });
  await test.step('forgotten password, and the mail is sent', async () => {
    await button('Sign in', 'Forgot Password').click();
    await button('Forgot password', 'Send reset link').click();
    await expectEveryLook(page, 'forgot password', inDialog);
    await authModal(page, 'Forgot password').getByLabel('Email').fill(newEmail());
    await button('Forgot password', 'Send reset link').click();
    await expect(authModal(page, 'Check your email')).toBeVisible();
    await expectEveryLook(page, 'the mail is sent', inDialog);
  });
  await test.step('create account, and it is created', async () => {
    await button('Check your email', 'Back to sign in').click();
    await button('Sign in', 'Sign up').click();
    const form = authModal(page, 'Create account');
    await form.getByLabel('Password', { exact: true }).fill('abcD');
    await button('Create account', 'Sign Up').click();
    await expectEveryLook(page, 'create account', inDialog);
    await form.getByLabel('Full name').fill('Ada');
    await form.getByLabel('Email').fill(newEmail());
    await form.getByLabel('Password', { exact: true }).fill(testPassword);
    await button('Create account', 'Sign Up').click();
    await expect(authModal(page, 'Account Created')).toBeVisible();
    await expectEveryLook(page, 'account created', inDialog);
  });
  await test.step('interest, and the menu of small screens', async () => {
    await page.goto('/explore');
    await page.getByRole('button', { name: /AI Transform/ }).click();
    await expect(page.getByRole('dialog', { name: 'AI Transform is on the way' })).toBeVisible();
    await expectEveryLook(page, 'interest modal', inDialog);
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    await expect(await openNavigation(page)).toBeVisible();
    await expectEveryLook(page, 'menu', { ...inDialog, sizes: [phone] });
  });
});

test('axe finds nothing in palette, sheets, menus and messages', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
  await test.step('over the page', async () => {
    await pressUntil(page, 'Control+k', 'Commands');
    await page.keyboard.type('the');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectEveryLook(page, 'palette', inDialog);
    await page.keyboard.press('Escape');
    await pressUntil(page, '?', 'Keyboard shortcuts');
    await expectEveryLook(page, 'shortcuts', inDialog);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expectEveryLook(page, 'user menu', { within: 'header', sizes: [sizes[0]] });
  });
  await test.step('messages', async () => {
    await page.goto('/design');
    for (const type of ['success', 'info', 'warning', 'error']) {
      await page
        .getByRole('main')
        .getByRole('button', { name: `Show ${type}` })
        .click();
    }
    // Nobody's message goes while the pointer rests on it.
    await page.getByText('The note is saved.').first().hover();
    await expectEveryLook(page, 'messages', { within: '[data-tone]' });
  });
});

test('axe finds nothing in what is empty, loading, broken or offline', async ({ page, context, person, guard }) => {
  guard.allow(/./);
  await signIn(page, person, '/import');
  await test.step('empty, loading, broken', async () => {
    await page.goto('/pkm-hub');
    await expect(page.getByText('Your library is empty')).toBeVisible();
    await expectEveryLook(page, 'empty library', { within: '#main' });
    await page.route('**/rest/v1/rpc/list_library*', () => {});
    await page.reload();
    await expect(page.getByText('Loading your library')).toBeAttached();
    await expectEveryLook(page, 'loading library', { within: '#main', sizes: [phone] });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await failing(page, '**/rest/v1/{rpc/list_library,notes,recent_activity}*');
    for (const path of ['/pkm-hub', '/cornell-notes', '/dashboard']) {
      await page.goto(path);
      await expect(page.getByText(/^We could not load/).first()).toBeVisible();
      await expectEveryLook(page, `${path} that cannot be loaded`, { within: '#main', sizes: [phone] });
    }
    await page.unrouteAll();
  });
  await test.step('offline', async () => {
    await page.goto('/import');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/offline/i).first()).toBeVisible();
    await expectEveryLook(page, 'offline');
    await context.setOffline(false);
    await expect(page.getByText(/You are offline/)).toHaveCount(0);
  });
  await test.step('error screens', async () => {
    await page.route('**/rest/v1/recent_activity*', (route) =>
      route.fulfill({ json: [{ kind: 'note_created', item_id: 'a', occurred_at: 'x', title: { no: 'text' } }] }),
    );
    await page.goto('/dashboard');
    await expect(page.getByText('Your progress is safe.')).toBeVisible();
    await expectEveryLook(page, 'error screen');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/assets\/import-screen-/, (route) => route.fulfill({ status: 404, body: '' }));
    const reloaded = page.waitForEvent('load').then(() => page.waitForEvent('load'));
    await page.goto('/import');
    await reloaded;
    await expect(page.getByRole('heading', { name: 'Updating Learning Experience' })).toBeVisible();
    await expectEveryLook(page, 'a part that cannot be loaded');
    await page.unrouteAll();
  });
});

test('axe finds nothing in the dialogs and notices of the settings', async ({ page, person, guard }) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  await test.step('where messages appear', async () => {
    await page.getByRole('combobox', { name: 'Where messages appear' }).click();
    await expect(page.getByRole('option', { name: 'Bottom left' })).toBeVisible();
    await expectEveryLook(page, 'choices', { within: '[role="listbox"]', sizes: [sizes[0]] });
    await page.keyboard.press('Escape');
  });
  await test.step('the picture is cut', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const buffer = Buffer.from(png, 'base64');
    await page.getByLabel('Picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('application', { name: 'Part of the picture' })).toBeVisible();
    await expectEveryLook(page, 'crop dialog', inDialog);
    await page.keyboard.press('Escape');
  });
  await test.step('the account is about to go', async () => {
    await page.getByRole('button', { name: 'Delete my account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await dialog.getByRole('button', { name: 'Delete in 7 days' }).click();
    await expect(dialog.getByText('This is not the address of your account.')).toBeVisible();
    await expectEveryLook(page, 'delete dialog', inDialog);
    await dialog.getByRole('textbox').fill(person.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Your account and everything in it will be deleted on/)).toBeVisible();
    await expectEveryLook(page, 'account about to go');
  });
});

test('axe finds nothing where a new password is set, nor after it', async ({ page, person }) => {
  await page.goto(
    `/reset-password#access_token=${person.accessToken}&refresh_token=${person.refreshToken}&type=recovery`,
  );
  await page.getByLabel('New password', { exact: true }).fill('weak');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectEveryLook(page, 'new password refused');
});
