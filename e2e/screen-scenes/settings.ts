import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { section } from '../settings-page.ts';
import { breakData, type Scene, seen } from './scene.ts';

const settings = '/profile/settings';

/** A part of the long page of settings, at the top of the window. */
const part = (name: string, heading: string): Scene => ({
  name: `settings-${name}`,
  as: 'owner',
  path: settings,
  act: async (page) => {
    await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
    await section(page, heading).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  },
});

/** Many colours, so that what is cut off can be seen. */
async function somePicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 600;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const colours = context.createLinearGradient(0, 0, 900, 600);
    for (const [at, colour] of ['#264653', '#2a9d8f', '#e9c46a', '#e76f51'].entries())
      colours.addColorStop(at / 3, colour);
    context.fillStyle = colours;
    context.fillRect(0, 0, 900, 600);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

export const settingsScenes: readonly Scene[] = [
  { name: 'profile', as: 'owner', path: '/profile', act: seen(/^Member since/) },
  { name: 'profile-usage', as: 'owner', path: '/profile#usage', act: seen('What things cost') },
  { name: 'profile-long-name', as: 'leaver', path: '/profile', act: seen(/^Member since/) },
  {
    name: 'profile-error',
    as: 'owner',
    path: '/profile',
    act: async (page) => {
      await breakData(page, 'profiles');
      await page.reload();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'settings',
    as: 'owner',
    path: settings,
    act: (page) => expect(page.getByLabel('Current password', { exact: true })).toBeVisible(),
  },
  part('address', 'E-mail address'),
  part('password', 'Password'),
  part('sessions', 'Sessions'),
  part('notifications', 'Notifications'),
  part('appearance', 'Appearance'),
  part('data', 'Your data'),
  {
    name: 'settings-refused',
    as: 'owner',
    path: settings,
    act: async (page) => {
      const form = section(page, 'General');
      await form.getByLabel('Handle').fill('ab');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(form.getByText('A handle has at least 3 characters.')).toBeVisible();
    },
    after: (page) => page.getByRole('button', { name: 'Discard', exact: true }).click(),
  },
  {
    name: 'settings-picture',
    as: 'owner',
    path: settings,
    act: async (page) => {
      const buffer = await somePicture(page);
      await page.getByLabel('Picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('dialog', { name: 'Your picture' }).getByRole('application')).toBeVisible();
    },
  },
  {
    name: 'settings-delete',
    as: 'owner',
    path: settings,
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete my account…' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete your account' })).toBeVisible();
    },
  },
  {
    name: 'settings-leaving',
    as: 'leaver',
    path: settings,
    act: async (page) => {
      await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    },
  },
  { name: 'settings-legacy', as: 'owner', path: '/profile/legacy-settings' },
];
