import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, importArticles, importField, signIn, signOut, test } from './fixtures.ts';
import { keptAnswers, workerReady } from './worker-state.ts';

test.use({ serviceWorkers: 'allow' });

interface ManifestImage {
  src: string;
  sizes: string;
  purpose?: string;
  form_factor?: string;
}
interface WebManifest {
  start_url: string;
  icons: ManifestImage[];
  screenshots: ManifestImage[];
  shortcuts: { name: string; url: string; icons: ManifestImage[] }[];
  share_target: { action: string };
}

test('the app can be installed: manifest, icons and worker are as the browser wants them', async ({ page, world }) => {
  await page.goto('/reset-password');
  await workerReady(page);
  const scope = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return { scope: registration.scope, script: registration.active?.scriptURL };
  });
  expect(scope).toEqual({ scope: `${world.url}/`, script: `${world.url}/service-worker.js` });
  const browser = await page.context().newCDPSession(page);
  const manifest = (await browser.send('Page.getAppManifest')) as { url: string; errors: unknown[]; data?: string };
  expect(manifest.url).toBe(`${world.url}/manifest.webmanifest`);
  expect(manifest.errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, where nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const parsed = JSON.parse(manifest.data ?? '{}') as WebManifest;
  const { icons, screenshots, shortcuts } = parsed;
  for (const { src, sizes } of [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  expect(shortcuts.map(({ name, url }) => `${name} ${url}`)).toEqual([
    'New note /cornell-notes/new',
    'Import an article /import',
    'Search your library /pkm-hub#search',
    'Rehearse /rehearse',
  ]);
  expect(icons.filter(({ purpose }) => purpose === 'any').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']));
  const opened = [parsed.start_url, parsed.share_target.action, ...shortcuts.map(({ url }) => url)];
  for (const url of opened) expect((await page.request.get(url)).status(), url).toBe(200);
  expect(parsed).toMatchObject({ name: 'Cairn', scope: '/', display: 'standalone' });
  expect(parsed.share_target).toMatchObject({ method: 'GET', params: { title: 'title', text: 'text', url: 'url' } });
});

test('the browser has nothing against installing it', async ({ world, playwright, launchOptions }) => {
  // Nothing can be installed from private windows, which all other tests run in.
  const profile = await mkdtemp(join(tmpdir(), 'profile-'));
  const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: world.url });
  try {
    const page = await context.newPage();
    await page.goto('/reset-password');
    await workerReady(page);
    const browser = await context.newCDPSession(page);
    await expect
      .poll(async () => (await browser.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});

test('what was visited opens without a network, and says so', async ({ page, person, world, site, context, guard }) => {
  guard.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/);
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await workerReady(page);
  await keptAnswers(page, 'dashboard');
  await page.goto('/pkm-hub');
  const title =
    (await page
      .getByRole('main')
      .getByRole('link', { name: /.{12,}/ })
      .first()
      .textContent()) ?? '';
  await keptAnswers(page, 'library');
  await page.goto(`/article/${articleId}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await keptAnswers(page, 'articles');
  await workerReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByTestId('article-text')).toBeVisible();
  await expect(page.getByText(/You are offline|server cannot be reached/)).toBeVisible();
  await page.goto('/pkm-hub');
  await expect(page.getByRole('main').getByText(title.trim().slice(0, 20)).first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(heading).toContainText('Welcome');
});

test('nothing that carries a token is kept by the worker', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await workerReady(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => /^\/(auth|rest|functions|api|storage)\//.test(path))).toEqual([]);
});

test('a newer version is offered, and taken over only when asked for', async ({ page }) => {
  await page.goto('/reset-password');
  await workerReady(page);
  await page.evaluate(() => {
    (window as Window & { stillHere?: boolean }).stillHere = true;
  });
  // The same worker by another name is a newer one to the browser.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js?newer', { scope: '/', updateViaCache: 'none' });
  });
  const banner = page.getByRole('status').filter({ hasText: 'Update available' });
  await expect(banner).toBeVisible();
  expect(await page.evaluate(() => (window as Window & { stillHere?: boolean }).stillHere)).toBe(true);
  await banner.getByRole('button', { name: 'Refresh' }).click();
  await page.waitForFunction(() => !(window as Window & { stillHere?: boolean }).stillHere);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)).toContain('?newer');
});

test('the shortcut New note makes one note at each opening: not at a reload or on the way back, and offline too', async ({
  page,
  person,
  world,
  context,
  guard,
}) => {
  guard.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/);
  const title = page.getByRole('textbox', { name: 'Title' });
  const notes = async () => (await world.sql('select id from public.notes where user_id = $1', [person.id])).length;
  await signIn(page, person, '/dashboard');
  await workerReady(page);
  await page.goto('/cornell-notes/new');
  await page.waitForURL(/\/note\/[0-9a-f-]{36}$/);
  const first = new URL(page.url()).pathname;
  await title.fill('From the shortcut');
  await page.reload();
  await expect(title).toHaveValue('From the shortcut');
  await page.goBack();
  await page.waitForURL('**/dashboard');
  await page.goForward();
  await expect(title).toHaveValue('From the shortcut');
  expect(new URL(page.url()).pathname).toBe(first);
  await expect.poll(notes).toBe(1);
  await workerReady(page);

  await context.setOffline(true);
  await page.goto('/cornell-notes/new');
  await page.waitForURL((url) => /\/note\/[0-9a-f-]{36}$/.test(url.pathname) && url.pathname !== first);
  await title.fill('Begun offline');
  await page.reload();
  await expect(title).toHaveValue('Begun offline');
  await context.setOffline(false);
  await expect.poll(notes).toBe(2);

  // The search of the hub, by its shortcut.
  await page.goto('/pkm-hub#search');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page).toHaveURL(/\/pkm-hub$/);
});

test('a link shared with the app is in the field of the import', async ({ page, person }) => {
  await signIn(page, person, '/import');
  await page.goto('/import?title=Read%20this&text=Look:%20https://example.org/a-page.');
  await expect(importField(page)).toHaveValue('https://example.org/a-page');
  await expect(page).toHaveURL(/\/import$/);
  await page.goto('/import?url=javascript:alert(1)');
  await expect(page).toHaveURL(/\/import$/);
  await expect(importField(page)).not.toHaveValue(/javascript/);
});

test.describe('parts of the app that cannot be loaded', () => {
  test.use({ serviceWorkers: 'block' });

  test('reload the page once, and then leave it to the person', async ({ page, person, guard }) => {
    guard.allow(/Failed to load resource|dynamically imported module|ChunkFailure/);
    await signIn(page, person, '/dashboard');
    await page.route(/\/assets\/import-screen-/, (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto('/import');
    await expect(page.getByRole('heading', { name: 'Updating Learning Experience' })).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    await expect(page.getByRole('button', { name: 'Restore Learning Session' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Return to Previous Page' })).toBeVisible();
    // Long enough for a second automatic reload to have come, if there were one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 4000)));
    expect(loads).toBe(2);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Restore Learning Session' }).click();
    await expect(importField(page)).toBeVisible();
  });
});

test('signing out leaves nothing of what was read in the browser', async ({ page, person, world, site }) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, `/article/${articleId}`);
  await workerReady(page);
  await keptAnswers(page, person.id);
  await page.evaluate(async () => {
    await (await caches.open('cairn-images')).put('/read.png', new Response('picture'));
    await (await caches.open('cairn-avatars')).put('/face.png', new Response('picture'));
  });
  await signOut(page);
  const left = await page.evaluate(async (userId) => {
    const databases = await indexedDB.databases();
    return {
      caches: (await caches.keys()).filter((name) => /images|avatars/.test(name)),
      databases: databases.map(({ name }) => name).filter((name) => name?.includes(userId)),
      stored: Object.keys(localStorage).filter((key) => key.includes(userId) || key.includes('auth')),
    };
  }, person.id);
  expect(left).toEqual({ caches: [], databases: [], stored: [] });
});
