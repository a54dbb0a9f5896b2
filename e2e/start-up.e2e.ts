import type { Page } from '@playwright/test';
import { expect, newEmail, openNavigation, signIn, signOut, test } from './fixtures.ts';

const overlay = '[data-startup-overlay]';
const learningCalls =
  /\/rest\/v1\/(rpc\/(start_learning_session|get_index_status|get_learning_progress)|ai_learning_sessions)|ask\/health/;

/** Holds calls back until it is told to let them go. */
async function hold(page: Page, calls: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

/** Every text of the start and of its tiles, each once; nothing where the overlay was never there. */
async function recordStart(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((selector) => {
    const said: string[] = [];
    Object.assign(window, { saidAtStart: said });
    new MutationObserver(() => {
      const now = [
        document.querySelector(`${selector} [role=status]`)?.textContent,
        ...[...document.querySelectorAll(`${selector} li`)].map((tile) => tile.textContent),
      ];
      for (const text of now) if (text && !said.includes(text)) said.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, overlay);
  return () => page.evaluate(() => (window as unknown as { saidAtStart: string[] }).saidAtStart);
}

test('whoever comes back sees how the start goes, with address and tier, and then the page', async ({
  page,
  person,
}) => {
  await signIn(page, person, '/dashboard');
  const answer = await hold(page, learningCalls);
  const bringCode = await hold(page, /\/assets\/education-[\w-]+\.js/);
  const verify = await hold(page, /\/auth\/v1\/health/);
  const said = await recordStart(page);
  await page.goto('/dashboard');
  const shown = page.locator(overlay);
  const status = shown.getByRole('status');
  await expect(status).toHaveText('Verifying your account...');
  await expect(shown).toContainText(`Welcome back, ${person.email}`);
  verify();
  await expect(status).toHaveText('Preparing educational services...');
  bringCode();
  await expect(status).toHaveText('Initializing educational services...');
  await expect
    .poll(async () => Number(await shown.getByRole('progressbar').getAttribute('aria-valuenow')))
    .toBeGreaterThanOrEqual(40);
  await expect(shown.getByRole('listitem')).toHaveText(['AuthenticationReady', 'AI ServicesPending', /^Content/]);
  await expect(shown).toContainText(`Welcome back, ${person.email}`);
  await expect(shown).toContainText('free');
  answer();
  await expect(shown).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  expect(await said()).toContain('Welcome to your learning workspace!');
});

test('an anonymous visitor never sees it', async ({ page }) => {
  const said = await recordStart(page);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await said()).toEqual([]);
});

test('the start waits for what the page shows', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const release = await hold(page, /list_library/);
  await page.goto('/pkm-hub');
  const shown = page.locator(overlay);
  await expect(shown.getByRole('status')).toHaveText('Loading workspace content... (0/1)');
  await expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '85');
  // The tile of the content does not wait for longer than half a second.
  await expect(shown.getByRole('listitem').last()).toHaveText('ContentReady');
  release();
  await expect(shown).toHaveCount(0);
});

test('one educational service that answers is enough', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const release = await hold(page, /get_index_status|get_learning_progress|ask\/health/);
  const said = await recordStart(page);
  await page.goto('/cornell-notes');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator(overlay)).toHaveCount(0, { timeout: 4000 });
  expect(await said()).toContain('AI ServicesReady');
  release();
});

test('required services that are broken are shown in their tile, and the app goes on with less', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/status of 500|learning_session|ask\/health|get_index_status|get_learning_progress/);
  await signIn(page, person, '/dashboard');
  const said = await recordStart(page);
  await page.route(learningCalls, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await page.goto('/pkm-hub');
  const shown = page.locator(overlay);
  await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(await said()).toContain('AI ServicesError');
  await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
  await expect(page.getByText('Only the basic chat is there')).toBeVisible();
  const stored = await page.evaluate(() => [
    JSON.parse(sessionStorage.getItem('pkm-educational-preservation-mode') ?? '{}'),
    JSON.parse(localStorage.getItem('pkm-educational-context-fallback') ?? '{}'),
  ]);
  expect(stored[0]).toMatchObject({
    active: true,
    activatedAt: expect.any(Number),
    fallbackContext: {
      basicChatAvailable: true,
      vectorEnhancement: false,
      progressiveAdaptation: false,
      learningContinuity: 'partial',
      degradation: 'moderate',
    },
  });
  expect(stored[1]).toMatchObject({ fallbackMode: true, preservedAt: expect.any(Number), userId: person.id });

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
  await expect(page.getByText('Only the basic chat is there')).toBeHidden();
});

test('auth that takes 13 seconds lets a guest wait, and then corrects itself', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const release = await hold(page, /\/auth\/v1\/(health|user|token)/);
  await page.clock.install();
  await page.goto('/dashboard');
  const shown = page.locator(overlay);
  await expect(shown.getByRole('status')).toHaveText('Verifying your account...');
  await page.clock.runFor(6000);
  await expect(shown).toHaveCount(0);
  await page.clock.runFor(2000);
  release();
  await page.clock.runFor(5000);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toHaveCount(0);
});

test('a short anon key stops the start for everybody', async ({ page }) => {
  await page.route('**/reset-password', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"anonKey":"[^"]*"/, '"anonKey":"short"');
    await route.fulfill({ response, body });
  });
  await page.goto('/reset-password');
  await expect(page.locator(overlay).getByRole('alert')).toHaveText(
    'CRITICAL: VITE_SUPABASE_ANON_KEY environment variable is missing or invalid',
  );
});

test('a server that is down at the start leaves a word, not an empty page', async ({ page, person, guard }) => {
  guard.allow(/Failed to load resource|net::|Failed to fetch/);
  await signIn(page, person, '/dashboard');
  await page.route(/\/(auth|rest|functions)\/v1\//, (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard');
  await expect(page.locator(overlay)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .filter({ hasText: /reached|server/i })
      .first(),
  ).toBeVisible();
});

test('one learning session goes on over a reload, and ends with signing out', async ({ page, world }) => {
  const person = await world.signUp(newEmail());
  const sessions = () =>
    world.sql<{ id: string; end_time: Date | null }>(
      'select id, end_time from public.ai_learning_sessions where user_id = $1',
      [person.id],
    );
  await signIn(page, person, '/dashboard');
  await expect.poll(async () => (await sessions()).length).toBe(1);
  const [first] = await sessions();
  await page.reload();
  await expect(page.locator(overlay)).toHaveCount(0);
  await expect.poll(async () => (await sessions()).map(({ end_time }) => end_time)).toEqual([null]);
  expect((await sessions())[0]?.id).toBe(first?.id);
  await openNavigation(page);
  await signOut(page);
  await expect.poll(async () => (await sessions()).every(({ end_time }) => end_time !== null)).toBe(true);
});

test('where the browser keeps nothing everything works for this tab, and that is said', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await signIn(page, person, '/dashboard');
  await expect(page.getByText('Ready in privacy mode - some features may be limited')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Address of the article').fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Address of the article')).toHaveAttribute('aria-invalid', 'true');
  // The session lived in this page only.
  await page.reload();
  await expect(page.getByText('Authentication Required')).toBeVisible();
});
