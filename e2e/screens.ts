import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { articleNames } from '@cairn/testkit/site-server';
import { projectRoot, type TestUser, type World } from '@cairn/testkit/world';
import type { Browser, Page } from '@playwright/test';
import { expect, importArticles, importField, newEmail, screenOf, signIn, test } from './fixtures.ts';

/**
 * Pictures of every screen in every state, to be looked at: `npm run screens` writes one sheet per screen into `screens/`.
 * Run by Playwright with CAIRN_SCREENS=1, apart from the tests.
 */
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;
const folder = join(projectRoot, 'screens');

interface Scene {
  name: string;
  /** Who is signed in; nobody when absent. */
  as?: 'newcomer' | 'owner';
  path: string;
  /** From the opened page to the state that is shown. */
  act?: (page: Page, scene: { origin: string; mailboxUrl: string }) => Promise<void>;
}

const answerTo = async (page: Page, question: string) => {
  await page.getByRole('textbox', { name: 'Ask your library' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByText('extractive')).toBeVisible();
};
const breakData = (page: Page, table: string) =>
  page.route(`**/rest/v1/${table}*`, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
  );
const hang = (page: Page, pattern: string) => page.route(pattern, () => {});

const scenes: readonly Scene[] = [
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
      await page.getByRole('listitem').getByRole('button').first().click();
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
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
];

async function furnish(world: World, owner: TestUser, origin: string): Promise<Map<string, string>> {
  // Each picture of an answer asks for it.
  await world.grant(owner, 'enterprise');
  const ids = await importArticles(
    world,
    owner,
    articleNames.map((name) => `${origin}/articles/${name}`),
  );
  const titles = [
    'A title of a hundred and twenty characters, which goes on and on about walls, stones, weather and the people of the dales',
    '🪨🪨🪨 Stones, one on two and two on one 🏔️',
    'في صناعة البناء وأنها من حوائج العمران',
    'Short',
  ];
  await world.sql(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, site_name, reading_minutes)
     select $1, title, 'https://example.org/' || n, 'https://example.org/' || n || '/' || copy, '<p>Text</p>', 'Text',
            'Stone Quarterly', n
     from unnest($2::text[]) with ordinality as titles (title, n), generate_series(1, 8) copy`,
    [owner.id, titles],
  );
  return new Map(articleNames.map((name, index) => [name, ids[index] ?? '']));
}

test('take a picture of every screen', async ({ browser, world, site, guard }) => {
  test.setTimeout(20 * 60_000);
  guard.allow(/./);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const newcomer = await world.signUp(newEmail());
  const owner = await world.signUp(newEmail());
  const ids = await furnish(world, owner, site.origin);
  await world.fetch('/auth/v1/recover', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email }),
  });
  for (const theme of themes) {
    for (const size of sizes) {
      for (const who of [undefined, 'newcomer', 'owner'] as const) {
        const context = await browser.newContext({
          baseURL: world.url,
          viewport: size,
          colorScheme: theme,
          reducedMotion: 'reduce',
          hasTouch: size.width < 768,
          locale: 'en-GB',
        });
        const first = await context.newPage();
        if (who) await signIn(first, who === 'owner' ? owner : newcomer);
        for (const scene of scenes.filter(({ as }) => as === who)) {
          const page = await context.newPage();
          await page.goto(scene.path.replace(/(?<=^\/article\/).*/, (name) => ids.get(name) ?? name));
          await screenOf(page).waitFor();
          await scene.act?.(page, { origin: site.origin, mailboxUrl: world.mailboxUrl ?? '' });
          await page.waitForTimeout(300);
          await page.screenshot({ path: picture(scene.name, size.width, theme) });
          // A deletion under way ends with its page: bring the article back first.
          const undo = page.getByRole('button', { name: 'Undo' });
          if (await undo.isVisible()) await undo.click();
          await page.close();
        }
        await context.close();
      }
    }
  }
  for (const { name } of scenes) await writeSheet(browser, name);
});

const picture = (name: string, width: number, theme: string) => join(folder, `${name}-${width}-${theme}.png`);

/** The six pictures of a screen side by side. */
async function writeSheet(browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2000, height: 600 } });
  const images = themes.flatMap((theme) =>
    sizes.map(({ width }) => {
      const data = readFileSync(picture(name, width, theme)).toString('base64');
      return `<img height="560" src="data:image/png;base64,${data}">`;
    }),
  );
  await page.setContent(
    `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:gray">${images.join('')}</body>`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}
