import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { createSafeFetcher } from '@cairn/server/platform/fetch/undici-safe-fetcher';
import { type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { createWorld, type TestUser, testPassword, type World } from '@cairn/testkit/world';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type BrowserGuard, guardBrowser } from './browser-guard.ts';

export { expect } from '@playwright/test';

/** A hanging page is given up soon, so that the test of it is short. */
const fetchLimits = { headersTimeoutMs: 1500, totalTimeoutMs: 10_000 };

interface WorkerFixtures {
  /** The pages to import. */
  site: SiteServer;
  /** The whole server with the built app, and a database of its own. */
  world: World;
}

interface TestFixtures {
  guard: BrowserGuard;
  /** Someone who has an account and nothing else. */
  person: TestUser;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright wants
    async ({}, use) => {
      const site = await startSiteServer();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ site }, use) => {
      const fetcher = createSafeFetcher({ userAgent: 'Cairn tests', exceptions: [site.hostPort], limits: fetchLimits });
      const world = await createWorld({ builtWeb: true, users: false, adapters: { fetcher } });
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  guard: [
    async ({ context, world }, use) => {
      const guard = await guardBrowser(context, world.url);
      await use(guard);
      expect(guard.problems(), 'errors inside the browser').toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ world }, use) => use(await world.signUp(`${randomUUID().slice(0, 8)}@example.org`)),
});

export { testPassword };

export const newEmail = () => `${randomUUID().slice(0, 8)}@example.org`;

/** The sign-in modal in one of its views, by the view's title. */
export const authModal = (page: Page, title = 'Sign in') => page.getByRole('dialog', { name: title });

/** What a typed address ends in: a dialog above a screen hides the screen from those who cannot see it. */
export const screenOf = (page: Page) =>
  page
    .getByRole('dialog')
    .or(page.getByRole('heading', { level: 1 }))
    .first();

/** Resolves when what only passes over the page at the start is gone and nothing moves or fades any more. */
export async function restOf(page: Page): Promise<void> {
  await expect(page.locator('[data-startup-overlay]')).toHaveCount(0);
  await page.evaluate(async () => {
    // One movement may begin another.
    for (let round = 0; round < 10; round += 1) {
      const moving = document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .filter(({ playState }) => playState === 'running')
        // In what is folded away time stands still.
        .filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.checkVisibility());
      if (moving.length === 0) break;
      await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
    }
  });
}

/** What axe finds on a screen that has come to rest: what fades has not yet the contrast that it is going to have. */
export async function analyzeWithAxe(page: Page) {
  await restOf(page);
  return new AxeBuilder({ page }).analyze();
}

/** Fills in the sign-in form that is open and sends it. */
export async function submitSignIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  const modal = authModal(page);
  await modal.getByLabel('Email').fill(email);
  await modal.getByLabel('Password', { exact: true }).fill(password);
  await modal.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Through the modal that a protected screen opens, as a person does. Ends on the screen that was asked for. */
export async function signIn(page: Page, person: TestUser, path = '/pkm-hub'): Promise<void> {
  await page.goto(path);
  await submitSignIn(page, person);
  await expect(authModal(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeHidden();
  await page.waitForURL((url) => url.pathname === path);
}

/** The navigation: beside the content, or behind the menu button of small screens. */
export async function openNavigation(page: Page): Promise<Locator> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(menu.or(page.getByRole('navigation', { name: 'Main' })).first()).toBeVisible();
  if (!(await menu.isVisible())) return page.locator('body');
  await menu.click();
  return page.getByRole('dialog', { name: 'Menu' });
}

/** To another screen by its name in the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  const navigation = await openNavigation(page);
  await navigation.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** Through the user menu. Ends on the landing page. */
export async function signOut(page: Page): Promise<void> {
  const navigation = await openNavigation(page);
  await navigation.getByRole('button', { name: /^Account:/ }).click();
  await navigation.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

export const importField = (page: Page) => page.getByLabel('Address of the article');

/** Brings articles in behind the scenes, for tests that are about something else. Returns their ids. */
export async function importArticles(world: World, person: TestUser, addresses: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const url of addresses) {
    const response = await world.fetch('/functions/v1/import-article', {
      as: person,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    const body = (await response.json()) as { articleId: string };
    if (!response.ok) throw new Error(`importing ${url} failed: ${JSON.stringify(body)}`);
    ids.push(body.articleId);
  }
  await world.settle();
  return ids;
}

/** The text that is marked in the open article, and whether it can be seen without scrolling. */
export async function markedPassage(page: Page): Promise<{ text: string; inView: boolean; focusInside: boolean }> {
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('cairn-passage')?.size ?? 0)).toBe(1);
  // The smooth scroll is over when the place stands still.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const before = window.scrollY;
        await new Promise((resolve) => setTimeout(resolve, 120));
        return window.scrollY - before;
      }),
    )
    .toBe(0);
  return page.evaluate(() => {
    const range = [...(CSS.highlights.get('cairn-passage') ?? [])][0] as Range;
    const { top } = range.getBoundingClientRect();
    return {
      text: range.toString(),
      inView: top >= 0 && top < window.innerHeight,
      focusInside:
        document.activeElement?.contains(range.startContainer) === true && document.activeElement !== document.body,
    };
  });
}
