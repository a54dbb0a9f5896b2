import { createSmtpSink } from '@cairn/testkit/smtp-sink';
import { createWorld, testPassword } from '@cairn/testkit/world';
import { guardBrowser } from './browser-guard.ts';
import { authModal, expect, goTo, newEmail, signIn, submitSignIn, test } from './fixtures.ts';
import { section, settings, toast } from './settings-page.ts';

test('the address changes at once where no mail can confirm it', async ({ page, world, guard, person }) => {
  guard.allow(/Failed to load resource/);
  const other = await world.signUp(newEmail());
  await signIn(page, person, settings);
  const form = section(page, 'E-mail address');
  const field = form.getByLabel('New e-mail address');
  const change = form.getByRole('button', { name: 'Change e-mail address' });
  await expect(form.getByText('The change takes effect at once')).toBeVisible();
  for (const [typed, words] of [
    ['', 'Please enter your email address'],
    ['nonsense', 'Please enter a valid email address'],
    [person.email, 'This is the address you have now.'],
    [other.email, 'Another account has this address.'],
  ] as const) {
    await field.fill(typed);
    await change.click();
    await expect(form.getByText(words)).toBeVisible();
  }
  const next = newEmail();
  await field.fill(next);
  await change.click();
  await expect(form.getByText(`Your address is ${next}.`)).toBeVisible();
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByText(next, { exact: true }).last()).toBeVisible();
});

test('with a mail server both addresses confirm the change', async ({ browser }) => {
  const sink = await createSmtpSink();
  const world = await createWorld({
    env: { SMTP_URL: sink.url, MAIL_FROM: 'Cairn <no-reply@cairn.example>' },
    builtWeb: true,
    users: false,
  });
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  try {
    const guard = await guardBrowser(context, world.url);
    const page = await context.newPage();
    const [email, next] = [newEmail(), newEmail()];
    const credentials = { email, password: testPassword };
    await world.fetch('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    await world.sql('update auth.users set email_confirmed_at = now()');
    await page.goto(settings);
    await submitSignIn(page, credentials);
    const form = section(page, 'E-mail address');
    await expect(form.getByText('We send a link to both addresses.')).toBeVisible();
    await form.getByLabel('New e-mail address').fill(next);
    await form.getByRole('button', { name: 'Change e-mail address' }).click();
    await expect(form.getByText('Confirm the change in your mail')).toBeVisible();
    await expect(form.getByText(`Your address is ${email}.`)).toBeVisible();

    const linkTo = async (address: string) => {
      const mail = () =>
        sink.received.find(({ to, source }) => to.includes(address) && source.includes('email_change'));
      await expect.poll(() => mail() !== undefined).toBe(true);
      const text = (mail()?.source ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=');
      return /https?:\/\/\S+\/verify\?[^\s"<]+/.exec(text)?.[0]?.replaceAll('&amp;', '&') ?? '';
    };
    await page.goto(await linkTo(email));
    await page.getByRole('button').click();
    await expect(page.getByText('Now open the one that was sent to the other address')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
    await expect(form.getByText(`Your address is ${email}.`)).toBeVisible();

    await page.goto(await linkTo(next));
    await page.getByRole('button').click();
    await expect(toast(page, `Your e-mail address is ${next} from now on.`)).toBeVisible();
    await expect(form.getByText(`Your address is ${next}.`)).toBeVisible();
    await expect(form.getByText('Confirm the change in your mail')).toHaveCount(0);
    expect(guard.problems()).toEqual([]);
  } finally {
    await context.close();
    await world.close();
    await sink.close();
  }
});

test('a new password asks for the old one and signs the other devices out', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await person.client().auth.signInWithPassword(person);
  await signIn(page, person, settings);
  const form = section(page, 'Password');
  const [current, next, again] = [
    form.getByLabel('Current password', { exact: true }),
    form.getByLabel('New password', { exact: true }),
    form.getByLabel('Confirm new password', { exact: true }),
  ];
  await expect(current).toHaveAttribute('autocomplete', 'current-password');
  await expect(next).toHaveAttribute('autocomplete', 'new-password');
  const send = form.getByRole('button', { name: 'Change password' });
  const fill = async (...typed: [string, string, string]) => {
    await current.fill(typed[0]);
    await next.fill(typed[1]);
    await again.fill(typed[2]);
    await send.click();
  };
  await fill('', 'weak', 'weak');
  await expect(form.getByText('Please enter your current password')).toBeVisible();
  await expect(form.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
  await expect(form.getByRole('listitem').filter({ hasText: 'Contains uppercase letter (not met)' })).toBeVisible();
  await fill('Not-My-Password-1', 'Another-Horse-8', 'Another-Horse-9');
  await expect(form.getByText('Passwords do not match')).toBeVisible();
  await fill('Not-My-Password-1', 'Another-Horse-8', 'Another-Horse-8');
  await expect(form.getByText('This is not your current password.')).toBeVisible();
  await expect(current).toBeFocused();
  await fill(person.password, person.password, person.password);
  await expect(form.getByText('This is the password you have now.')).toBeVisible();

  await expect(section(page, 'Sessions').getByRole('listitem')).not.toHaveCount(1);
  await fill(person.password, 'Another-Horse-8', 'Another-Horse-8');
  await expect(toast(page, 'Your password is changed. All other devices have been signed out.')).toBeVisible();
  await expect(next).toHaveValue('');
  await expect(section(page, 'Sessions').getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
});

test('sessions are listed by device, and ended one by one, all others, or everywhere', async ({
  page,
  browser,
  world,
  person,
}) => {
  await world.sql('delete from auth.sessions where user_id = $1', [person.id]);
  const phone = await browser.newContext({
    baseURL: world.url,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  });
  const onPhone = await phone.newPage();
  await signIn(onPhone, person, '/dashboard');
  await signIn(page, person, settings);
  const sessions = section(page, 'Sessions');
  const rows = sessions.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Chrome on Linux');
  await expect(rows.first()).toContainText('This device');
  await expect(rows.nth(1)).toContainText('Chrome on Android');
  await sessions.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  await expect(rows).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'Sign out all other devices' })).toBeDisabled();
  expect(await world.sql('select id from auth.sessions where user_id = $1', [person.id])).toHaveLength(1);

  await person.client().auth.signInWithPassword(person);
  await person.client().auth.signInWithPassword(person);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(rows).toHaveCount(1);

  await person.client().auth.signInWithPassword(person);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await world.sql('select id from auth.sessions where user_id = $1', [person.id])).toHaveLength(0);
  await page.goto(settings);
  await expect(authModal(page)).toBeVisible();
  await phone.close();
});

test('signing out everywhere says so when the server cannot be told, and signs out nobody', async ({
  page,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(toast(page, 'Nothing was signed out: the server cannot be reached.')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
});

test('everything can be taken along as a zip, and the wait can be ended', async ({ page, person }) => {
  await signIn(page, person, settings);
  const data = section(page, 'Your data');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/functions/v1/export-account', async (route) => {
    await held;
    await route.fallback().catch(() => {});
  });
  await data.getByRole('button', { name: 'Export everything' }).click();
  await expect(data.getByRole('progressbar', { name: 'Exporting' })).toBeVisible();
  await data.getByRole('button', { name: 'Cancel' }).click();
  await expect(data.getByRole('button', { name: 'Export everything' })).toBeVisible();
  await expect(data.locator('[role="alert"]')).toBeEmpty();
  letGo();
  await page.unrouteAll({ behavior: 'wait' });

  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Export everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^cairn-export-\d{4}-\d\d-\d\d\.zip$/);
  const { readFile } = await import('node:fs/promises');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('data/account.json')).toBe(true);
  await expect(toast(page, 'Your export is downloaded')).toBeVisible();
});

test('an account is deleted after a week, unless its owner changes their mind', async ({
  page,
  world,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  const field = dialog.getByLabel('Type your e-mail address to confirm');
  await expect(field).toBeFocused();
  await field.fill('somebody@else.example');
  await dialog.getByRole('button', { name: 'Delete in 7 days' }).click();
  await expect(dialog.getByText('This is not the address of your account.')).toBeVisible();
  expect(await world.sql('select user_id from public.account_deletions where user_id = $1', [person.id])).toEqual([]);

  await field.fill(person.email.toUpperCase());
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  const notice = page.getByText(/Your account and everything in it will be deleted on/);
  await expect(notice).toBeVisible();
  await goTo(page, 'Import');
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(toast(page, 'Your account stays.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await world.sql('select user_id from public.account_deletions where user_id = $1', [person.id])).toEqual([]);
});
