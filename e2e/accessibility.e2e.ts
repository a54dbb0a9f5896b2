import { screensToCome } from '@cairn/web/runtime/screens-to-come';
import type { Page } from '@playwright/test';
import { expectEveryLook, sizes } from './every-look.ts';
import { authModal, expect, screenOf, signIn, test } from './fixtures.ts';
import { furnish, strainingArticles } from './furnished-account.ts';

interface Visit {
  /** Default: the route itself, where it has no parameters. */
  path?: string;
  /** The screen is there with all that it shows. */
  ready: (page: Page) => Promise<unknown>;
}
/** By route, as the router writes it. */
type Visits = Readonly<Record<string, readonly Visit[]>>;

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const dialog = (name: string) => (page: Page) => expect(authModal(page, name)).toBeVisible();
const text = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();

/** Without an account, in the order of the router. */
const publicVisits: Visits = {
  '/': [{ ready: (page) => expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible() }],
  '/sign-in': [{ path: '/sign-in?next=%2Fimport', ready: dialog('Sign in') }],
  '/sign-up': [{ ready: dialog('Create account') }],
  '/forgot-password': [{ ready: dialog('Forgot password') }],
  '/reset-password': [{ ready: text('Invalid reset link') }],
  '/test-email': [{ ready: text('The built-in mailbox is locked here') }],
  '/test-ai-usage': [{ ready: heading(/./) }],
  '/test-performance': [{ ready: heading(/./) }],
  '/design': [{ ready: heading(/./) }],
};

/** All that the router knows. The landing page does not load it before somebody acts. */
async function routesOf(page: Page): Promise<string[]> {
  await page.goto('/test-email');
  await heading('Mailbox')(page);
  return page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { routesByPath: object } };
    return Object.keys(router.routesByPath);
  });
}

async function visitAll(page: Page, visits: Visits): Promise<void> {
  for (const [route, ofRoute] of Object.entries(visits)) {
    for (const { path = route, ready } of ofRoute) {
      await test.step(path, async () => {
        await page.goto(path);
        await ready(page);
        await expectEveryLook(page, path);
      });
    }
  }
}

const signedInRoutes = [
  '/dashboard',
  '/pkm-hub',
  '/import',
  '/article/$articleId',
  '/cornell-notes',
  '/note/$noteId',
  '/rehearse',
  '/profile',
  '/profile/settings',
  '/profile/legacy-settings',
  '/admin/performance',
];
/** They show nothing of their own: the note that was made takes the address's place. */
const routesThatLeadOn = ['/cornell-notes/new'];
const routesToCome = screensToCome.flatMap(({ paths }) => paths);

test('every route is visited, so that a new one cannot be forgotten', async ({ page }) => {
  const visited = [...Object.keys(publicVisits), ...signedInRoutes, ...routesThatLeadOn, ...routesToCome];
  expect((await routesOf(page)).filter((route) => !visited.includes(route))).toEqual([]);
});

test('axe finds nothing on the public screens, both themes, three sizes, and nothing scrolls sideways', async ({
  page,
  world,
  guard,
}) => {
  // A mailbox that is locked, and an address that is not there.
  guard.allow(/Failed to load resource/);
  await visitAll(page, publicVisits);
  await visitAll(page, {
    mailbox: [{ path: world.mailboxUrl ?? '', ready: heading('Mailbox') }],
    'no route': [{ path: '/nowhere', ready: heading(/./) }],
    'a route that needs an account': [
      {
        path: '/dashboard',
        ready: async (page) => {
          await expect(authModal(page)).toBeVisible();
          await page.keyboard.press('Escape');
          await heading('Authentication Required')(page);
        },
      },
    ],
  });
});

test('axe finds nothing on the screens to come, both themes, three sizes, and nothing scrolls sideways', async ({
  page,
}) => {
  for (const [index, route] of routesToCome.entries()) {
    const path = route.replace(/\$\w+/, 'some-id');
    await page.goto(path);
    await expect(screenOf(page)).toContainText('is on the way');
    // They are one screen with other words.
    await expectEveryLook(page, path, index === 0 ? {} : { sizes: [] });
  }
});

test('axe finds nothing on the screens of an account in use, both themes, three sizes, and nothing scrolls sideways', async ({
  page,
  world,
  site,
  person,
  guard,
}) => {
  // Measurements of the server are for administrators: only the first account of an installation is one by itself.
  guard.allow(/status of 403/);
  const { articles, noteId } = await furnish(world, person, site.origin);
  await signIn(page, person, '/dashboard');
  const visits: Visits = {
    '/dashboard': [{ ready: (page) => expect(page.getByRole('listitem').filter({ hasText: 'wwww' })).toBeVisible() }],
    '/pkm-hub': [
      { ready: (page) => expect(page.locator('[data-row="0"]')).toBeVisible() },
      { path: '/pkm-hub?q=engine', ready: (page) => expect(page.locator('mark').first()).toBeVisible() },
    ],
    '/import': [{ ready: (page) => expect(page.getByRole('listitem').first()).toBeVisible() }],
    '/article/$articleId': [
      { path: `/article/${articles[0]}`, ready: (page) => expect(page.getByTestId('article-text')).toBeVisible() },
    ],
    '/cornell-notes': [{ ready: text('Stones along the way') }],
    '/note/$noteId': [
      {
        path: `/note/${noteId}`,
        ready: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toContainText('A cairn is'),
      },
    ],
    '/rehearse': [{ ready: (page) => expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible() }],
    '/profile': [{ ready: text(/^Member since/) }],
    '/profile/settings': [
      {
        ready: async (page) => {
          await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
          await text('This device')(page);
          await text('The change takes effect at once')(page);
        },
      },
    ],
    '/profile/legacy-settings': [{ ready: (page) => expect(page.getByLabel('Bio')).toBeVisible() }],
    '/admin/performance': [{ ready: heading(/./) }],
  };
  expect(Object.keys(visits)).toEqual(signedInRoutes);
  await visitAll(page, visits);
  // The frame of an article is the same for all; its text is not.
  for (const [index, id] of articles.entries()) {
    await page.goto(`/article/${id}`);
    await expect(page.getByTestId('article-text')).toBeVisible();
    await expectEveryLook(page, strainingArticles[index] ?? '', { within: '#main', sizes: [sizes[2]] });
  }
});
