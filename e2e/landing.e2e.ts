import { type CDPSession, devices, type Page } from '@playwright/test';
import { authModal, expect, newEmail, signIn, test, testPassword } from './fixtures.ts';

/** Bytes of script on the wire since the session began, compressed as they came. */
async function countScriptBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  const scripts = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** The sum of all layout shifts from the first byte on. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);

const words = [
  'A quiet place to read, think and remember',
  '10K+',
  '50K+',
  '95%',
  '24/7',
  'Smart Task Management',
  'Knowledge Community',
  'Content Transformation',
  'Universal Import',
  'content creators, researchers, product teams and knowledge workers',
  'Answers that show where they come from',
  'Enterprise security',
  'Free trial',
  'Start for free',
];

for (const [variant, device] of [
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  [
    'mobile',
    { userAgent: devices['Pixel 7'].userAgent, isMobile: true, hasTouch: true, viewport: { width: 360, height: 740 } },
  ],
] as const) {
  test.describe(variant, () => {
    test.use(device);

    test('has all its words and its picture before any script, and nothing moves', async ({ page }) => {
      await recordShifts(page);
      await page.goto('/');
      await expect(page.locator('[data-landing]')).toHaveAttribute('data-landing', variant);
      for (const text of words) await expect(page.getByText(text).first()).toBeAttached();
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Community' })).toBeVisible();
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toBeHidden();
      // The picture in view is preloaded in the size and theme that is shown, and no other is fetched for it.
      const first = page.getByRole('main').getByRole('img').first();
      await expect
        .poll(() => first.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
        .toMatch(/avif$/);
      const shown = await first.evaluate((image: HTMLImageElement) => image.currentSrc);
      const fetched = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/pictures/reader-'))
          .map((entry) => `${(entry as PerformanceResourceTiming).initiatorType} ${entry.name}`),
      );
      expect(fetched).toEqual([`link ${shown}`]);
      for (const picture of await page.getByRole('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
      }
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toBeLessThan(0.001);
    });

    test('needs little script before somebody acts, and the app only then', async ({ page, context }) => {
      const bytes = await countScriptBytes(await context.newCDPSession(page));
      const scripts: string[] = [];
      page.on('response', async (response) => {
        if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
      });
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      expect(bytes()).toBeGreaterThan(500);
      expect(bytes()).toBeLessThan(25_000);
      const before = bytes();
      await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
      await expect(authModal(page)).toBeVisible();
      expect(bytes()).toBeGreaterThan(before + 50_000);
      await expect.poll(() => scripts.some((script) => script.includes('GoTrueClient'))).toBe(true);
    });
  });
}

test('the server chooses the variant by the client hint, then by the browser, and says so', async ({ request }) => {
  for (const [headers, variant] of [
    [{ 'sec-ch-ua-mobile': '?1' }, 'mobile'],
    [{ 'sec-ch-ua-mobile': '?0', 'user-agent': devices['iPhone 13'].userAgent }, 'desktop'],
    [{ 'user-agent': devices['iPhone 13'].userAgent }, 'mobile'],
    [{ 'user-agent': devices['Desktop Firefox'].userAgent }, 'desktop'],
  ] as const) {
    const response = await request.get('/', { headers });
    expect(await response.text()).toContain(`data-landing="${variant}"`);
    expect(response.headers()['vary']).toBe('Accept-Encoding, Sec-CH-UA-Mobile, User-Agent');
  }
  const html = await (await request.get('/')).text();
  expect(html).toContain('<meta property="og:title" content="Cairn">');
  const [head = ''] = html.split('</head>');
  for (const theme of ['light', 'dark']) {
    expect(head).toMatch(
      new RegExp(`<link rel="preload" as="image" type="image/avif" [^>]*/pictures/reader-desktop-${theme}-`),
    );
  }
  expect(await (await request.get('/dashboard')).text()).not.toContain('/pictures/');
  expect((await request.get('/', { headers: { 'accept-encoding': 'gzip' } })).headers()['content-encoding']).toBe(
    'gzip',
  );
});

test('a page that never gets its script still leads to signing in', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.route('**/assets/landing-*.js', (route) => route.abort());
  await page.goto('/');
  await page.unrouteAll();
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
  await expect(authModal(page, 'Create account')).toBeVisible();
});

test('the modal by keyboard: five views, focus inside, empty again after closing', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('main').getByRole('link', { name: 'Sign In' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const signInModal = authModal(page);
  await expect(signInModal.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('someone@example.org');
  await page.keyboard.press('Escape');
  await expect(signInModal).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(signInModal.getByLabel('Email')).toHaveValue('');
  await expect(signInModal.getByText('Google sign-in is not configured')).toBeVisible();
  await signInModal.getByRole('button', { name: 'Forgot Password' }).press('Enter');
  const forgot = authModal(page, 'Forgot password');
  await expect(forgot.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(forgot.getByText('Please enter your email address')).toBeVisible();
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Enter');
  await authModal(page, 'Check your email').getByRole('button', { name: 'Back to sign in' }).press('Enter');
  await expect(signInModal.getByLabel('Email')).toBeFocused();

  await signInModal.getByRole('button', { name: 'Sign up' }).press('Enter');
  const signUp = authModal(page, 'Create account');
  await expect(signUp.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Key Board');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Tab');
  await page.keyboard.type('abc');
  await expect(signUp.getByRole('listitem').filter({ hasText: 'Contains lowercase letter (met)' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(signUp.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
  await expect(signUp.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await expect(authModal(page, 'Account Created')).toBeVisible();
  // Stays until it is dismissed; the page below knows already who is there.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).press('Enter');
  await page.waitForURL('**/dashboard');
});

test('a protected address asks in its place, opens the modal, and keeps its fragment', async ({ page, person }) => {
  await page.goto('/import#address');
  await expect(authModal(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await expect(page.getByText('Please sign in to access this beta feature.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  const modal = authModal(page);
  await modal.getByLabel('Email').fill(person.email);
  await modal.getByLabel('Password', { exact: true }).fill(person.password);
  await modal.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  await expect(page).toHaveURL(/\/import#address$/);
  await page.goto('/sign-in?next=%2Fpkm-hub');
  await page.waitForURL('**/pkm-hub');
});

test('somebody signed in gets to the dashboard from the landing page', async ({ page, person }) => {
  await signIn(page, person);
  await recordShifts(page);
  await page.goto('/');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  expect(await shiftsOf(page)).toBeLessThan(0.001);
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
  await page.waitForURL('**/dashboard');
});
