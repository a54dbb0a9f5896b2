import { expect, importField, openNavigation, signIn, test } from './fixtures.ts';

const screens = ['/dashboard', '/pkm-hub', '/import', '/profile', '/profile/settings', '/test-ai-usage', '/canvas'];

/** The controls on the page that are lower than this. Links inside a text are as high as its lines. */
const lowerThan = (least: number) =>
  [...document.querySelectorAll('button, [role=tab], [role=combobox], input:not([type=file]), nav a')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert], .sr-only'))
    .map((control) => ({
      control: control.outerHTML.slice(0, 200),
      // A choice is touched by its label too, and that reaches over its row.
      height: Math.max(
        ...[control, control.closest('label')].map((e) => e?.getBoundingClientRect().height ?? 0),
        ...('labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []).map(
          (label) => Number.parseFloat(getComputedStyle(label, '::after').height) || 0,
        ),
      ),
      width: control.getBoundingClientRect().width,
    }))
    .filter(({ height, width }) => width > 2 && height < least - 0.01);

test('the navigation has its items, in their order, with their addresses', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const rows = navigation.getByRole('listitem').locator('> a, > button:not([aria-expanded]), > div > a');
  await expect(rows).toHaveText([
    'Home',
    'Dashboard',
    'PKM Hub',
    'Cornell Notes',
    /^Knowledge Canvas/,
    /^To-Do List/,
    /^Community/,
    /^Explore/,
    /^AI Transform/,
    'Import',
  ]);
  for (const [name, href] of [
    ['Home', '/'],
    ['Dashboard', '/dashboard'],
    ['PKM Hub', '/pkm-hub'],
    ['Cornell Notes', '/cornell-notes'],
    ['Import', '/import'],
  ] as const) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(page.getByRole('link', { name: 'Usage', exact: true })).toHaveAttribute('href', '/profile#usage');
  await expect(page.getByRole('banner').getByRole('link', { name: /^AI usage/ })).toHaveAttribute(
    'href',
    '/profile#usage',
  );
});

test('the shell changes at 768 px', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(sidebar).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebar).toBeHidden();
  await expect(menu).toBeVisible();
});

test('the sidebar shows a person their menu and the way to Plus, and anybody else Sign In', async ({
  page,
  world,
  person,
}) => {
  const upgrade = page.getByRole('banner').getByRole('button', { name: 'Upgrade to Plus' });
  const signInButton = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await page.goto('/test-ai-usage');
  await expect(signInButton).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account:/ })).toHaveCount(0);
  await expect(upgrade).toHaveCount(0);
  for (const name of ['Dashboard', 'PKM Hub', 'Cornell Notes', 'Import']) {
    const locked = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: `${name} Login required` });
    await expect(locked.locator('.lucide-lock')).toBeVisible();
    expect((await locked.getByText('Login required').boundingBox())?.width, 'words are for phones').toBeLessThan(2);
  }
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('.lucide-lock')).toHaveCount(0);
  await expect(upgrade).toBeVisible();
  await expect(signInButton).toHaveCount(0);
  await world.grant(person, 'plus');
  await page.evaluate(() => localStorage.removeItem('pkm-auth-state'));
  await page.reload();
  await expect(page.getByText('Plus Plan')).toBeVisible();
  await expect(page.getByRole('banner').locator('.lucide-crown')).toBeVisible();
  await expect(upgrade).toHaveCount(0);
});

test.describe('by touch, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the top bar of nobody has a sign-in icon, and locked items say Login required', async ({ page }) => {
    await page.goto('/test-ai-usage');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
    const menu = await openNavigation(page);
    await expect(menu.getByRole('button', { name: /^Import/ }).getByText('Login required')).toBeVisible();
    await expect(menu.getByRole('button', { name: /^Import/ }).locator('.lucide-lock')).toBeHidden();
  });

  test('what is touched is 44 px high at least', async ({ page, person }) => {
    await signIn(page, person, '/import');
    for (const path of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(lowerThan, 44), path).toEqual([]);
    }
    await openNavigation(page);
    expect(await page.evaluate(lowerThan, 44), 'menu').toEqual([]);
  });
});

test('with a mouse it is 32 px', async ({ page, person }) => {
  await signIn(page, person, '/import');
  for (const path of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(lowerThan, 32), path).toEqual([]);
  }
});

for (const [width, count] of [
  [360, 3],
  [1440, 6],
] as const) {
  test(`skeletons: ${count} at ${width} px`, async ({ page, person }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, person, '/dashboard');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/rest/v1/rpc/list_library*', async (route) => {
      await held;
      await route.fallback();
    });
    const navigation = await openNavigation(page);
    await navigation.getByRole('link', { name: 'PKM Hub', exact: true }).click();
    const placeholders = page.locator('main .appear-late > [aria-hidden=true] > *');
    await expect.poll(async () => await placeholders.filter({ visible: true }).count()).toBe(count);
    answer();
    await expect(placeholders).toHaveCount(0);
  });
}

test('the install prompt comes 3 seconds after the browser offers it, and a dismissal is remembered', async ({
  page,
}) => {
  const prompt = page.getByText('Install Cairn', { exact: true });
  const offer = () => page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  await page.clock.install();
  await page.goto('/test-ai-usage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offer();
  // The part that shows it is fetched when the page is idle.
  await page.clock.runFor(2900);
  await expect(prompt).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(prompt).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(prompt).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('pwa-install-dismissed'))).toBe('true');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offer();
  await page.clock.runFor(10_000);
  await expect(prompt).toHaveCount(0);
});

test('the landing page: sections, features, audiences, figures and claims', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const words of [
    'Smart Task Management',
    'Knowledge Community',
    'Content Transformation',
    'Universal Import',
    'content creators, researchers, product teams and knowledge workers',
    'Free to start',
    'Free trial of Plus',
    'Enterprise security',
    'Enterprise security and 24/7 support',
  ]) {
    await expect(main.getByText(words).first(), words).toBeVisible();
  }
  for (const [figure, label] of [
    ['10K+', 'Active users'],
    ['50K+', 'Knowledge items'],
    ['95%', 'Time saved'],
    ['24/7', 'AI support'],
  ] as const) {
    await expect(main.getByText(label, { exact: true }).locator('xpath=..'), label).toContainText(figure);
  }
  await expect(main.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Community', exact: true }).first()).toBeVisible();
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
  });

  test('iOS instructions come 5 seconds after loading, once', async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Install Cairn on this device' });
    await page.clock.install();
    await page.goto('/test-ai-usage');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(4500);
    await expect(sheet).toHaveCount(0);
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(sheet).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await page.evaluate(() => localStorage.getItem('pwa-ios-instructions-shown'))).toBe('true');
    await sheet.getByRole('button', { name: 'Got it' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(sheet).toHaveCount(0);
  });
});

test('a call of a function names its person in the body', async ({ page, site, person }) => {
  await signIn(page, person, '/import');
  const called = page.waitForRequest('**/functions/v1/import-article');
  await importField(page).fill(`${site.origin}/articles/alice`);
  await page.keyboard.press('Enter');
  expect((await called).postDataJSON()).toMatchObject({ userId: person.id, userEmail: person.email });
});
