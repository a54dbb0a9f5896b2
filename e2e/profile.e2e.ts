import { createBuiltNote } from '@cairn/testkit/note-builder';
import type { Locator, Page } from '@playwright/test';
import { expect, goTo, newEmail, openNavigation, signIn, test } from './fixtures.ts';
import { section, settings, toast } from './settings-page.ts';

const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` });
const userMenuPicture = (page: Page) => page.getByRole('button', { name: /^Account:/ }).locator('img');

/** Wide, with a red left half and a blue right one. */
async function picture(page: Page, width = 900, height = 600): Promise<Buffer> {
  const url = await page.evaluate(
    ({ width, height }) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = 'rgb(220, 20, 20)';
      context.fillRect(0, 0, width / 2, height);
      context.fillStyle = 'rgb(20, 20, 220)';
      context.fillRect(width / 2, 0, width / 2, height);
      return canvas.toDataURL('image/png');
    },
    { width, height },
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** Colour and size of what an image element shows. */
const look = (image: Locator) =>
  image.evaluate(async (element) => {
    const shown = element as HTMLImageElement;
    await shown.decode();
    const canvas = document.createElement('canvas');
    canvas.width = shown.naturalWidth;
    canvas.height = shown.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0);
    const [red = 0, , blue = 0] = context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [];
    return { width: shown.naturalWidth, height: shown.naturalHeight, colour: red > blue ? 'red' : 'blue' };
  });

async function choosePicture(page: Page): Promise<Locator> {
  const buffer = await picture(page);
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog.getByRole('application', { name: 'Part of the picture' })).toBeVisible();
  return dialog;
}

test('name, handle and bio are saved together, and the menu shows the name at once', async ({
  page,
  world,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  const other = await world.signUp(newEmail());
  const taken = `t_${other.id.slice(0, 8)}`;
  await other.client().from('profiles').update({ handle: taken }).eq('id', other.id);
  await signIn(page, person, settings);
  const form = section(page, 'General');
  const handle = form.getByLabel('Handle');
  const save = form.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();

  await test.step('a handle that somebody else has is not given', async () => {
    await handle.fill(`@${taken.toUpperCase()}`);
    await expect(handle).toHaveValue(taken);
    await expect(form.getByText(`@${taken} is taken. Please choose another one.`)).toBeVisible();
    await save.click();
    await expect(form.getByText('This handle is taken.')).toBeVisible();
    await expect(handle).toBeFocused();
  });

  await test.step('a malformed one is refused before it is sent', async () => {
    await handle.fill('ada lovelace');
    await expect(form.getByText('Use only the letters a to z, digits and underscores.')).toBeVisible();
    await handle.fill('ab');
    await save.click();
    await expect(form.getByText('A handle has at least 3 characters.')).toBeVisible();
  });

  const free = `f_${person.id.slice(0, 8)}`;
  await handle.fill(free);
  await expect(form.getByText(`@${free} is free.`)).toBeVisible();
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Bio').fill('Notes on the Engine.\nAnd on much else.');
  await page.keyboard.press('Tab');
  await save.press('Enter');
  await expect(toast(page, 'Your profile is saved.')).toBeVisible();
  await expect(account(page, 'Ada Lovelace')).toBeVisible();
  await expect(save).toBeDisabled();

  await page.getByRole('link', { name: 'See your profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeFocused();
  await expect(page.getByText(`@${free}`)).toBeVisible();
  await expect(page.getByText('And on much else.')).toBeVisible();
  await expect(page.getByText(/^Member since/)).toBeVisible();
  await page.reload();
  await expect(account(page, 'Ada Lovelace')).toBeVisible();

  await test.step('the older settings are one plain form over the same profile', async () => {
    await page.goto('/profile/legacy-settings');
    await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await expect(page.getByLabel('Handle')).toHaveValue(free);
    await expect(page.getByLabel('Picture file')).toHaveCount(0);
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(account(page, person.email.split('@')[0] ?? '')).toBeVisible();
  });
});

test('what is typed and not saved waits, also without a network and for a reload', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  const form = section(page, 'General');
  await form.getByLabel('Name').fill('Half a na');
  await expect(form.getByText('Not saved yet')).toBeVisible();
  await goTo(page, 'Import');
  await expect(toast(page, 'Your profile has changes that are not saved.')).toBeVisible();
  await page.goto(settings);
  await expect(form.getByLabel('Name')).toHaveValue('Half a na');

  await page.route('**/rest/v1/profiles*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('alert')).toContainText('What you typed is kept in this browser.');
  await expect(form.getByLabel('Name')).toHaveValue('Half a na');
  await page.unrouteAll();
  await context.setOffline(false);

  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByLabel('Name')).toHaveValue(person.email.split('@')[0] ?? '');
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue(person.email.split('@')[0] ?? '');
});

test('the last of two tabs wins, and says so', async ({ page, context, person }) => {
  await signIn(page, person, settings);
  const other = await context.newPage();
  await other.goto(settings);
  await section(page, 'General').getByLabel('Bio').fill('From the first tab');
  await section(other, 'General').getByLabel('Name').fill('Another field');
  await section(other, 'General').getByLabel('Bio').fill('From the second tab');
  await section(other, 'General').getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(other, 'Your profile is saved.')).toBeVisible();
  await section(page, 'General').getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'It replaces what was changed in another tab or device.')).toBeVisible();
  await expect(section(page, 'General').getByLabel('Name')).toHaveValue('Another field');
  await expect(section(page, 'General').getByLabel('Bio')).toHaveValue('From the first tab');

  await test.step('and who looks before saving is told, and can take the other version', async () => {
    await section(page, 'General').getByLabel('Bio').fill('Typed while away');
    await expect(section(page, 'General').getByText('Not saved yet')).toBeVisible();
    await other.reload();
    await section(other, 'General').getByLabel('Bio').fill('Written elsewhere');
    await section(other, 'General').getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(other, 'Your profile is saved.')).toBeVisible();
    await page.reload();
    const notice = section(page, 'General').getByText('Changed in another tab or device');
    await expect(notice).toBeVisible();
    await expect(section(page, 'General').getByLabel('Bio')).toHaveValue('Typed while away');
    await page.getByRole('button', { name: 'Use the other version' }).click();
    await expect(section(page, 'General').getByLabel('Bio')).toHaveValue('Written elsewhere');
    await expect(notice).toHaveCount(0);
    await expect(section(page, 'General').getByRole('button', { name: 'Save changes' })).toBeDisabled();
  });
});

test('a picture is cut by keys or pointer, shown everywhere, taken away and brought back', async ({
  page,
  request,
  world,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, settings);
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();

  await test.step('what is no picture is refused', async () => {
    const field = page.getByLabel('Picture file');
    await field.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('Please choose a JPEG, PNG or WebP picture.')).toBeVisible();
    await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('This picture cannot be read. The file may be damaged.')).toBeVisible();
  });

  await test.step('by keys: the picture moves right, so that its left half is seen', async () => {
    const dialog = await choosePicture(page);
    await dialog.getByRole('application').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowRight');
    await dialog.getByRole('button', { name: 'Save picture' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(userMenuPicture(page)).toBeVisible();
    expect(await look(userMenuPicture(page))).toEqual({ width: 512, height: 512, colour: 'red' });
    await page.reload();
    await expect(userMenuPicture(page)).toBeVisible();
  });

  await test.step('by pointer, and it replaces the one before', async () => {
    const dialog = await choosePicture(page);
    await dialog.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 4 });
    const { x, y, width, height } = (await dialog.getByTestId('crop-frame').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.move(x + width * 0.9, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.1, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await look(userMenuPicture(page))).colour).toBe('blue');
  });

  const stored = `${world.url}/storage/v1/object/public/avatars/${person.id}/avatar`;
  expect((await request.get(stored)).headers()['content-type']).toMatch(/^image\//);

  await test.step('nobody else may put, take or show it', async () => {
    const stranger = await world.signUp(newEmail());
    const bucket = stranger.client().storage.from('avatars');
    const mine = await picture(page, 8, 8);
    const put = await bucket.upload(`${person.id}/avatar`, mine, { contentType: 'image/png', upsert: true });
    expect(put.error).not.toBeNull();
    expect((await bucket.remove([`${person.id}/avatar`])).data ?? []).toEqual([]);
    const profiles = stranger.client().from('profiles');
    expect((await profiles.update({ avatar_path: `${person.id}/avatar` }).eq('id', stranger.id)).error?.code).toBe(
      '23514',
    );
    expect((await request.get(stored)).status()).toBe(200);
  });

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(userMenuPicture(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(userMenuPicture(page)).toBeVisible();
  // The message that is leaving has a Close too.
  await expect(page.getByText('Your picture is removed.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Your picture is removed.')).toBeVisible();
  await page.getByText('Your picture is removed.').hover();
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Close' })
    .first()
    .click();
  await expect.poll(async () => (await request.get(stored)).status()).toBe(404);
});

test('preferences and themes hold at once, and after a reload', async ({ page, world, person }) => {
  await signIn(page, person, settings);
  const choices = section(page, 'Notifications');
  await choices.getByRole('switch', { name: 'Remind me of due cues' }).click();
  await expect
    .poll(async () => (await world.sql('select preferences from public.profiles where id = $1', [person.id]))[0])
    .toEqual({ preferences: { dueReminders: false } });
  await choices.getByRole('combobox', { name: 'Where messages appear' }).click();
  await page.getByRole('option', { name: 'Bottom left' }).click();
  const { x, y } = (await toast(page, 'Messages appear here.').boundingBox()) ?? { x: 9999, y: 0 };
  expect(x).toBeLessThan(500);
  expect(y).toBeGreaterThan(450);

  await section(page, 'Appearance').getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(choices.getByRole('switch', { name: 'Remind me of due cues' })).not.toBeChecked();
  await expect(choices.getByRole('combobox', { name: 'Where messages appear' })).toHaveText('Bottom left');
});

test('the way to the settings is the user menu and the profile button of small screens', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const navigation = await openNavigation(page);
  await navigation.getByRole('button', { name: /^Account:/ }).click();
  await navigation.getByRole('link', { name: 'Profile Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeFocused();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sessions' }).press('Enter');
  await expect(page).toHaveURL(/#sessions$/);
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeInViewport();
});

test('two fingers zoom the picture', async ({ browser, world, person }) => {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await signIn(page, person, settings);
  const dialog = await choosePicture(page);
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await expect(zoom).toHaveValue('1');
  const { x, y, width, height } = (await dialog.getByTestId('crop-frame').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const fingers = (apart: number) => [
    { id: 0, x: x + width / 2 - apart, y: y + height / 2 },
    { id: 1, x: x + width / 2 + apart, y: y + height / 2 },
  ];
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const apart of [40, 50, 60, 75, 90]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(2);
  await context.close();
});

test('reminders and prompts come only to those who want them', async ({ page, world, person }) => {
  await createBuiltNote(world, person, {
    title: 'Stones',
    notes: ['A cairn is a heap of stones.'],
    cues: [{ text: 'What is a cairn?', quote: 'a heap of stones' }],
  });
  await world.sql('update public.user_subscriptions set current_month_imports = 10 where user_id = $1', [person.id]);
  await signIn(page, person, '/dashboard');
  const due = page.getByRole('link', { name: /^Rehearse.*1 cue is due/ });
  const prompt = page.getByRole('banner').getByText(/^You have used/);
  await expect(due).toBeVisible();
  await expect(prompt).toBeVisible();
  await page.goto(settings);
  await page.getByRole('switch', { name: 'Remind me of due cues' }).click();
  await page.getByRole('switch', { name: 'Tell me when little of my plan is left' }).click();
  await expect(prompt).toHaveCount(0);
  await expect
    .poll(async () => (await world.sql('select preferences from public.profiles where id = $1', [person.id]))[0])
    .toEqual({ preferences: { dueReminders: false, upgradePrompts: false } });
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /Welcome back/ })).toBeVisible();
  await expect(page.getByText('10 of 10 imports this month').first()).toBeVisible();
  await expect(prompt).toHaveCount(0);
  await expect(due).toHaveCount(0);
});

test('the usage of the sidebar leads to its place on the profile', async ({ page, person }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, person, '/dashboard');
  await page.goto('/profile#usage');
  const heading = page.getByRole('heading', { name: 'Usage' });
  await expect(page.getByText('What things cost')).toBeVisible();
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(140);
});
