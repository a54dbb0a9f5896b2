import type { Page } from '@playwright/test';
import { expect, importField } from '../fixtures.ts';
import { answerTo, ask, breakData, hang, type Scene, seen } from './scene.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Your library' }).getByRole('listitem');
const goOffline = async (page: Page) => {
  await page.context().setOffline(true);
  await seen(/You are offline/)(page);
};
const question = 'Why did he go to the woods?';
const sendAddress = async (page: Page, address: string) => {
  await importField(page).fill(address);
  await page.keyboard.press('Enter');
};

/** The hub with its list, filters and search, asking, and the import. */
export const libraryScenes: readonly Scene[] = [
  { name: 'hub-empty', as: 'newcomer', path: '/pkm-hub' },
  { name: 'hub-full', as: 'owner', path: '/pkm-hub', act: (page) => expect(rows(page).first()).toBeVisible() },
  {
    name: 'hub-thousand',
    as: 'archivist',
    path: '/pkm-hub',
    act: async (page) => {
      await expect(rows(page).first()).toBeVisible();
      await page.mouse.wheel(0, 20_000);
      await expect.poll(() => rows(page).first().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(20);
    },
  },
  {
    name: 'hub-filtered',
    as: 'owner',
    path: '/pkm-hub?kind=note&sort=title',
    act: async (page) => {
      await expect(rows(page).first()).toBeVisible();
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
      await page.getByRole('button', { name: 'stones', exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: /stones, remove/ })).toBeVisible();
    },
  },
  {
    name: 'hub-filter-nothing',
    as: 'owner',
    path: '/pkm-hub?kind=highlight&state=archived',
  },
  {
    name: 'hub-filter-open',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Show' }).click();
      await expect(page.getByRole('option', { name: 'Trash' })).toBeVisible();
    },
  },
  {
    name: 'hub-filter-tags',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
      await expect(page.getByRole('button', { name: 'stones', exact: true })).toBeVisible();
    },
  },
  {
    name: 'hub-selected',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Select / });
      await boxes.first().check();
      await boxes.nth(2).check();
    },
  },
  {
    name: 'hub-tagging',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await page
        .getByRole('toolbar', { name: 'Selected items' })
        .getByRole('button', { name: 'Tag', exact: true })
        .click();
      await expect(page.getByLabel('Find or create a tag')).toBeVisible();
    },
  },
  {
    name: 'hub-tags',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page.getByRole('button', { name: 'Manage tags' }).click();
      await expect(page.getByRole('dialog', { name: 'Tags' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'hub-tags-editing',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page.getByRole('button', { name: 'Manage tags' }).click();
      await page
        .getByRole('dialog', { name: 'Tags' })
        .getByRole('button', { name: 'Edit stones', exact: true })
        .click();
    },
  },
  { name: 'hub-trash-empty', as: 'newcomer', path: '/pkm-hub?show=trash' },
  {
    name: 'hub-trash',
    as: 'owner',
    path: '/pkm-hub?show=trash',
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
    },
  },
  {
    name: 'hub-error',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await breakData(page, 'rpc/list_library');
      await page.reload();
      await seen('We could not load')(page);
    },
  },
  {
    name: 'hub-loading',
    as: 'owner',
    // Not looked at in any other picture: what is kept on the device would be shown meanwhile.
    path: '/pkm-hub?kind=article&state=reading',
    act: async (page) => {
      await hang(page, '**/rest/v1/rpc/list_library*');
      await page.reload();
      await expect(page.getByText('Loading your library')).toBeAttached();
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'hub-offline',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await expect(rows(page).first()).toBeVisible();
      await goOffline(page);
    },
  },
  {
    name: 'hub-search',
    as: 'owner',
    path: '/pkm-hub?q=life',
    act: (page) => expect(page.locator('mark').first()).toBeVisible(),
  },
  {
    name: 'hub-search-nothing',
    as: 'owner',
    path: '/pkm-hub?q=xylophonequartz',
    act: seen('Nothing in your library matches'),
  },
  {
    name: 'hub-search-offline',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await expect(rows(page).first()).toBeVisible();
      await goOffline(page);
      await page.getByLabel('Search your library').fill('walking');
      await page.waitForTimeout(600);
    },
  },
  { name: 'hub-answer', as: 'owner', path: '/pkm-hub', act: (page) => answerTo(page, question) },
  {
    name: 'hub-answer-preview',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page, { width }) => {
      await answerTo(page, question);
      const mark = page.getByRole('link', { name: /^Source 1:/ }).first();
      if (width < 768) await mark.tap();
      else await mark.hover();
      await expect(page.getByRole('dialog').filter({ hasText: 'Open' }).last()).toBeVisible();
    },
  },
  {
    name: 'hub-answer-waiting',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await hang(page, '**/functions/v1/ask');
      await ask(page, question);
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'hub-answer-error',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page.route('**/functions/v1/ask', (route) =>
        route.fulfill({
          status: 503,
          json: { error: { code: 'unavailable', message: 'The server is busy.', requestId: 'r' } },
        }),
      );
      await ask(page, question);
      await seen('No answer this time')(page);
    },
  },
  {
    name: 'hub-answer-quota',
    as: 'leaver',
    path: '/pkm-hub',
    act: async (page) => {
      await ask(page, question);
      await seen('No questions left for now')(page);
    },
  },
  {
    name: 'hub-no-answer',
    as: 'owner',
    path: '/pkm-hub',
    act: (page) => answerTo(page, 'What is the boiling point of mercury?'),
  },
  { name: 'import-empty', as: 'newcomer', path: '/import' },
  {
    name: 'import-full',
    as: 'owner',
    path: '/import',
    act: (page) => expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'import-working',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await hang(page, '**/functions/v1/**');
      await sendAddress(page, `${origin}/articles/walden`);
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    },
  },
  {
    name: 'import-refused',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await sendAddress(page, `${origin}/bad/not-found`);
      await expect(importField(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'import-duplicate',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await sendAddress(page, `${origin}/articles/walden`);
      await seen('already in your library')(page);
    },
  },
  {
    name: 'import-quota',
    as: 'leaver',
    path: '/import',
    act: async (page, { origin }) => {
      await sendAddress(page, `${origin}/articles/werther`);
      await expect(importField(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'import-offline', as: 'owner', path: '/import', act: goOffline },
];
