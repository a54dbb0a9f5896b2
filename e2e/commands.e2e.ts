import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, importArticles, signIn, test } from './fixtures.ts';

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

test('what can be done here stands first: in a note, in the reader and in the hub', async ({
  page,
  person,
  world,
  site,
}) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  const here = page.getByRole('group', { name: 'Here' }).getByRole('option');
  const choose = async (words: string) => {
    await openPalette(page);
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await signIn(page, person, '/dashboard');
  await page.goto('/cornell-notes/new');
  await page.waitForURL(/\/note\/[0-9a-f-]{36}$/);
  const title = page.getByRole('textbox', { name: 'Title' });

  await test.step('a note: title, cue, tags, trash', async () => {
    await expect(title).toBeVisible();
    await openPalette(page);
    await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Here');
    for (const name of ['Ask about this note', 'Rehearse this note', 'New cue', 'Write the summary']) {
      await expect(here.filter({ hasText: name }), name).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await choose('change the title');
    await expect(title).toBeFocused();
    await page.keyboard.type('Ponds');
    await choose('new cue');
    await page.keyboard.type('Why deliberately?');
    await expect(page.getByRole('region', { name: 'Cues' })).toContainText('Why deliberately?');
    await choose('tags of this note');
    const tags = page.getByRole('dialog', { name: 'Tags of this note' });
    await tags.getByLabel('Find or create a tag').fill('water');
    await page.keyboard.press('Enter');
    await expect(tags.getByRole('checkbox', { name: 'water' })).toBeChecked();
    await page.keyboard.press('Escape');
    await choose('move this note to the trash');
    await page.waitForURL('**/cornell-notes');
    await expect(page.getByText('“Ponds” is in the trash.')).toBeVisible();
    await openPalette(page);
    await expect(here).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the reader: highlights by name, questions, settings, tags', async () => {
    await page.goto(`/article/${articleId}`);
    await expect(page.getByTestId('article-text')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await choose('highlight the selection');
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('cairn-mark-yellow')?.size ?? 0)).toBe(1);
    await choose('recolour: blue');
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('cairn-mark-blue')?.size ?? 0)).toBe(1);
    await choose('next highlight');
    await expect(page.getByRole('toolbar', { name: 'Chosen highlight' })).toBeVisible();
    await choose('reading settings');
    await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await choose('ask about this article');
    await expect(page.getByRole('tab', { name: 'Ask' })).toHaveAttribute('aria-selected', 'true');
    await choose('mark as read');
    await expect(page.getByText('Archived').first()).toBeVisible();
  });

  await test.step('the hub: filters, order, search, question, and the keys of its list', async () => {
    await page.goto('/pkm-hub');
    await expect(page.locator('[data-row="0"]')).toBeVisible();
    await choose('show the archive');
    await expect(page).toHaveURL(/state=archived/);
    await choose('sort: title');
    await expect(page).toHaveURL(/state=archived&sort=title|sort=title&state=archived/);
    await choose('show everything');
    await expect(page).toHaveURL(/pkm-hub\?sort=title$/);
    await choose('search your library');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await choose('ask your library');
    await expect(page.getByRole('textbox', { name: 'Ask your library' })).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByRole('region').first()).toHaveAccessibleName('Here');
    await expect(sheet.getByRole('region', { name: 'Here' })).toContainText('Archive the item or the selection');
    const { violations } = await analyzeWithAxe(page);
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
  });
});

test('every navigation and every primary action is a command, for whoever is signed in', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await openPalette(page);
  const options = await page.getByRole('option').allTextContents();
  const missing = [
    ...['New note', 'Import an article', 'Search your library', 'Ask your library', 'Rehearse what is due', 'Sign Out'],
    ...['Home', 'Dashboard', 'PKM Hub', 'Cornell Notes', 'Knowledge Canvas', 'To-Do List', 'Community', 'Explore'],
    ...['AI Transform', 'Import', 'Usage', 'Upgrade to Plus', 'Rehearse', 'Trash', 'Profile', 'Profile Settings'],
    ...['Older profile settings', 'Performance Monitor', 'Mailbox', 'What each plan allows', 'Test performance'],
    ...['Change the password', 'Change the e-mail address', 'Export everything', 'Delete account', 'Dark theme'],
  ].filter((name) => !options.some((option) => option.startsWith(name)));
  expect(missing).toEqual([]);
  await page.keyboard.type('change the password');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile/settings#password');
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeInViewport();
  await openPalette(page);
  await page.keyboard.type('ask your');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pkm-hub');
  await expect(page.getByRole('textbox', { name: 'Ask your library' })).toBeFocused();
});
