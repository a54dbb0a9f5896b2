import type { Page } from '@playwright/test';
import { authModal, expect, newEmail, signIn, test, testPassword } from './fixtures.ts';
import { expectFocusKept, expectFocusSeen, expectTrapped, tabTo, walkWholePage } from './keyboard-walk.ts';
import { section, settings, toast } from './settings-page.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Keys that the page listens to once all of it is there. */
async function pressUntil(page: Page, key: string, name: string) {
  const dialog = page.getByRole('dialog', { name });
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible({ timeout: 500 });
  }).toPass();
  return dialog;
}

test('sign up by keyboard alone: every field reached, the first mistake focused, nothing trapped or lost', async ({
  page,
}) => {
  await page.goto('/');
  await tabTo(page, 'link', 'Skip to content');
  await press(page, 'Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'link', 'Get Started', { within: page.getByRole('main') });
  await press(page, 'Enter');
  const form = authModal(page, 'Create account');
  await expect(form.getByLabel('Full name')).toBeFocused();
  await expectTrapped(page, form);
  await tabTo(page, 'textbox', 'Full name', { back: true });
  await press(page, 'Enter');
  await expect(form.getByText('Please enter your full name')).toBeVisible();
  await expect(form.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Key Board');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(newEmail());
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type('weak');
  await tabTo(page, 'button', 'Show password');
  await press(page, 'Space');
  await expect(form.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true');
  await expectFocusSeen(page);
  await tabTo(page, 'button', 'Sign Up', { within: form });
  await press(page, 'Enter');
  await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
  await press(page, 'ControlOrMeta+A');
  await page.keyboard.type(testPassword);
  await press(page, 'Enter');
  const created = authModal(page, 'Account Created');
  await expect(created).toBeVisible();
  await expect.poll(() => created.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await expectTrapped(page, created, 4);
  await press(page, 'Escape');
  await expect(created).toBeHidden();
  await expectFocusKept(page);
});

test('sign in and a forgotten password by keyboard alone, through the mailbox', async ({
  page,
  world,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/import');
  const modal = authModal(page);
  await expect(modal.getByLabel('Email')).toBeFocused();
  await test.step('a refused sign-in leaves the fields at hand', async () => {
    await page.keyboard.type(person.email);
    await press(page, 'Tab');
    await page.keyboard.type('Wrong-Password-1');
    await press(page, 'Enter');
    await expect(modal.getByRole('alert').getByRole('listitem')).toHaveCount(3);
    await expectFocusSeen(page);
    await press(page, 'Escape');
    await expect(modal).toBeHidden();
    await expectFocusKept(page);
    await tabTo(page, 'button', 'Sign In', { within: page.getByRole('main') });
    await press(page, 'Enter');
    await expect(modal.getByLabel('Email')).toBeFocused();
  });
  await test.step('the mail is asked for', async () => {
    await tabTo(page, 'button', 'Forgot Password');
    await press(page, 'Enter');
    await expect(authModal(page, 'Forgot password').getByLabel('Email')).toBeFocused();
    await page.keyboard.type(person.email);
    await press(page, 'Enter');
    const sent = authModal(page, 'Check your email');
    await expect(sent).toBeVisible();
    await tabTo(page, 'button', 'Back to sign in');
    await press(page, 'Enter');
    await expect(modal.getByLabel('Email')).toBeFocused();
  });
  await test.step('and opened', async () => {
    await page.goto(world.mailboxUrl ?? '');
    await tabTo(page, 'button', new RegExp(person.email));
    await press(page, 'Enter');
    await expectFocusSeen(page);
    await tabTo(page, 'link', /\/auth\/v1\/verify/);
    await press(page, 'Enter');
    await tabTo(page, 'button', /./);
    await press(page, 'Enter');
    await expect(heading(page, 'Reset password')).toBeVisible();
  });
  await test.step('the new password', async () => {
    await tabTo(page, 'textbox', 'New password');
    await page.keyboard.type('Another-Horse-8');
    await tabTo(page, 'textbox', 'Confirm password');
    await page.keyboard.type('Another-Horse-9');
    await press(page, 'Enter');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(page.getByLabel('Confirm password', { exact: true })).toBeFocused();
    await press(page, 'Backspace');
    await page.keyboard.type('8');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeFocused();
    // By itself, or by the button that comes next.
    await press(page, 'Tab', 'Enter');
    await expect(heading(page, /^Welcome back/)).toBeFocused();
  });
});

test('navigate by keyboard alone: skip link, submenu, user menu, palette, keys and their sheet', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/dashboard');
  await page.reload();
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await test.step('skip link, and every stop of the page', async () => {
    await press(page, 'Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expectFocusSeen(page);
    await press(page, 'Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await press(page, 'Tab');
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
    expect((await walkWholePage(page)).length).toBeGreaterThan(20);
  });
  await test.step('the submenu', async () => {
    const submenu = navigation.getByRole('button', { name: 'PKM Hub submenu' });
    await tabTo(page, 'button', 'PKM Hub submenu');
    await press(page, 'Space');
    await expect(submenu).toHaveAttribute('aria-expanded', 'false');
    await press(page, 'Tab');
    await expect(navigation.getByRole('button', { name: /Knowledge Canvas/ })).toBeFocused();
    await press(page, 'Shift+Tab', 'Enter', 'Tab', 'Enter');
    await expect(heading(page, 'Cornell Notes')).toBeFocused();
    await expect(navigation.locator('[aria-current=page]')).toHaveText('Cornell Notes');
  });
  await test.step('what is to come opens a modal that gives the focus back', async () => {
    await tabTo(page, 'button', /Knowledge Canvas/, { within: navigation });
    await press(page, 'Enter');
    const modal = page.getByRole('dialog', { name: 'Knowledge Canvas is on the way' });
    await expectTrapped(page, modal, 4);
    await press(page, 'Escape');
    await expect(modal).toBeHidden();
    await expect(navigation.getByRole('button', { name: /Knowledge Canvas/ })).toBeFocused();
  });
  await test.step('the user menu', async () => {
    const account = page.getByRole('button', { name: /^Account:/ });
    await tabTo(page, 'button', /^Account:/);
    await press(page, 'Enter', 'Tab');
    await expectFocusSeen(page);
    await press(page, 'Escape');
    await expect(account).toBeFocused();
    await expect(account).toHaveAttribute('aria-expanded', 'false');
  });
  await test.step('the theme', async () => {
    await tabTo(page, 'radio', 'System');
    await press(page, 'ArrowRight', 'ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectFocusSeen(page);
    await press(page, 'ArrowLeft', 'ArrowLeft');
  });
  await test.step('palette, go-to keys and the sheet of all keys', async () => {
    await pressUntil(page, 'Control+k', 'Commands');
    await page.keyboard.type('import');
    await press(page, 'Enter');
    await expect(heading(page, 'Import')).toBeFocused();
    await press(page, 'g', 'd');
    await expect(heading(page, /^Welcome back/)).toBeFocused();
    const sheet = await pressUntil(page, '?', 'Keyboard shortcuts');
    await expect.poll(() => sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await expectTrapped(page, sheet, 3);
    await press(page, 'Escape');
    await expect(sheet).toBeHidden();
    await expect(heading(page, /^Welcome back/)).toBeFocused();
  });
});

test.describe('on a phone with a keyboard', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  test('navigate: the menu keeps the focus and gives it back, no bar hides it, the bar for thumbs is reached', async ({
    page,
    person,
  }) => {
    await signIn(page, person, '/dashboard');
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Quick navigation' })).toBeVisible();
    expect((await walkWholePage(page)).length).toBeGreaterThan(10);
    await tabTo(page, 'button', 'Menu');
    await press(page, 'Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await expectTrapped(page, menu, 20);
    await press(page, 'Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, 'link', 'Import', { within: menu });
    await press(page, 'Enter');
    await expect(menu).toBeHidden();
    await expect(heading(page, 'Import')).toBeFocused();
    await tabTo(page, 'link', 'PKM Hub', { within: page.getByRole('navigation', { name: 'Quick navigation' }) });
    await press(page, 'Enter');
    await expect(heading(page, 'PKM Hub')).toBeFocused();
  });
});

test('settings by keyboard alone: what disappears under the focus never takes it along', async ({ page, person }) => {
  await person.client().auth.signInWithPassword(person);
  await signIn(page, person, settings);
  const general = section(page, 'General');
  await test.step('name and handle', async () => {
    await tabTo(page, 'link', 'General', { within: page.getByRole('navigation', { name: 'Settings' }) });
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'General' })).toBeFocused();
    await tabTo(page, 'textbox', 'Name', { within: general });
    await press(page, 'ControlOrMeta+A');
    await page.keyboard.type('Half');
    await tabTo(page, 'button', 'Discard');
    await press(page, 'Enter');
    await expect(general.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await expectFocusKept(page);
    await tabTo(page, 'textbox', 'Name', { within: general });
    await press(page, 'ControlOrMeta+A');
    await page.keyboard.type('Ada Lovelace');
    await tabTo(page, 'textbox', 'Handle');
    await page.keyboard.type(`k_${person.id.slice(0, 8)}`);
    await tabTo(page, 'button', 'Save changes');
    await press(page, 'Enter');
    await expect(toast(page, 'Your profile is saved.')).toBeVisible();
    await expect(general.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await expectFocusKept(page);
  });
  await test.step('the picture', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await tabTo(page, 'button', 'Upload picture');
    const chooser = page.waitForEvent('filechooser');
    await press(page, 'Enter');
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
    const dialog = page.getByRole('dialog', { name: 'Your picture' });
    await expect(dialog).toBeVisible();
    await tabTo(page, 'application', 'Part of the picture');
    await press(page, '+', 'ArrowRight', 'Shift+ArrowLeft');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1');
    await tabTo(page, 'slider', 'Zoom');
    await press(page, 'ArrowLeft');
    await tabTo(page, 'button', 'Save picture');
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused();
  });
  await test.step('sessions', async () => {
    const sessions = section(page, 'Sessions');
    const rows = sessions.getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await tabTo(page, 'button', /^Sign out Unknown/, { within: sessions });
    await press(page, 'Enter');
    await expect(rows).toHaveCount(2);
    await expectFocusKept(page);
    await tabTo(page, 'button', 'Sign out all other devices');
    await press(page, 'Enter');
    await expect(rows).toHaveCount(1);
    await expectFocusKept(page);
  });
  await test.step('where messages appear, and the theme', async () => {
    await tabTo(page, 'combobox', 'Where messages appear');
    await press(page, 'Enter');
    await expect(page.getByRole('option', { name: 'Bottom left' })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('combobox', { name: 'Where messages appear' })).toBeFocused();
    const appearance = section(page, 'Appearance');
    await tabTo(page, 'radio', /As the system/, { within: appearance });
    await press(page, 'ArrowUp');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  await test.step('the export', async () => {
    await tabTo(page, 'button', 'Export everything');
    const download = page.waitForEvent('download');
    await press(page, 'Enter');
    await download;
    await expect(toast(page, 'Your export is downloaded')).toBeVisible();
    await expectFocusKept(page);
  });
  await test.step('deletion, and its taking back', async () => {
    await tabTo(page, 'button', 'Delete my account…');
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expectTrapped(page, dialog, 4);
    await press(page, 'Escape');
    await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeFocused();
    await press(page, 'Enter');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(person.email);
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
    await expectFocusKept(page);
    await tabTo(page, 'button', 'Keep my account', { within: section(page, 'Delete account') });
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeVisible();
    await expectFocusKept(page);
  });
});
