import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { ask, breakData, hang, pressUntilOpen, type Scene, seen } from './scene.ts';

const textOf = (page: Page) => page.getByTestId('article-text');
const opened = (page: Page) => expect(textOf(page)).toBeVisible();
const noteOpened = (page: Page) => expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible();
const asked = (page: Page) => expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

/** Beside the text, or in a sheet where there is no room beside it. */
async function openPanel(page: Page, name: 'Contents' | 'Highlights' | 'Ask'): Promise<void> {
  await opened(page);
  const tab = page.getByRole('tab', { name });
  const button = page.getByRole('button', { name, exact: true });
  await expect(tab.or(button).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
  else await button.click();
}

const newNote = async (page: Page) => {
  await page.getByRole('button', { name: 'New note' }).first().click();
  await noteOpened(page);
};

/** Articles, notes and rehearsing. */
export const readingScenes: readonly Scene[] = [
  ...['analytical-engine', 'muqaddimah', 'wagahai', 'vingt-mille-lieues', 'decline-and-fall', 'walden', 'pictures'].map(
    (name): Scene => ({ name: `article-${name}`, as: 'owner', path: `/article/${name}`, act: opened }),
  ),
  { name: 'article-long-title', as: 'owner', path: '/article/long-title', act: opened },
  {
    name: 'article-pictures-end',
    as: 'owner',
    path: '/article/pictures',
    act: async (page) => {
      await opened(page);
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    },
  },
  {
    name: 'article-settings',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await page.getByRole('button', { name: 'Reading settings' }).click();
      await expect(page.getByRole('radio', { name: 'Serif' })).toBeVisible();
    },
  },
  {
    name: 'article-contents',
    as: 'owner',
    path: '/article/analytical-engine',
    act: (page) => openPanel(page, 'Contents'),
  },
  { name: 'article-highlights', as: 'owner', path: '/article/walden', act: (page) => openPanel(page, 'Highlights') },
  {
    name: 'article-no-highlights',
    as: 'owner',
    path: '/article/muqaddimah',
    act: (page) => openPanel(page, 'Highlights'),
  },
  {
    name: 'article-ask',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await openPanel(page, 'Ask');
      await ask(page, 'Why did he go to the woods?');
      await expect(page.getByRole('article', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false');
    },
  },
  {
    name: 'article-more',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    },
  },
  {
    name: 'article-keys',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await opened(page);
      await pressUntilOpen(page, '?', 'Keyboard shortcuts');
    },
  },
  {
    name: 'article-selection',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await opened(page);
      await page.keyboard.press('j');
      await expect(textOf(page).locator(':focus')).toBeVisible();
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowRight');
      await expect(page.getByRole('toolbar', { name: 'Selected passage' })).toBeVisible();
    },
  },
  {
    name: 'article-passage',
    as: 'owner',
    path: '/pkm-hub?q=pygmies',
    act: async (page) => {
      await page
        .getByRole('listitem')
        .filter({ has: page.locator('mark') })
        .first()
        .getByRole('link')
        .click();
      await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBeGreaterThan(0);
    },
  },
  {
    name: 'article-deleted',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
    // A deletion under way ends with its page.
    after: (page) => page.getByRole('button', { name: 'Undo' }).click(),
  },
  {
    name: 'article-loading',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await hang(page, '**/rest/v1/articles*');
      await page.reload();
      await page.waitForTimeout(1200);
    },
  },
  {
    name: 'article-error',
    as: 'owner',
    path: '/article/walden',
    act: async (page) => {
      await breakData(page, 'articles');
      await page.reload();
      await seen('We could not load this article')(page);
    },
  },
  { name: 'article-missing', as: 'owner', path: '/article/00000000-0000-4000-8000-000000000000' },
  { name: 'notes-empty', as: 'newcomer', path: '/cornell-notes' },
  { name: 'notes-full', as: 'owner', path: '/cornell-notes' },
  {
    name: 'notes-thousand',
    as: 'archivist',
    path: '/cornell-notes',
    act: (page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'note',
    as: 'owner',
    path: '/note/stones',
    act: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toContainText('A cairn is'),
  },
  {
    name: 'note-right-to-left',
    as: 'owner',
    path: '/note/arabic',
    act: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toContainText('العمران'),
  },
  { name: 'note-long', as: 'owner', path: '/note/long', act: noteOpened },
  { name: 'note-blank', as: 'owner', path: '/cornell-notes', act: newNote },
  {
    name: 'note-new-cue',
    as: 'owner',
    path: '/cornell-notes',
    act: async (page) => {
      await newNote(page);
      await page.getByRole('textbox', { name: 'Notes' }).click();
      await page.keyboard.type('A cairn is a heap of stones that somebody built on purpose.');
      const cues = page.getByRole('radio', { name: 'Cues' });
      if (await cues.isVisible()) await cues.click();
      await page.getByRole('button', { name: 'New cue' }).click();
      await page.keyboard.type('What is a cairn?');
    },
  },
  {
    name: 'note-offline',
    as: 'owner',
    path: '/note/stones',
    act: async (page) => {
      await noteOpened(page);
      await page.context().setOffline(true);
      await page.getByRole('textbox', { name: 'Notes' }).click();
      await page.keyboard.press('End');
      await page.keyboard.type(' ');
      await page.waitForTimeout(1500);
    },
  },
  { name: 'note-missing', as: 'owner', path: '/note/00000000-0000-4000-8000-000000000000' },
  { name: 'rehearse-nothing', as: 'newcomer', path: '/rehearse' },
  { name: 'rehearse-question', as: 'owner', path: '/rehearse', act: asked },
  {
    name: 'rehearse-answer',
    as: 'owner',
    path: '/rehearse',
    act: async (page) => {
      await asked(page);
      await page.keyboard.press('Space');
      await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible();
    },
  },
  {
    name: 'rehearse-done',
    as: 'owner',
    path: '/rehearse',
    act: async (page) => {
      // The grades stay here, so that the cues are due again for the next picture.
      await page.route('**/rest/v1/cue_reviews*', (route) => route.fulfill({ status: 201, body: '' }));
      await page.route('**/rest/v1/rpc/due_summary*', (route) =>
        route.fulfill({ json: { due_count: 0, cue_count: 9, next_due_at: null } }),
      );
      await asked(page);
      await expect(async () => {
        await page.keyboard.press('Space');
        await page.keyboard.press('4');
        await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible({ timeout: 300 });
      }).toPass();
    },
  },
];
