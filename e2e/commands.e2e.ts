import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, signIn, test } from './fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search commands and your library' });

async function openPalette(page: Page): Promise<void> {
  // The host of the commands is loaded after the screen.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(field(page)).toBeFocused();
}

test('the palette opens by its keys, also while somebody types, and gives the focus back', async ({ page, person }) => {
  await signIn(page, person, '/import');
  await page.getByLabel('Address of the article').fill('https://example.org');
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByLabel('Address of the article')).toBeFocused();
  await expect(page.getByLabel('Address of the article')).toHaveValue('https://example.org');
});

test('a command is found by a few letters and run by Enter', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await openPalette(page);
  await page.keyboard.type('dark th');
  await expect(page.getByRole('option', { name: 'Dark theme' })).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Used last' }).getByRole('option')).toHaveText(['Dark theme']);
  await page.keyboard.type('cornell');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cornell-notes');
  await openPalette(page);
  await page.keyboard.type('xyzzy');
  await expect(palette(page)).toContainText('Nothing found for these words.');
});

test('the palette finds what is in the library and opens it', async ({ page, person, world }) => {
  await world.sql("insert into public.notes (user_id, title, text) values ($1, 'Granite in rivers', 'It rests.')", [
    person.id,
  ]);
  await world.settle();
  await signIn(page, person, '/dashboard');
  await openPalette(page);
  await page.keyboard.type('granite');
  const found = page.getByRole('group', { name: 'In your library' }).getByRole('option', { name: 'Granite in rivers' });
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await found.click();
  await page.waitForURL(/\/note\//);
});

test('keys go to the screens, begin a note and show the shortcuts; not while somebody types', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/dashboard');
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/import');
  await page.getByLabel('Address of the article').click();
  await page.keyboard.type('gd?');
  await expect(page.getByLabel('Address of the article')).toHaveValue('gd?');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('New note');
  const { violations } = await analyzeWithAxe(page);
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('/');
  await page.waitForURL('**/pkm-hub');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await page.keyboard.press('n');
  await page.waitForURL(/\/note\//);
});

test('a visitor finds what visitors can do, and a screen to come asks for interest', async ({ page }) => {
  await page.goto('/canvas');
  await openPalette(page);
  await page.keyboard.type('sign');
  await expect(page.getByRole('option', { name: 'Sign Out' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Sign In' })).toBeVisible();
  const { violations } = await analyzeWithAxe(page);
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await page.keyboard.type('knowledge canvas');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /is on the way$/ })).toBeVisible();
});
