import { expect } from '../fixtures.ts';
import { loseChunk, openAccountMenu, openMenu, pressUntilOpen, type Scene, seen } from './scene.ts';

/** The frame around every screen and what can lie over it, and the dashboard. */
export const shellScenes: readonly Scene[] = [
  { name: 'dashboard-empty', as: 'newcomer', path: '/dashboard', act: seen('Recent Activity') },
  {
    name: 'dashboard-full',
    as: 'owner',
    path: '/dashboard',
    act: (page) => expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible(),
  },
  {
    name: 'dashboard-end',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first()).toBeVisible();
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    },
  },
  {
    name: 'dashboard-error',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await page.route('**/rest/v1/{library_counts,recent_activity,rpc/get_dashboard_stats}*', (route) =>
        route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
      );
      await page.reload();
      await seen('We could not load your recent activity')(page);
    },
  },
  {
    name: 'dashboard-offline',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      // The page asks the server of its own machine once more before it says so: that question may still pass before the network is cut.
      await expect(async () => {
        await page.context().setOffline(false);
        await page.context().setOffline(true);
        await expect(page.getByText(/You are offline/).first()).toBeVisible({ timeout: 3000 });
      }).toPass();
    },
  },
  { name: 'menu', as: 'owner', path: '/dashboard', act: openMenu },
  { name: 'user-menu', as: 'owner', path: '/dashboard', act: openAccountMenu },
  { name: 'leaving', as: 'leaver', path: '/dashboard', act: seen('Keep my account') },
  { name: 'leaving-menu', as: 'leaver', path: '/dashboard', act: openAccountMenu },
  {
    name: 'interest-modal',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await page.getByRole('button', { name: /Browse Community/ }).click();
      await expect(page.getByRole('dialog', { name: 'Community is on the way' })).toBeVisible();
    },
  },
  {
    name: 'palette',
    as: 'owner',
    path: '/dashboard',
    act: (page) => pressUntilOpen(page, 'Control+k', 'Commands'),
  },
  {
    name: 'palette-found',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await pressUntilOpen(page, 'Control+k', 'Commands');
      await page.keyboard.type('wal');
      await expect(page.getByRole('group', { name: 'In your library' })).toBeVisible();
    },
  },
  {
    name: 'palette-nothing',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await pressUntilOpen(page, 'Control+k', 'Commands');
      await page.keyboard.type('xylophonequartz');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'shortcuts',
    as: 'owner',
    path: '/dashboard',
    act: (page) => pressUntilOpen(page, '?', 'Keyboard shortcuts'),
  },
  {
    name: 'error-chunk',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await loseChunk(page, 'import-screen');
      await page.evaluate(() =>
        sessionStorage.setItem(
          'cairn-chunk-reload',
          document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '',
        ),
      );
      await page.goto('/import');
      await seen('Updating Learning Experience')(page);
    },
  },
  {
    name: 'error-render',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      // A row that no screen was made for.
      await page.route('**/rest/v1/articles*', (route) =>
        route.fulfill({ json: [{ id: 'x', title: { no: 'title' } }] }),
      );
      await page.goto('/article/00000000-0000-4000-8000-000000000000');
      await seen('Learning Experience Temporarily Unavailable')(page);
    },
  },
  {
    name: 'server-away',
    as: 'owner',
    path: '/dashboard',
    act: async (page) => {
      await page.route('**/{rest,auth,functions,healthz}/**', (route) => route.abort());
      await page.route('**/{healthz,readyz}*', (route) => route.abort());
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.goto('/cornell-notes').catch(() => {});
      await seen(/server cannot be reached/)(page);
    },
  },
  {
    name: 'sign-out-warning',
    as: 'owner',
    path: '/profile/settings',
    act: async (page) => {
      await page.getByLabel('Bio').fill('Half a sentence that is not saved');
      await expect(page.getByText('Not saved yet')).toBeVisible();
      await page.route('**/rest/v1/profiles*', (route) => route.abort());
      await openAccountMenu(page);
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Some of your work has not been sent' })).toBeVisible();
    },
    after: async (page) => {
      await page.unrouteAll();
      await page.goto('/profile/settings');
      await page
        .getByRole('button', { name: 'Discard', exact: true })
        .click({ timeout: 3000 })
        .catch(() => {});
    },
  },
  { name: 'performance', as: 'owner', path: '/admin/performance' },
  { name: 'performance-administrator', as: 'newcomer', path: '/admin/performance' },
];
