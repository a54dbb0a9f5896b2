import type { TestUser, World } from '@cairn/testkit/world';
import type { Page } from '@playwright/test';
import { expectEveryLook } from './every-look.ts';
import { expect, importArticles, importField, newEmail, openNavigation, signIn, test } from './fixtures.ts';

const sidebar = (page: Page) => page.getByRole('banner');
/** Leads to the detail, or until that is there to the words about it. */
const meter = (page: Page) =>
  sidebar(page)
    .getByRole('link', { name: /^AI usage/ })
    .or(sidebar(page).getByRole('button', { name: /^AI usage/ }));
const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });
const bar = (page: Page) => meter(page).locator('[data-colour]');
const dot = (page: Page) => meter(page).getByText('Nearly used up');
const prompt = (page: Page) => sidebar(page).getByText(/^You have used/);
const quota = (page: Page) => page.getByRole('region', { name: 'Your quota now' });
const fact = (page: Page, name: string) =>
  quota(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd').first();

/** It is public: nothing there asks to sign in. */
async function openTestScreen(page: Page, person: TestUser): Promise<void> {
  await signIn(page, person, '/dashboard');
  await page.goto('/test-ai-usage');
}

const setUsed = (world: World, person: TestUser, imports: number, requests = 0) =>
  world.sql(
    'update public.user_subscriptions set current_month_imports = $2, current_month_usage = $3 where user_id = $1',
    [person.id, imports, requests],
  );

test('a free account: Free Plan, an empty meter in green, neither dot nor prompt', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await expect(account(page)).toContainText('Free Plan');
  await expect(meter(page)).toContainText('0 of 10 imports this month');
  await expect(meter(page)).toContainText('0%');
  await expect(bar(page)).toHaveAttribute('data-colour', 'green');
  await expect(dot(page)).toHaveCount(0);
  await expect(prompt(page)).toHaveCount(0);
});

test('a plus account: Plus Plan, AI requests in the meter, and never a prompt', async ({ page, world, person }) => {
  await world.grant(person, 'plus');
  await setUsed(world, person, 0, 1800);
  await signIn(page, person, '/dashboard');
  await expect(account(page)).toContainText('Plus Plan');
  await expect(meter(page)).toContainText('1,800 of 2,000 AI requests this month');
  await expect(bar(page)).toHaveAttribute('data-colour', 'red');
  await expect(dot(page)).toBeAttached();
  await expect(prompt(page)).toHaveCount(0);
});

test('nobody has no meter and no badge, and nothing is asked for', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('/rest/v1/') && calls.push(request.url())));
  await page.goto('/test-ai-usage');
  await expect(page.getByRole('heading', { level: 1, name: 'AI usage' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(meter(page)).toHaveCount(0);
  await expect(page.getByText(/Free Plan|Plus Plan/)).toHaveCount(0);
  expect(calls).toEqual([]);
});

for (const [imports, percentage, colour, prompted, dotted, width] of [
  [4, '40%', 'green', false, false, 40],
  [5, '50%', 'yellow', false, false, 50],
  [7, '70%', 'yellow', true, false, 70],
  [8, '80%', 'red', true, true, 80],
  [14, '140%', 'red', true, true, 100],
] as const) {
  test(`${imports} of 10 imports: ${percentage}, ${colour}${prompted ? ', the upgrade prompt' : ''}${dotted ? ', the dot' : ''}`, async ({
    page,
    world,
    person,
  }) => {
    await setUsed(world, person, imports);
    await signIn(page, person, '/dashboard');
    await expect(meter(page)).toContainText(percentage);
    await expect(bar(page)).toHaveAttribute('data-colour', colour);
    await expect(dot(page)).toHaveCount(dotted ? 1 : 0);
    await expect(prompt(page)).toHaveCount(prompted ? 1 : 0);
    const share = await bar(page).evaluate(
      (inner) => inner.getBoundingClientRect().width / (inner.parentElement?.getBoundingClientRect().width ?? 0),
    );
    expect(Math.round(share * 100)).toBe(width);
  });
}

test('small screens: the percentage in the top bar, the meter in the menu', async ({ page, world, person }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await setUsed(world, person, 8);
  await signIn(page, person, '/dashboard');
  const name = /^AI usage: 80%, 8 of 10 imports this month/;
  const percentage = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
  await expect(percentage).toBeVisible();
  const box = await percentage.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const menu = await openNavigation(page);
  await expect(menu.getByText('8 of 10 imports this month', { exact: true })).toBeVisible();
});

test('an import is in the meter soon after it was charged', async ({ page, site, person }) => {
  await signIn(page, person, '/import');
  await expect(meter(page)).toContainText('0 of 10');
  await page.getByLabel('Address of the article').fill(`${site.origin}/articles/alice`);
  await page.keyboard.press('Enter');
  await expect(meter(page)).toContainText('1 of 10 imports this month');
});

test('a refused question offers the upgrade to a free account, and a free answer', async ({
  page,
  world,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  for (let spent = 0; spent < 5; spent += 1) await person.client().rpc('spend_test_request');
  await signIn(page, person, '/pkm-hub');
  await page.getByRole('textbox', { name: 'Ask your library' }).fill('What can the Analytical Engine do?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No questions left for now')).toBeVisible();
  await expect(page.getByText('Plus answers 100 a day, for $9.99 a month.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get a free answer' })).toBeVisible();
});

test('a refused import keeps its address, and offers the upgrade beside the form', async ({
  page,
  world,
  person,
  guard,
}) => {
  guard.allow(/status of 402/);
  await setUsed(world, person, 10);
  await signIn(page, person, '/import');
  const field = importField(page);
  await field.fill('https://example.org/one-too-many');
  await field.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/used/);
  await expect(field).toHaveValue('https://example.org/one-too-many');
  const offer = page.getByRole('main').getByRole('status');
  await expect(offer).toContainText('100 imports a month');
  await offer.getByRole('button', { name: 'Upgrade to Plus' }).click();
  await expect(page.getByRole('dialog', { name: /Upgrade to Plus/ })).toBeVisible();
});

test('/test-ai-usage spends one request at a time, is refused the sixth with the offer, and takes the day back', async ({
  page,
  person,
}) => {
  await openTestScreen(page, person);
  const spend = page.getByRole('button', { name: 'Spend one test request' });
  await expect(fact(page, 'Used today')).toHaveText('0');
  await expect(fact(page, 'Limit')).toHaveText('5');
  for (const used of ['1', '2', '3', '4', '5']) {
    await spend.click();
    await expect(fact(page, 'Used today')).toHaveText(used);
  }
  await expect(fact(page, 'Remaining')).toHaveText('0');
  await expect(fact(page, 'Next request')).toHaveText('refused');
  await expect(quota(page).getByText('No AI requests left for now')).toBeVisible();
  await expect(quota(page).getByText('Upgrade to Plus')).toBeVisible();
  await expect(page.getByText('5 of 5 AI requests today')).toBeVisible();
  await spend.click();
  await expect(spend).toBeEnabled();
  await page.getByRole('button', { name: 'Reset today’s usage' }).click();
  await expect(fact(page, 'Used today')).toHaveText('0');
  await expect(fact(page, 'Next request')).toHaveText('allowed');
  await expect(quota(page).getByText('No AI requests left for now')).toHaveCount(0);
});

test('whoever signs out asks for nothing more as a visitor while the page goes', async ({ page, person }) => {
  await openTestScreen(page, person);
  const asked: string[] = [];
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      asked.length = 0;
      // What follows half a second after a charge is due in this time.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    },
  );
  await page.getByRole('button', { name: 'Spend one test request' }).click();
  await expect(fact(page, 'Used today')).toHaveText('1');
  await page.getByRole('button', { name: 'Spend one test request' }).click();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.headers().authorization && pathname.startsWith('/rest/')) asked.push(pathname);
  });
  await account(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect(asked).toEqual([]);
});

test('a quota that cannot be checked lets through with the whole day, and says so', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  const warnings: string[] = [];
  page.on('console', (line) => void (line.type() === 'warning' && warnings.push(line.text())));
  await page.route('**/rpc/check_usage_limit', (route) =>
    route.fulfill({ status: 500, json: { code: '53300', message: 'too many connections' } }),
  );
  await openTestScreen(page, person);
  await expect(quota(page).getByText('The quota could not be checked')).toBeVisible();
  await expect(fact(page, 'Next request')).toHaveText('allowed');
  await expect(fact(page, 'Remaining')).toHaveText('5');
  expect(warnings.filter((line) => line.startsWith('Quota check failed, request allowed'))).not.toEqual([]);
});

test('plus in one’s own metadata shows the badge, while the database’s free stays free and the server grants nothing', async ({
  page,
  world,
  person,
}) => {
  const written = await world.fetch('/auth/v1/user', {
    as: person,
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { user_tier: 'plus' } }),
  });
  expect(written.status).toBe(200);
  await openTestScreen(page, person);
  await expect(account(page)).toContainText('Plus Plan');
  await expect(fact(page, 'Limit')).toHaveText('5');
  await page.getByText('How your plan was found').click();
  await expect(fact(page, 'Source')).toHaveText('database');
  await expect(fact(page, 'Classified as')).toHaveText('free');
  await expect(meter(page)).toContainText('of 10 imports');
  const granted = [];
  for (let spent = 0; spent < 6; spent += 1) {
    const { data } = await person.client().rpc('spend_test_request');
    granted.push((data as { allowed: boolean }).allowed);
  }
  expect(granted).toEqual([true, true, true, true, true, false]);
});

test('without a database that answers, the browser shows the metadata’s tier and says where it is from', async ({
  page,
  world,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const person = await world.signUp(newEmail());
  await world.fetch('/auth/v1/user', {
    as: person,
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { user_tier: 'plus' } }),
  });
  for (const path of ['rpc/get_user_tier', 'user_subscriptions?*', 'profiles?select=subscription_tier*']) {
    await page.route(`**/rest/v1/${path}`, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away.' } }),
    );
  }
  await openTestScreen(page, person);
  await expect(account(page)).toContainText('Plus Plan');
  await page.getByText('How your plan was found').click();
  await expect(fact(page, 'Source')).toHaveText('user_metadata');
  await expect(fact(page, 'Steps that failed')).toHaveText('get_user_tier, user_subscriptions, profiles');
});

test('anonymous visitors calculate colours and prompts', async ({ page }) => {
  await page.goto('/test-ai-usage');
  const calculator = page.getByRole('region', { name: 'What the meter would show' });
  const shows = (name: string) =>
    calculator.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  await expect(page.getByRole('row', { name: /Premium/ })).toContainText('250');
  const used = calculator.getByLabel(/^Used of/);
  for (const [value, colour, prompted, dotted] of [
    ['4', 'green', 'not shown', 'not shown'],
    ['7', 'yellow', 'shown', 'not shown'],
    ['8', 'red', 'shown', 'shown'],
  ]) {
    await used.fill(value ?? '');
    await expect(shows('Colour')).toHaveText(colour ?? '');
    await expect(shows('Upgrade prompt')).toHaveText(prompted ?? '');
    await expect(shows('Warning dot')).toHaveText(dotted ?? '');
  }
  await used.fill('10');
  await expect(shows('Next one this month')).toHaveText('refused');
  await used.fill('many');
  await expect(used).toHaveAttribute('aria-invalid', 'true');
  await calculator.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Plus' }).click();
  await used.fill('1999');
  await expect(shows('Upgrade prompt')).toHaveText('not shown');
  await expect(shows('Next one this month')).toHaveText('allowed');
});

test('axe finds nothing in what is used and what it costs, and nothing scrolls sideways', async ({
  page,
  world,
  person,
}) => {
  await setUsed(world, person, 8, 60);
  await openTestScreen(page, person);
  await expect(page.getByRole('heading', { name: 'The last seven days' })).toBeVisible();
  await expect(page.getByText('As a table')).toBeVisible();
  await expect(quota(page).getByText('Used today')).toBeVisible();
  await expectEveryLook(page, 'the usage');
});
