import { createSafeFetcher } from '@cairn/server/platform/fetch/undici-safe-fetcher';
import { createExtractiveProvider } from '@cairn/server/platform/llm/extractive-provider';
import type { AnswerProvider } from '@cairn/server/platform/llm/llm';
import { createWorld } from '@cairn/testkit/world';
import type { Page } from '@playwright/test';
import { analyzeWithAxe, test as base, expect, importArticles, markedPassage, signIn } from './fixtures.ts';

/** Holds an answer back until the test lets it go on, so that what is between two sentences can be looked at. */
const gate = { waiting: [] as (() => void)[], closed: false };
const pass = (): void => {
  for (const go of gate.waiting.splice(0)) go();
};
const builtIn = createExtractiveProvider();
const provider: AnswerProvider = {
  ...builtIn,
  async *answer(request) {
    for await (const sentence of builtIn.answer(request)) {
      yield sentence;
      if (!gate.closed) continue;
      await new Promise<void>((resolve) => {
        gate.waiting.push(resolve);
        request.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  },
};

const test = base.extend<object>({});
test.use({
  world: [
    async ({ site }, use) => {
      const fetcher = createSafeFetcher({ userAgent: 'Cairn tests', exceptions: [site.hostPort] });
      const world = await createWorld({
        builtWeb: true,
        users: false,
        adapters: { fetcher, answerProvider: provider },
      });
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.beforeEach(() => {
  gate.closed = false;
  pass();
});

const question = 'What can the Analytical Engine do?';
const field = (page: Page) => page.getByRole('textbox', { name: /^Ask (your library|about)/ });
const answer = (page: Page) => page.getByRole('article', { name: 'Answer' });
const marks = (page: Page) => answer(page).getByRole('link', { name: /^Source \d/ });
const preview = (page: Page) => page.locator('[data-citation-preview]');

async function ask(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await page.keyboard.press('Enter');
}

test.describe('in the hub', () => {
  test.beforeEach(async ({ page, world, site, person }) => {
    await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
    await signIn(page, person);
  });

  test('sentences come one by one, and the answer is there again after its source was opened', async ({ page }) => {
    gate.closed = true;
    await ask(page, question);
    await expect(marks(page)).toHaveCount(1);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(answer(page).getByText('extractive', { exact: false })).toBeVisible();
    gate.closed = false;
    pass();
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('status').filter({ hasText: /^Answered in \d/ })).toBeAttached();

    const quote = await answer(page).locator('blockquote').first().textContent();
    await marks(page).first().click();
    await page.waitForURL(/\/article\//);
    expect((await markedPassage(page)).text).toBe(quote);
    await page.goBack();
    await expect(answer(page).getByText(question)).toBeVisible();
    await expect(marks(page).first()).toBeVisible();
  });

  test('a citation is previewed by hovering and by keyboard, and opened with Enter', async ({ page }) => {
    await ask(page, question);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await marks(page).first().hover();
    await expect(preview(page).locator('mark')).toBeVisible();
    const quote = await preview(page).locator('mark').textContent();
    await page.mouse.move(0, 0);
    await expect(preview(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Ask', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(marks(page).first()).toBeFocused();
    await expect(preview(page).locator('mark')).toHaveText(quote ?? '');
    await page.keyboard.press('Escape');
    await expect(preview(page)).toHaveCount(0);
    await expect(marks(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/article\//);
    expect(await markedPassage(page)).toMatchObject({ text: quote, inView: true });
  });

  test('an answer can be stopped, and another asked at once', async ({ page }) => {
    gate.closed = true;
    await ask(page, question);
    await expect(marks(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(answer(page).getByText('Stopped.', { exact: false })).toBeVisible();
    await expect(field(page)).toBeFocused();
    gate.closed = false;
    await ask(page, 'What does the Analytical Engine weave?');
    await expect(answer(page).getByText('algebraical patterns').first()).toBeVisible();
    await page.getByRole('button', { name: question }).click();
    await expect(answer(page).getByText('Stopped.', { exact: false })).toBeVisible();
  });

  test('the answer becomes one note, however often the button is pressed', async ({ page, world, person }) => {
    await ask(page, question);
    await page.getByRole('button', { name: 'Save as a note' }).dblclick();
    await expect(page.getByText('The answer is a note now.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Saved · open the note' })).toBeVisible();
    await expect
      .poll(async () => {
        await world.settle();
        return world.sql('select title, text <> $2 as filled from public.notes where user_id = $1', [person.id, '']);
      })
      .toEqual([{ title: question, filled: true }]);
    const [note] = await world.sql<{ text: string }>('select text from public.notes where user_id = $1', [person.id]);
    expect(note?.text).toContain('Notes on the Analytical Engine');
    const links = await world.sql('select target_kind from public.links where user_id = $1', [person.id]);
    expect(links).toEqual(expect.arrayContaining([{ target_kind: 'article' }]));
  });

  test('it is copied with its sources', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask(page, question);
    await page.getByRole('button', { name: 'Copy with sources' }).click();
    await expect(page.getByText('Copied with its sources')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain(`## ${question}`);
    expect(text).toMatch(/1\. \[Notes on the Analytical Engine\]\(http:\/\/[^)]+\/article\/[^)]+#at=/);
  });

  test('what the library does not hold is said, with what comes nearest and where to go', async ({ page }) => {
    await ask(page, 'When was the Difference Engine No. 2 completed in London?');
    await expect(answer(page).getByText('Not in your notes')).toBeVisible();
    await expect(answer(page).getByRole('heading', { name: 'Nearest passages' })).toBeVisible();
    await answer(page).getByRole('link', { name: 'Search for its words' }).click();
    await page.waitForURL(/[?&]q=When/);
    await page.goBack();
    await answer(page).getByRole('link', { name: 'Import an article' }).click();
    await page.waitForURL(/\/import$/);
  });

  test('without a connection the panel says so and goes on when it is back', async ({ page, context, guard }) => {
    guard.allow(/Failed to load resource/);
    await ask(page, question);
    await expect(marks(page).first()).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Questions can be answered when the connection is back')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
    await expect(marks(page).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
  });

  test('a server that fails is told, and asked again; a spent quota is said plainly', async ({ page, guard }) => {
    guard.allow(/Failed to load resource/);
    const refuse = (status: number, code: string, message: string) =>
      page.route('**/functions/v1/ask', (route) =>
        route.fulfill({ status, json: { error: { code, message, requestId: 'r' } } }),
      );
    await refuse(402, 'quota_exceeded', 'You have used all 5 questions of today.');
    await ask(page, question);
    await expect(answer(page).getByText('You have used all 5 questions of today.')).toBeVisible();
    await expect(answer(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.unroute('**/functions/v1/ask');
    await refuse(503, 'unavailable', 'The server is busy.');
    await ask(page, question);
    await expect(answer(page).getByText('The server is busy.')).toBeVisible();
    await page.unroute('**/functions/v1/ask');
    await answer(page).getByRole('button', { name: 'Try again' }).click();
    await expect(marks(page).first()).toBeVisible();
  });
});

test('who has used up the day gets a free answer, labelled as one, and an offer', async ({
  page,
  world,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  const client = person.client();
  for (let n = 0; n < 5; n += 1) await client.rpc('spend_test_request');
  await signIn(page, person);
  await ask(page, question);
  await expect(answer(page).getByText('You have used all 5 AI requests of today.')).toBeVisible();
  await expect(answer(page).getByText('Plus answers 100 a day, for $9.99 a month.')).toBeVisible();
  await answer(page).getByRole('button', { name: 'Upgrade to Plus' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await answer(page).getByRole('button', { name: 'Get a free answer' }).click();
  await expect(marks(page).first()).toBeVisible();
  await expect(answer(page).getByText('Free answer: quotes only, not counted')).toBeVisible();
  const [spent] = await world.sql('select current_month_usage as n from public.user_subscriptions where user_id = $1', [
    person.id,
  ]);
  expect(spent).toEqual({ n: 5 });
});

test('the reader asks this text or the whole library', async ({ page, world, site, person }) => {
  const [engine] = await importArticles(world, person, [
    `${site.origin}/articles/analytical-engine`,
    `${site.origin}/articles/walden`,
  ]);
  await signIn(page, person, `/article/${engine}`);
  await page.getByRole('tab', { name: 'Ask' }).click();
  await ask(page, 'Why did Thoreau go to the woods?');
  await expect(answer(page).getByText('Not in this text')).toBeVisible();
  await answer(page).getByRole('button', { name: 'Look in the whole library' }).click();
  await expect(answer(page).getByText('wished to live deliberately').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Whole library' })).toBeChecked();
  await page.getByRole('radio', { name: 'This text' }).click();
  await expect(page.getByRole('radio', { name: 'This text' })).toBeChecked();
  await ask(page, question);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  const quote = await answer(page).locator('blockquote').first().textContent();
  await marks(page).first().click();
  expect(await markedPassage(page)).toMatchObject({ text: quote, inView: true });
});

test('a note is asked about itself', async ({ page, world, site, person }) => {
  await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  await signIn(page, person);
  await ask(page, question);
  await page.getByRole('button', { name: 'Save as a note' }).click();
  await page.getByRole('button', { name: 'Saved · open the note' }).click();
  await page.waitForURL(/\/note\//);
  const noteId = new URL(page.url()).pathname.split('/')[2];
  await expect
    .poll(async () => {
      await world.settle();
      return world.sql('select id from public.search_chunks where item_id = $1', [noteId]);
    })
    .not.toEqual([]);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await ask(page, question);
  await expect(marks(page).first()).toBeVisible();
  await expect(answer(page).locator('section').getByText('Note', { exact: true }).first()).toBeVisible();
  await marks(page).first().click();
  await page.waitForURL((url) => url.pathname === `/note/${noteId}` && url.hash.startsWith('#at='));
});

test.describe('by touch, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a tap on a citation opens a sheet, and the sheet opens the place', async ({ page, world, site, person }) => {
    await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
    await signIn(page, person);
    await page.getByRole('button', { name: 'Ask', exact: true }).tap();
    await ask(page, question);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await marks(page).first().tap();
    const sheet = page.getByRole('dialog', { name: 'Source 1', exact: true });
    await expect(sheet.locator('mark')).toBeVisible();
    const quote = await sheet.locator('mark').textContent();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await sheet.getByRole('link', { name: 'Open' }).tap();
    await page.waitForURL(/\/article\//);
    expect((await markedPassage(page)).text).toBe(quote);
  });
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in an answer, its preview and a missing answer (${theme})`, async ({
    page,
    world,
    site,
    person,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
    await signIn(page, person);
    const findings = async () =>
      (await analyzeWithAxe(page)).violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
    await ask(page, question);
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
    await marks(page).first().focus();
    await expect(preview(page)).toBeVisible();
    expect(await findings()).toEqual([]);
    await ask(page, 'When was the Difference Engine No. 2 completed in London?');
    await expect(answer(page).getByText('Not in your notes')).toBeVisible();
    expect(await findings()).toEqual([]);
  });
}
