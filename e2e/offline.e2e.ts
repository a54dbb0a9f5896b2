import { createBuiltNote } from '@cairn/testkit/note-builder';
import type { Page } from '@playwright/test';
import { expect, goTo, importArticles, importField, signIn } from './fixtures.ts';
import { test } from './own-build.ts';
import { keptAnswers, workerReady } from './worker-state.ts';

const noteText = (page: Page) => page.getByRole('textbox', { name: 'Notes', exact: true });
const serverIsGone = (page: Page) => page.getByText('The server cannot be reached. What is open here');

test('with the server gone the app starts from a closed tab, shows what was visited, keeps what is written, and says what is not here', async ({
  own,
  installed,
  person,
  world,
  site,
}) => {
  test.setTimeout(240_000);
  const [visited, unvisited] = await importArticles(world, person, [
    `${site.origin}/articles/analytical-engine`,
    `${site.origin}/articles/walden`,
  ]);
  const { noteId } = await createBuiltNote(world, person, {
    title: 'Stones along the way',
    notes: ['A heap of stones.'],
  });
  const other = await createBuiltNote(world, person, { title: 'Never opened', notes: ['Not on this device.'] });

  await test.step('a day with a server', async () => {
    const page = await installed.newPage();
    await signIn(page, person, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await workerReady(page);
    await page.goto(`/article/${visited}`);
    await expect(page.getByTestId('article-text')).toBeVisible();
    await keptAnswers(page, 'articles');
    await page.goto('/cornell-notes');
    await expect(page.getByRole('link', { name: 'Never opened' })).toBeVisible();
    await keptAnswers(page, '"notes"');
    await page.goto(`/note/${noteId}`);
    await expect(noteText(page)).toHaveText('A heap of stones.');
    await page.goto('/import');
    await expect(importField(page)).toBeVisible();
    await page.goto('/pkm-hub');
    await expect(page.getByRole('list', { name: 'Your library' })).toContainText('Never opened');
    await keptAnswers(page, 'library');
    await workerReady(page);
    await page.close();
  });

  await own.kill();
  const page = await installed.newPage();

  await test.step('shell and dashboard', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await expect(serverIsGone(page)).toBeVisible();
  });

  await test.step('an article that was read', async () => {
    await page.goto(`/article/${visited}`);
    await expect(page.getByTestId('article-text')).toBeVisible();
  });

  await test.step('the notes, and a note that is written on, closed and opened again', async () => {
    await goTo(page, 'Cornell Notes');
    await page.getByRole('link', { name: 'Stones along the way' }).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Stones along the way');
    await noteText(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Written without a server.');
    await expect(page.locator('[data-save-state="offline"]')).toBeVisible();
    await page.close();
  });

  const again = await installed.newPage();
  await test.step('opened again', async () => {
    await again.goto(`/note/${noteId}`);
    await expect(noteText(again)).toHaveText('A heap of stones. Written without a server.');
    await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Stones along the way');
  });

  await test.step('what was never opened says that it is not on this device', async () => {
    await again.goto(`/article/${unvisited}`);
    await expect(
      again.getByText('This is not on this device yet. When the server is back, this article'),
    ).toBeVisible();
    await again.goto(`/note/${other.noteId}`);
    await expect(again.getByText('It is not on this device yet')).toBeVisible();
  });

  await test.step('search finds what is on this device, and says so', async () => {
    await again.goto('/pkm-hub');
    const results = again.getByRole('region', { name: 'Search results' });
    await again.getByRole('searchbox', { name: 'Search your library' }).fill('stones');
    await expect(results).toContainText('Searched on this device only');
    await expect(results.getByRole('status').first()).toHaveText('1 result');
    await again.getByRole('searchbox', { name: 'Search your library' }).fill('engine');
    await results.getByRole('link', { name: /Analytical Engine/ }).click();
    await expect(again.getByTestId('article-text')).toBeVisible();
  });

  await test.step('asking and importing say that they need a connection, and keep what is typed', async () => {
    await again.goto('/pkm-hub');
    const question = again.getByRole('textbox', { name: 'Ask your library' });
    await expect(again.getByText('Questions can be answered when the connection is back.')).toBeVisible();
    await question.fill('What is a heap?');
    await again.keyboard.press('Enter');
    await expect(question).toHaveValue('What is a heap?');
    await expect(again.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
    await again.goto('/import');
    await importField(again).fill(`${site.origin}/articles/walden`);
    await expect(again.getByText('Importing needs a connection.')).toBeVisible();
    await again.keyboard.press('Enter');
    await expect(again.getByText('The server does not answer; it is asked again and again.')).toBeVisible();
    await again.close();
  });

  await test.step('the server is back: the note is there, and everything that was typed', async () => {
    await own.start();
    const back = await installed.newPage();
    await back.goto('/import');
    await expect(serverIsGone(back)).toHaveCount(0);
    await expect(importField(back)).toHaveValue(`${site.origin}/articles/walden`);
    await back.goto('/pkm-hub');
    await expect(back.getByRole('textbox', { name: 'Ask your library' })).toHaveValue('What is a heap?');
    await expect
      .poll(async () => (await world.sql<{ text: string }>('select text from notes where id = $1', [noteId]))[0]?.text)
      .toContain('Written without a server.');
  });
});
