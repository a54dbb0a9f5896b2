import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, importArticles, signIn, submitSignIn, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick navigation' });
const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true });
const floating = (page: Page) =>
  page
    .locator('[data-floating-action]')
    .getByRole('button')
    .or(page.locator('[data-floating-action]').getByRole('link'));

async function box(target: ReturnType<Page['locator']>) {
  const found = await target.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

/** Waits for a box that stands still. */
async function restingBox(target: ReturnType<Page['locator']>) {
  let before = await box(target);
  await expect(async () => {
    const now = await box(target);
    const moved = Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    before = now;
    expect(moved).toBe(0);
  }).toPass();
  return before;
}

test.describe('the page shell on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('title, back button, actions, floating action and bottom navigation; nothing is covered', async ({
    page,
    person,
    world,
  }) => {
    await world.sql(
      "insert into public.notes (user_id, title, text) select $1, 'Note ' || n, 'Some words' from generate_series(1, 12) n",
      [person.id],
    );
    await signIn(page, person, '/cornell-notes');
    await expect(page.getByRole('listitem').filter({ hasText: 'Note 12' })).toBeVisible();

    await test.step('the primary action floats above the bar, large enough for a thumb', async () => {
      await expect(page.getByRole('button', { name: 'New note' })).toHaveCount(1);
      const [action, quick] = [await restingBox(floating(page)), await restingBox(bar(page))];
      expect(Math.min(action.width, action.height)).toBeGreaterThanOrEqual(44);
      expect(action.bottom).toBeLessThanOrEqual(quick.y);
      expect(360 - action.right).toBe(16);
      const { violations } = await analyzeWithAxe(page);
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    });

    await test.step('what has the focus is never below it', async () => {
      const trash = page.getByRole('button', { name: /^Move .* to the trash$/ });
      const count = await trash.count();
      expect(count).toBe(12);
      await trash.first().focus();
      for (let row = 1; row < count; row += 1) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        const focused = await restingBox(page.locator(':focus'));
        const action = await restingBox(floating(page));
        const apart =
          focused.bottom <= action.y ||
          focused.y >= action.bottom ||
          focused.right <= action.x ||
          focused.x >= action.right;
        expect(apart, `row ${row}`).toBe(true);
      }
    });

    await test.step('the last row can be scrolled clear of it', async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const last = await restingBox(page.locator('main').getByRole('listitem').last());
      const action = await restingBox(floating(page));
      expect(last.bottom).toBeLessThanOrEqual(action.y);
    });

    await test.step('right to left it stands at the other side', async () => {
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      expect((await restingBox(floating(page))).x).toBe(16);
      await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    });

    await test.step('back goes to the previous page, over the places in this one', async () => {
      await floating(page).click();
      await page.waitForURL(/\/note\/[0-9a-f-]{36}$/);
      const note = new URL(page.url()).pathname;
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
      await expect(floating(page)).toHaveCount(0);
      await back(page).click();
      await page.waitForURL('**/cornell-notes');
      await expect(page.getByRole('heading', { level: 1, name: 'Cornell Notes' })).toBeFocused();
      // Without a history it leads to what is above.
      const fresh = await page.context().newPage();
      await fresh.goto(note);
      await back(fresh).click();
      await fresh.waitForURL('**/cornell-notes');
      await fresh.close();
    });

    await test.step('the hub: New note floats, and makes room for what is done with a selection', async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await bar(page).getByRole('link', { name: 'PKM Hub' }).click();
      await expect(floating(page)).toHaveText('New note');
      await page.getByRole('checkbox').first().check();
      await expect(page.getByRole('toolbar', { name: 'Selected items' })).toBeVisible();
      await expect(floating(page)).toBeHidden();
      await page.getByRole('button', { name: 'Clear the selection' }).click();
      await expect(floating(page)).toBeVisible();
      await bar(page).getByRole('link', { name: 'Import' }).click();
      await page.waitForURL('**/import');
      await expect(floating(page)).toHaveCount(0);
    });

    await test.step('settings: one row of sections that scrolls, with the one that is read in it', async () => {
      await page.goto('/profile/settings');
      const row = page.getByRole('navigation', { name: 'Settings' });
      const last = row.getByRole('link', { name: 'Delete account' });
      expect((await restingBox(row)).height).toBeLessThan(70);
      await expect(last).not.toBeInViewport();
      await expect(row.locator('[data-more-after]')).toHaveCount(1);
      await last.focus();
      await page.keyboard.press('Enter');
      await expect(last).toHaveAttribute('aria-current', 'true');
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { name: 'Delete account' })).toBeFocused();
    });

    await test.step('the menu: the account is in view, however short the window', async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const account = page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: /^Account:/ });
      await expect(account).toBeInViewport({ ratio: 1 });
      await account.click();
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
    });
  });

  test('a finger takes the slide-in sidebar out by its edge, and scrolls it up and down', async ({ page, person }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await signIn(page, person, '/dashboard');
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const draw = async (from: [number, number], to: [number, number], end = true) => {
      await touch('touchStart', ...from);
      for (let step = 1; step <= 8; step += 1) {
        const at = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / 8;
        await touch('touchMove', at(0), at(1));
      }
      if (end) await touch('touchEnd', ...to);
    };
    const open = async () => {
      await menu.click();
      return restingBox(sheet);
    };

    await test.step('it follows the finger, and comes back when it is let go on the way back', async () => {
      await open();
      await draw([250, 200], [150, 205], false);
      await expect.poll(async () => Math.round((await box(sheet)).x)).toBe(-100);
      for (const x of [170, 200, 235]) await touch('touchMove', x, 205);
      await touch('touchEnd', 235, 205);
      await expect.poll(async () => Math.round((await box(sheet)).x)).toBe(0);
    });

    await test.step('up and down scrolls it', async () => {
      await draw([150, 400], [152, 150]);
      await expect
        .poll(() => sheet.evaluate((panel) => [...panel.querySelectorAll('*')].some((part) => part.scrollTop > 50)))
        .toBe(true);
      await expect(sheet).toBeVisible();
    });

    await test.step('far enough it goes, gives the focus back, and what is under the finger is not pressed', async () => {
      await draw([280, 200], [60, 205]);
      await expect(sheet).toBeHidden();
      await expect(menu).toBeFocused();
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    await test.step('right to left the way out is the other one', async () => {
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      const { x } = await open();
      expect(x).toBeGreaterThan(0);
      await draw([120, 200], [330, 205]);
      await expect(sheet).toBeHidden();
    });

    await test.step('with less motion too', async () => {
      await page.evaluate(() => document.documentElement.removeAttribute('dir'));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open();
      await draw([280, 200], [60, 205]);
      await expect(sheet).toBeHidden();
    });
  });
});

test('headings stand at one place on every screen, and nothing floats where there is room', async ({
  page,
  person,
  world,
  site,
}) => {
  await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await page.goto('/dashboard');
  // The prompt in the place of a screen stands there too.
  const places: Record<string, { x: number; y: number }> = {};
  const measure = async (name: string) => {
    const { x, y } = await restingBox(page.getByRole('heading', { level: 1, includeHidden: true }).first());
    places[name] = { x, y };
  };
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await measure('prompt');
  await submitSignIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  for (const path of [
    '/dashboard',
    '/pkm-hub',
    '/cornell-notes',
    '/import',
    '/rehearse',
    '/profile/settings',
    '/canvas',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-startup-overlay]')).toHaveCount(0);
    await measure(path);
    await expect(floating(page)).toHaveCount(0);
    await expect(back(page)).toBeHidden();
  }
  expect(places).toEqual(Object.fromEntries(Object.keys(places).map((name) => [name, places.prompt])));
});
