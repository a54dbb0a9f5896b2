import type { Locator, Page } from '@playwright/test';
import { expectAnnounced, recordAnnouncements } from './announcements.ts';
import { authModal, expect, newEmail, signIn, submitSignIn, test, testPassword } from './fixtures.ts';
import { section, settings } from './settings-page.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** What is read with a field besides its name. */
const expectDescribed = (field: Locator, words: string | RegExp) => expect(field).toHaveAccessibleDescription(words);

test.beforeEach(({ page }) => recordAnnouncements(page));

test('sign up by names: fields, rules, strength and mistakes are said, and so is the end of it', async ({ page }) => {
  await page.goto('/sign-up');
  const form = authModal(page, 'Create account');
  await expect(form.getByText('Google sign-in is not configured')).toBeVisible();
  await expect(form).toMatchAriaSnapshot(`
    - dialog "Create account":
      - heading "Create account" [level=2]
      - button "Close"
      - textbox "Full name"
      - textbox "Email"
      - textbox "Password"
      - button "Show password"
      - status
      - list:
        - listitem: At least 8 characters long (not met)
        - listitem: Contains lowercase letter (not met)
        - listitem: Contains uppercase letter (not met)
        - listitem: Contains number (not met)
      - button "Sign Up"
      - button "Continue with Google" [disabled]
      - paragraph:
        - button "Sign in"
  `);
  const password = form.getByRole('textbox', { name: 'Password' });
  await expectDescribed(password, /At least 8 characters long \(not met\)/);
  await password.fill('abc');
  await expectAnnounced(page, '1 of 4 requirements met');
  await form.getByRole('button', { name: 'Sign Up' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Full name' })).toBeFocused();
  await expectDescribed(form.getByRole('textbox', { name: 'Full name' }), 'Please enter your full name');
  await expectDescribed(password, /Please ensure your password meets all the requirements listed below\./);
  await expectAnnounced(page, 'Please enter your email address');
  await expect(form).toMatchAriaSnapshot(`
    - dialog "Create account":
      - textbox "Full name" [invalid]
      - textbox "Email" [invalid]
      - textbox "Password" [invalid]: abc
  `);
  await form.getByRole('textbox', { name: 'Full name' }).fill('Ada');
  await form.getByRole('textbox', { name: 'Email' }).fill(newEmail());
  await password.fill(testPassword);
  await expectAnnounced(page, '4 of 4 requirements met');
  await password.press('Enter');
  const created = authModal(page, 'Account Created');
  await expect(created).toMatchAriaSnapshot(`
    - dialog "Account Created":
      - heading "Account Created" [level=2]
      - group /You are signed in as/
      - button "Import your first article"
      - button "Go to Dashboard"
  `);
  await expect(created.getByRole('group')).toBeFocused();
  await created.getByRole('button', { name: 'Go to Dashboard' }).press('Enter');
  await expect(heading(page, 'Welcome back, Ada')).toBeFocused();
});

test('sign in and a forgotten password by names: refusals are said, and what was sent takes the focus', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/import');
  await expect(authModal(page)).toMatchAriaSnapshot(`
    - dialog "Sign in":
      - heading "Sign in" [level=2]
      - textbox "Email"
      - textbox "Password"
      - button "Show password"
      - button "Sign In"
      - button "Forgot Password"
      - button "Sign up"
  `);
  await submitSignIn(page, { email: newEmail(), password: 'Wrong-Password-1' });
  await expectAnnounced(page, 'Invalid email or password. Please check your credentials and try again.');
  await authModal(page).getByRole('button', { name: 'Forgot Password' }).press('Enter');
  const forgot = authModal(page, 'Forgot password');
  await expect(forgot).toHaveAccessibleDescription('We send you a link with which you can set a new password.');
  await forgot.getByRole('textbox', { name: 'Email' }).press('Enter');
  await expectDescribed(forgot.getByRole('textbox', { name: 'Email' }), 'Please enter your email address');
  await forgot.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await forgot.getByRole('textbox', { name: 'Email' }).press('Enter');
  const sent = authModal(page, 'Check your email');
  await expect(sent.getByRole('group', { name: /a link to set a new password is on its way/ })).toBeFocused();
  await page.goto(
    `/reset-password#access_token=${person.accessToken}&refresh_token=${person.refreshToken}&type=recovery`,
  );
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Reset password" [level=1]
      - textbox "New password"
      - status
      - list:
        - listitem: At least 8 characters long (not met)
      - textbox "Confirm password"
      - button "Update Password"
  `);
  await page.getByRole('textbox', { name: 'New password' }).fill('Another-Horse-8');
  await expectAnnounced(page, '4 of 4 requirements met');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another-Horse-9');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Passwords do not match');
  await page.goto('/reset-password#error=access_denied&error_code=otp_expired');
  await page.reload();
  await expectAnnounced(page, /Invalid( or expired)? reset link\. Please request a new password reset\./);
});

test('navigate by names: landmarks, submenu, the place one is at, locks and what is to come', async ({
  page,
  person,
  context,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/community');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Cairn"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
          - listitem:
            - button "Dashboard Login required"
          - listitem:
            - button "PKM Hub Login required"
            - button "PKM Hub submenu" [expanded]
            - list:
              - listitem:
                - button "Cornell Notes Login required"
          - listitem:
            - button "Knowledge Canvas Coming Soon"
      - button "Sign In"
      - group "Theme":
        - radio "System" [checked]
        - radio "Light"
        - radio "Dark"
  `);
  await signIn(page, person, '/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await test.step('the submenu says what it opens, and that it is closed', async () => {
    const submenu = navigation.getByRole('button', { name: 'PKM Hub submenu' });
    const id = await submenu.getAttribute('aria-controls');
    await expect(page.locator(`[id="${id}"]`).getByRole('link', { name: 'Cornell Notes' })).toBeVisible();
    await submenu.press('Enter');
    await expect(navigation).toMatchAriaSnapshot(`
      - navigation "Main":
        - list:
          - listitem:
            - link "PKM Hub"
            - button "PKM Hub submenu" [expanded=false]
          - listitem:
            - button "Knowledge Canvas Coming Soon"
    `);
    await submenu.press('Enter');
  });
  await test.step('a new screen is said by its heading and its title', async () => {
    await navigation.getByRole('link', { name: 'Import' }).press('Enter');
    await expect(heading(page, 'Import')).toBeFocused();
    await expect(page).toHaveTitle('Import · Cairn');
    await expect(navigation.getByRole('link', { name: 'Import' })).toHaveAttribute('aria-current', 'page');
    await expect(navigation.locator('[aria-current]')).toHaveCount(1);
  });
  await test.step('the user menu', async () => {
    const account = page.getByRole('button', { name: /^Account:/ });
    await account.press('Enter');
    await expect(account).toHaveAttribute('aria-expanded', 'true');
    const id = await account.getAttribute('aria-controls');
    await expect(page.locator(`[id="${id}"]`)).toMatchAriaSnapshot(`
      - paragraph: ${person.email}
      - link "Profile Settings"
      - button "Sign Out"
    `);
    await account.press('Escape');
  });
  await test.step('the palette', async () => {
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.type('dark th');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toMatchAriaSnapshot(`
      - dialog "Commands":
        - combobox "Search commands and your library" [expanded]: dark th
        - listbox:
          - group "Commands":
            - option "Dark theme"
    `);
    const field = page.getByRole('combobox', { name: 'Search commands and your library' });
    const active = await field.getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active}"]`)).toHaveAccessibleName(/Dark theme/);
    await page.keyboard.press('Escape');
  });
  await test.step('that the network is gone is said', async () => {
    await context.setOffline(true);
    await expectAnnounced(page, 'You are offline.');
    await context.setOffline(false);
    await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  });
});

test('settings by names: hints, mistakes, what is saved, sessions and the end of the account are said', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  const general = section(page, 'General');
  await expect(general).toMatchAriaSnapshot(`
    - region "General":
      - heading "General" [level=2]
      - textbox "Name"
      - textbox "Handle"
      - textbox "Bio"
      - button "Save changes" [disabled]
  `);
  await test.step('name and handle', async () => {
    const handle = general.getByRole('textbox', { name: 'Handle' });
    await expectDescribed(general.getByRole('textbox', { name: 'Name' }), 'Shown beside your picture.');
    await expectDescribed(handle, /Your unique name here/);
    await handle.pressSequentially('ada!');
    await expectAnnounced(page, 'Use only the letters a to z, digits and underscores.');
    await expectAnnounced(page, 'Not saved yet');
    const free = `n_${person.id.slice(0, 8)}`;
    await handle.fill(free);
    await expectAnnounced(page, `@${free} is free.`);
    await general.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expectAnnounced(page, 'Your profile is saved.');
  });
  await test.step('sessions', async () => {
    const sessions = section(page, 'Sessions');
    await expect(sessions).toMatchAriaSnapshot(`
      - region "Sessions":
        - list "Where you are signed in":
          - listitem: /This device Active now/
          - listitem:
            - button "Sign out Unknown device"
        - button "Sign out all other devices"
        - button "Sign out everywhere"
    `);
    await sessions.getByRole('button', { name: 'Sign out Unknown device' }).press('Enter');
    await expectAnnounced(page, 'Unknown device is signed out.');
  });
  await test.step('choices', async () => {
    await expect(section(page, 'Notifications')).toMatchAriaSnapshot(`
      - region "Notifications":
        - switch "Remind me of due cues" [checked]
        - switch "Tell me when little of my plan is left" [checked]
        - combobox "Where messages appear"
    `);
    await expectDescribed(
      page.getByRole('switch', { name: 'Remind me of due cues' }),
      /The number of cues that are due/,
    );
    await expect(section(page, 'Appearance')).toMatchAriaSnapshot(`
      - region "Appearance":
        - group "Theme":
          - radio "As the system" [checked]
          - radio "Light"
          - radio "Dark"
    `);
  });
  await test.step('the end of the account', async () => {
    await page.getByRole('button', { name: 'Delete my account…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    const field = dialog.getByRole('textbox', { name: 'Type your e-mail address to confirm' });
    await field.fill('somebody@else.example');
    await page.keyboard.press('Enter');
    await expectAnnounced(page, 'This is not the address of your account.');
    await expectDescribed(field, 'This is not the address of your account.');
    await field.fill(person.email);
    await page.keyboard.press('Enter');
    await expectAnnounced(page, 'Your account will be deleted on');
    await section(page, 'Delete account').getByRole('button', { name: 'Keep my account' }).press('Enter');
    await expectAnnounced(page, 'Your account stays.');
  });
});
