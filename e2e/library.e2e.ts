import { articleNames } from '@cairn/testkit/site-server';
import { locatorToHash } from '@cairn/web/lib/locator-link';
import { expect, importArticles, markedPassage, signIn, signOut, test } from './fixtures.ts';

test('deleting can be undone, and then carried out', async ({ page, site, world, person }) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, `/article/${articleId}`);
  const count = async () =>
    (await world.sql<{ count: string }>('select count(*) from public.articles where user_id = $1', [person.id]))[0]
      ?.count;

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Your library is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /Where I Lived/ })).toBeVisible();
  expect(await count()).toBe('1');

  await page.getByRole('link', { name: /Where I Lived/ }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Leaving ends the time for second thoughts.
  await signOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await count()).toBe('0');
});

test('a place opens in right-to-left text, and one that is gone says so', async ({ page, world, site, person }) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/muqaddimah`]);
  await signIn(page, person);
  const [chunk] = await world.sql<{ text: string }>(
    'select text from public.search_chunks where item_id = $1 order by ordinal desc limit 1',
    [articleId],
  );
  const word = chunk?.text.split(/\s+/).find((part) => part.length > 5) ?? '';
  await page.getByLabel('Search your library').fill(word);
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('mark') })
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByTestId('article-text')).toHaveAttribute('dir', 'rtl');
  expect(await markedPassage(page)).toMatchObject({ inView: true });

  const gone = btoa(JSON.stringify(['no such words', '', '', 'a'.repeat(64)])).replaceAll('=', '');
  await page.goto(`/article/${articleId}#at=${gone}`);
  await page.reload();
  await expect(page.getByText('The passage is gone')).toBeVisible();
});

test('without a connection the screen says so, and goes on when it is back', async ({
  page,
  context,
  guard,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person);
  await expect(page.getByText('Your library is empty')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What is open here')).toBeVisible();
  await page.getByLabel('Search your library').fill('anything');
  await expect(page.getByText('Searched on this device only')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline. What is open here')).toHaveCount(0);
  await expect(page.getByText('Nothing in your library matches')).toBeVisible();
});

test('an answer of the server that fails is told, and can be tried again', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await page.route('**/rest/v1/rpc/list_library*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'Broken.' } }),
  );
  await signIn(page, person);
  await expect(page.getByText('We could not load your library')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/list_library*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your library is empty')).toBeVisible();
});

test('every place of every kind of page opens where it is', async ({ page, world, site, person }) => {
  test.slow();
  // White space is the page's own affair, and readings (ruby) are no part of the text.
  const squeeze = (text: string) => text.replace(/（[^）]*）|[\s\u00ad\u200b]+/g, '');
  // More of them than a free account imports in a month.
  await world.grant(person, 'plus');
  await importArticles(
    world,
    person,
    articleNames.map((name) => `${site.origin}/articles/${name}`),
  );
  const articles = await world.sql<{ id: string; title: string; content_text: string }>(
    'select id, title, content_text from public.articles where user_id = $1',
    [person.id],
  );
  expect(articles).toHaveLength(articleNames.length);
  await signIn(page, person);
  for (const { id, title, content_text: text } of articles) {
    const quotes = [0.4, 0.97].map((part) => {
      const start = Math.floor((text.length - 1) * part);
      return { start, quote: text.slice(start, start + 90).trim() };
    });
    for (const { start, quote } of quotes) {
      const at = text.indexOf(quote, start);
      const locator = {
        quote,
        prefix: text.slice(Math.max(0, at - 32), at),
        suffix: text.slice(at + quote.length, at + quote.length + 32),
        chunkHash: 'a'.repeat(64),
      };
      await page.goto(`/article/${id}#${locatorToHash(locator)}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect
        .poll(async () => squeeze((await markedPassage(page)).text), { message: `${title} at ${start}` })
        .toBe(squeeze(quote));
      expect((await markedPassage(page)).inView, `${title} at ${start}`).toBe(true);
    }
  }
});

test('the place in an address survives signing in', async ({ page, world, site, person }) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  const quote = 'Our life is frittered away by detail.';
  const hash = locatorToHash({ quote, prefix: '', suffix: '', chunkHash: 'a'.repeat(64) });
  await page.goto(`/article/${articleId}#${hash}`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  expect(await markedPassage(page)).toEqual({ text: quote, inView: true, focusInside: true });
});

test('what was deleted is gone after the page was closed in the time for second thoughts', async ({
  context,
  site,
  world,
  person,
}) => {
  const [left, killed] = await importArticles(
    world,
    person,
    articleNames.slice(0, 2).map((name) => `${site.origin}/articles/${name}`),
  );
  const isThere = async (id: string | undefined) =>
    (await world.sql('select 1 from public.articles where id = $1', [id])).length === 1;
  const deleteOnPage = async (id: string | undefined) => {
    const page = await context.newPage();
    await page.goto(`/article/${id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText(/^Deleted “/)).toBeVisible();
    return page;
  };
  const first = await context.newPage();
  await signIn(first, person, '/dashboard');
  await first.close();

  // Left: the page tries itself, and its next one makes sure.
  await (await deleteOnPage(left)).close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/pkm-hub');
  await expect.poll(() => isThere(left)).toBe(false);
  await again.close();

  // Ended without a word: nothing was sent, and some time later the app is opened again.
  const page = await deleteOnPage(killed);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('pkm-deletions-'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as { until: number }[];
      localStorage.setItem('copy', JSON.stringify(kept.map((deletion) => ({ ...deletion, until: 1 }))));
    }
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Deleted “/)).toBeHidden();
  expect(await isThere(killed)).toBe(true);
  await page.evaluate((userId) => {
    localStorage.setItem(`pkm-deletions-${userId}`, localStorage.getItem('copy') ?? '');
    localStorage.removeItem('copy');
  }, person.id);
  await page.goto('/dashboard');
  await expect.poll(() => isThere(killed)).toBe(false);
  await expect
    .poll(() => page.evaluate((userId) => localStorage.getItem(`pkm-deletions-${userId}`), person.id))
    .toBeNull();
});
