import { screensToCome } from '@cairn/web/runtime/screens-to-come';
import type { Page } from '@playwright/test';
import { authModal, expect, goTo, importField, signIn, submitSignIn, test } from './fixtures.ts';

const phone = { width: 360, height: 740 };
const interestModal = (page: Page) => page.getByRole('dialog', { name: /is on the way$/ });

test('the navigation works without a pointer', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await expect(page).toHaveTitle('Dashboard · Cairn');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await navigation.getByRole('link', { name: 'Import' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeFocused();
  await expect(navigation.locator('[aria-current=page]')).toHaveText('Import');

  const account = page.getByRole('button', { name: /^Account:/ });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(account).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Free Plan')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  await expect(account).toBeFocused();
});

test('the submenu closes, and stays closed in this browser', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const toggle = page.getByRole('button', { name: 'PKM Hub submenu' });
  const cornellNotes = page.getByRole('navigation', { name: 'Main' }).getByText('Cornell Notes');
  await expect(cornellNotes).toBeVisible();
  await toggle.click();
  await expect(cornellNotes).toBeHidden();
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(cornellNotes).toBeVisible();
});

test('on a phone the navigation slides in, keeps the focus and closes', async ({ page, person }) => {
  await page.setViewportSize(phone);
  await signIn(page, person, '/dashboard');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await button.click();
  await expect(sheet).toBeVisible();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  for (const row of await sheet.getByRole('listitem').all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();

  await goTo(page, 'Import');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
});

test('what is not built yet says so, and its modal gives the focus back', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /Knowledge Canvas/ });
  await expect(item).toHaveAccessibleName(/Coming Soon/);
  await item.focus();
  await page.keyboard.press('Enter');
  const modal = page.getByRole('dialog', { name: 'Knowledge Canvas is on the way' });
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(item).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: /Browse Community/ }).click();
  await page.getByRole('dialog', { name: 'Community is on the way' }).getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the typed addresses of screens to come show the same words, and the server knows their titles', async ({
  page,
  request,
}) => {
  const counted: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/events')) counted.push(sent.postData() ?? '');
  });
  for (const { feature, paths, purpose } of screensToCome) {
    for (const path of paths.map((pattern) => pattern.replace(/\$\w+/, 'some-id'))) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expect(await response.text(), path).toContain(`<title>${feature} is on the way · Cairn</title>`);
    }
    await page.goto(paths[0] ?? '');
    await expect(page.getByRole('heading', { level: 1, name: `${feature} is on the way` })).toBeVisible();
    await expect(page.getByText(purpose)).toBeVisible();
    await expect(page).toHaveTitle(`${feature} is on the way · Cairn`);
  }
  // A typed address is interest too.
  const last = screensToCome.at(-1)?.feature ?? '';
  await expect.poll(() => counted.join()).toContain(`"feature_name":"${last}"`);
  expect((await request.get('/nowhere')).status()).toBe(404);
});

test('coming soon wins over locked; what is locked asks to sign in and leads on', async ({ page, person }) => {
  await page.goto('/community');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: /To-Do List/ }).click();
  await expect(interestModal(page)).toHaveAccessibleName('To-Do List is on the way');
  await page.keyboard.press('Escape');
  const locked = navigation.getByRole('button', { name: /^Import/ });
  await expect(locked).toHaveAccessibleName(/Login required/);
  await locked.click();
  await expect(authModal(page)).toBeVisible();
  await expect(page).toHaveURL(/\/community$/);
  await submitSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
});

test('the dashboard counts what is there, and leads to it', async ({ page, site, person, world }) => {
  await signIn(page, person, '/dashboard');
  const items = page.getByText('Knowledge Items').locator('xpath=ancestor::div[1]');
  await expect(items).toContainText('0 articles, 0 notes, 0 highlights');
  for (const name of ['Learning Sessions', 'Active Streak (days)', 'Learning Time (min)']) {
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();
  }
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();

  await page.getByRole('link', { name: /Import Articles/ }).click();
  await importField(page).fill(`${site.origin}/articles/walden`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Read it now' })).toBeVisible();
  await world.sql("insert into public.notes (user_id, title) values ($1, 'On walking')", [person.id]);
  await goTo(page, 'Dashboard');
  await expect(items).toContainText('1 article, 1 note, 0 highlights');
  await expect(items.getByRole('definition').first()).toHaveText('2');
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(activity.getByRole('listitem')).toHaveText([/On walking/, /Where I Lived, and What I Lived For/]);
  await activity.getByRole('link', { name: /Where I Lived/ }).click();
  await expect(page.getByTestId('article-text')).toBeVisible();
});

test('the dashboard says what cannot be loaded, and tries again', async ({ page, person, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.route('**/rest/v1/{library_counts,recent_activity,rpc/get_dashboard_stats}*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
  );
  await signIn(page, person, '/dashboard');
  // Numbers that cannot be read are not known, and only that is said.
  await expect(page.getByText('Not known right now')).toHaveCount(4);
  await expect(page.getByText('We could not load your recent activity')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('Nothing has happened yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('0 articles, 0 notes, 0 highlights')).toBeVisible();
});

test('the dashboard counts sessions, days in a row and minutes', async ({ page, person, world }) => {
  await world.sql(
    `insert into public.ai_learning_sessions (user_id, start_time, last_seen_at, end_time)
     select $1, t, t + interval '20 minutes', t + interval '20 minutes'
     from unnest(array[now() - interval '1 day', now() - interval '2 days', now() - interval '3 days', now() - interval '9 days']) t`,
    [person.id],
  );
  await signIn(page, person, '/dashboard');
  const value = (name: string) =>
    page
      .getByRole('region', { name: 'Your numbers' })
      .locator('dl > div')
      .filter({ hasText: name })
      .locator('dd')
      .first();
  await expect(value('Active Streak (days)')).toHaveText(/^[34]$/);
  await expect(value('Learning Sessions')).toHaveText(/^[45]$/);
  // Four of twenty minutes, and fifteen for one that has just begun.
  await expect(value('Learning Time (min)')).toHaveText(/^(80|95)$/);
});

test.describe('the bar for thumbs', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick navigation' });

  test('hides on the way down past 100 px, comes back on the way up and near the top', async ({ page, person }) => {
    await signIn(page, person, '/dashboard');
    await expect(bar(page).getByRole('listitem')).toHaveText(['Home', 'Tasks', 'AI Transform', 'Import', 'PKM Hub']);
    const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo(0, to), y);
    const primary = bar(page).getByRole('link', { name: 'Import' }).locator('.rounded-full');
    const other = bar(page).getByRole('link', { name: 'PKM Hub' }).locator('.rounded-full');
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await primary.evaluate(background)).not.toBe(await other.evaluate(background));
    await scrollTo(90);
    await expect(bar(page)).toBeInViewport();
    await scrollTo(300);
    await expect(bar(page)).not.toBeInViewport();
    await scrollTo(280);
    await expect(bar(page)).toBeInViewport();
    await scrollTo(400);
    await expect(bar(page)).not.toBeInViewport();
    await scrollTo(0);
    await expect(bar(page)).toBeInViewport();
    await bar(page).getByRole('button', { name: 'Tasks' }).click();
    await expect(interestModal(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('link', { name: 'PKM Hub' }).click();
    await page.waitForURL('**/pkm-hub');
  });

  test('stays on the hub, and covers nothing at its end', async ({ page, person, world }) => {
    await world.sql("insert into public.notes (user_id, title) select $1, 'Note ' || n from generate_series(1, 40) n", [
      person.id,
    ]);
    await signIn(page, person, '/pkm-hub');
    await expect(page.locator('[data-row="0"]')).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 600));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await expect(bar(page)).toBeInViewport();
    const padding = await page
      .getByRole('main')
      .evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBottom));
    expect(padding).toBeGreaterThanOrEqual((await bar(page).boundingBox())?.height ?? Number.POSITIVE_INFINITY);

    await test.step('and where it says chat; elsewhere it goes', async () => {
      for (const [path, stays] of [
        ['/chat/some-id', true],
        ['/explore', false],
      ] as const) {
        await page.goto(path);
        await expect(bar(page)).toBeInViewport();
        await page.evaluate(() => {
          document.body.style.minHeight = '3000px';
          window.scrollTo(0, 600);
        });
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
        if (stays) await expect(bar(page)).toBeInViewport();
        else await expect(bar(page)).not.toBeInViewport();
      }
    });
    await test.step('up to 767 px', async () => {
      await page.setViewportSize({ width: 767, height: 740 });
      await expect(bar(page)).toHaveCount(1);
      await page.setViewportSize({ width: 768, height: 740 });
      await expect(bar(page)).toHaveCount(0);
    });
  });
});

test('there is no bar for thumbs on a small screen without touch, nor on a large one with it', async ({
  browser,
  person,
  world,
}) => {
  for (const options of [
    { viewport: { width: 360, height: 740 }, hasTouch: false },
    { viewport: { width: 1024, height: 740 }, hasTouch: true },
  ]) {
    const context = await browser.newContext({ baseURL: world.url, ...options });
    const page = await context.newPage();
    await signIn(page, person, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Quick navigation' })).toHaveCount(0);
    await context.close();
  }
});
