import type { Page } from '@playwright/test';
import { expect, importField } from './fixtures.ts';

export interface Scene {
  name: string;
  /** Who is signed in; nobody when absent. */
  as?: 'newcomer' | 'owner';
  path: string;
  /** From the opened page to the state that is shown. */
  act?: (page: Page, scene: { origin: string; mailboxUrl: string }) => Promise<void>;
}

const answerTo = async (page: Page, question: string) => {
  // Beside the list, or behind a button where there is no room beside it.
  const button = page.getByRole('button', { name: 'Ask', exact: true });
  const field = page.getByRole('textbox', { name: 'Ask your library' });
  await expect(button.or(field).first()).toBeVisible();
  if (!(await field.isVisible())) await button.click();
  await page.getByRole('textbox', { name: 'Ask your library' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByText('extractive')).toBeVisible();
};
const breakData = (page: Page, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
  );
const hang = (page: Page, pattern: string) => page.route(pattern, () => {});

export const scenes: readonly Scene[] = [
  { name: 'landing', path: '/' },
  { name: 'sign-in', path: '/sign-in?next=%2Fimport' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Invalid' })).toBeVisible();
    },
  },
  {
    name: 'sign-up-refused',
    path: '/sign-up',
    act: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('abcD');
      await page.getByRole('button', { name: 'Sign Up' }).click();
    },
  },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'authentication-required', path: '/dashboard' },
  { name: 'interest-screen', path: '/canvas' },
  { name: 'test-performance', path: '/test-performance' },
  { name: 'design', path: '/design' },
  { name: 'dashboard-empty', as: 'newcomer', path: '/dashboard' },
  {
    name: 'dashboard-full',
    as: 'owner',
    path: '/dashboard',
    act: (page) => expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible(),
  },
  {
    name: 'dashboard-offline',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText(/You are offline/).first()).toBeVisible();
    },
  },
  {
    name: 'menu',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      else await page.getByRole('button', { name: /^Account:/ }).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'palette',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.keyboard.type('wal');
      await expect(page.getByRole('group', { name: 'In your library' })).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await expect(async () => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
  { name: 'performance', as: 'owner', path: '/admin/performance' },
  { name: 'notes-empty', as: 'newcomer', path: '/cornell-notes' },
  { name: 'notes-full', as: 'owner', path: '/cornell-notes' },
  {
    name: 'note',
    as: 'owner',
    path: '/note/stones',
    act: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toContainText('A cairn is'),
  },
  {
    name: 'note-blank',
    as: 'owner',
    path: '/cornell-notes',
    act: async (page) => {
      await page.getByRole('button', { name: 'New note' }).first().click();
      await expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible();
    },
  },
  { name: 'rehearse-nothing', as: 'newcomer', path: '/rehearse' },
  {
    name: 'rehearse-question',
    as: 'owner',
    path: '/rehearse',
    act: (page) => expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible(),
  },
  {
    name: 'rehearse-answer',
    as: 'owner',
    path: '/rehearse',
    act: async (page) => {
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await page.keyboard.press('Space');
      await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible();
    },
  },
  {
    name: 'hub-selected',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
    },
  },
  { name: 'hub-trash', as: 'owner', path: '/pkm-hub?show=trash' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password-broken', path: '/reset-password' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'mailbox-locked', path: '/test-email' },
  { name: 'ai-usage', path: '/test-ai-usage' },
  {
    name: 'mailbox-open',
    path: '/test-email',
    act: async (page, { mailboxUrl }) => {
      await page.goto(mailboxUrl);
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await expect(page.getByText('Links in this mail')).toBeVisible();
    },
  },
  { name: 'hub-empty', as: 'newcomer', path: '/pkm-hub' },
  {
    name: 'hub-full',
    as: 'owner',
    path: '/pkm-hub',
    act: (page) => expect(page.getByRole('list', { name: 'Your library' })).toBeVisible(),
  },
  {
    name: 'hub-error',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await breakData(page, 'rpc/list_library');
      await page.reload();
      await expect(page.getByText('We could not load')).toBeVisible();
    },
  },
  {
    name: 'hub-loading',
    as: 'owner',
    path: '/pkm-hub',
    act: async (page) => {
      await hang(page, '**/rest/v1/rpc/list_library*');
      await page.reload();
      await expect(page.getByText('Loading your library')).toBeAttached();
      await page.waitForTimeout(600);
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
    act: (page) => expect(page.getByText('Nothing in your library matches')).toBeVisible(),
  },
  { name: 'hub-answer', as: 'owner', path: '/pkm-hub', act: (page) => answerTo(page, 'Why did he go to the woods?') },
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
    act: (page) => expect(page.getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'import-working',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await hang(page, '**/functions/v1/**');
      await importField(page).fill(`${origin}/articles/walden`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    },
  },
  {
    name: 'import-refused',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await importField(page).fill(`${origin}/bad/not-found`);
      await page.keyboard.press('Enter');
      await expect(importField(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'import-duplicate',
    as: 'owner',
    path: '/import',
    act: async (page, { origin }) => {
      await importField(page).fill(`${origin}/articles/walden`);
      await page.keyboard.press('Enter');
      await expect(page.getByText('already in your library')).toBeVisible();
    },
  },
  {
    name: 'profile',
    as: 'owner',
    path: '/profile',
    act: (page) => expect(page.getByText(/^Member since/)).toBeVisible(),
  },
  {
    name: 'profile-settings',
    as: 'owner',
    path: '/profile/settings',
    act: (page) => expect(page.getByLabel('Current password', { exact: true })).toBeVisible(),
  },
  {
    name: 'profile-delete',
    as: 'owner',
    path: '/profile/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete my account…' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete your account' })).toBeVisible();
    },
  },
  { name: 'profile-legacy', as: 'owner', path: '/profile/legacy-settings' },
  ...['analytical-engine', 'muqaddimah', 'wagahai', 'vingt-mille-lieues', 'decline-and-fall', 'walden'].map(
    (name): Scene => ({
      name: `article-${name}`,
      as: 'owner',
      path: `/article/${name}`,
      act: (page) => expect(page.getByTestId('article-text')).toBeVisible(),
    }),
  ),
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
      await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(1);
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
  },
];
