import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/**
 * Who is signed in. `owner`: a library with a little of everything. `archivist`: a thousand notes. `leaver`: a long name, a deletion under
 * way, and a free plan that is used up.
 */
export type Person = 'newcomer' | 'owner' | 'archivist' | 'leaver';

export interface SceneWorld {
  origin: string;
  mailboxUrl: string;
  width: number;
  /** In the address, the tokens of a link that somebody who forgot a password has followed. */
  resetLink: () => Promise<string>;
}

export interface Scene {
  name: string;
  /** Nobody when absent. */
  as?: Person;
  path: string;
  /** What the scene needs of the browser, which then belongs to it alone. */
  browser?: 'iphone' | 'service-worker';
  /** From the opened page to the state that is shown. */
  act?: (page: Page, world: SceneWorld) => Promise<void>;
  /** Takes back what the next scene must not find. */
  after?: (page: Page) => Promise<void>;
}

/** Seen, the scene is reached. */
export const seen = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();

export const breakData = (page: Page, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
  );

/** An answer that never comes. */
export const hang = (page: Page, pattern: string) => page.route(pattern, () => {});

/** A part of the app that the server no longer has. */
export const loseChunk = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-`), (route) => route.fulfill({ status: 404, body: '' }));

/** Keys are heard once the commands are there. */
export async function pressUntilOpen(page: Page, keys: string, dialog: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const account = page.getByRole('button', { name: /^Account:/ });
  await expect(menu.or(account).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
}

export async function openAccountMenu(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
}

/** Beside the content, or behind a button where there is no room beside it. */
export async function ask(page: Page, question: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Ask', exact: true });
  const field = page.getByRole('textbox', { name: /^Ask (your library|about)/ });
  await expect(button.or(field).first()).toBeVisible();
  if (!(await field.isVisible())) await button.click();
  await field.fill(question);
  await page.keyboard.press('Enter');
}

export async function answerTo(page: Page, question: string): Promise<void> {
  await ask(page, question);
  await expect(page.getByText('extractive')).toBeVisible();
}
