import type { TestUser, World } from '@cairn/testkit/world';
import type { Page } from '@playwright/test';
import { expectEveryLook } from './every-look.ts';
import { expect, importArticles, signIn, test } from './fixtures.ts';

const library = (page: Page) => page.getByRole('list', { name: 'Your library' });
const rows = (page: Page) => library(page).getByRole('listitem');
/** Its button is there for screen readers only once the toasts have the focus. */
const closeToast = (page: Page) => page.getByLabel('Close').first().click();
const searchParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const longTitle =
  'A very long title about the slow building of a cairn beside a path that nobody has walked since the last winter ended';

/** Notes and articles behind the scenes: `Note 1` is the newest. */
async function fill(world: World, person: TestUser, notes: number, articles = 0): Promise<void> {
  await world.sql(
    `insert into public.notes (user_id, title, created_at)
     select $1, 'Note ' || n, now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
    [person.id, notes],
  );
  await world.sql(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, site_name, excerpt, reading_minutes, created_at)
     select $1, 'Article ' || n, 'https://example.org/' || n, 'https://example.org/' || n, '<p>Text</p>', 'Text', 'Stone Quarterly',
            'What an article begins with.', 7, now() - interval '10 days' - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [person.id, articles],
  );
  await world.settle();
}

test('filters stand in the address; back, forward and a reload find them again', async ({ page, world, person }) => {
  await fill(world, person, 3, 3);
  await world.sql("update public.articles set state = 'archived' where user_id = $1 and title = 'Article 2'", [
    person.id,
  ]);
  await signIn(page, person, '/pkm-hub');
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole('radio', { name: 'Articles 3' }).click();
  await expect(page.getByRole('radio', { name: 'Articles 3' })).toBeChecked();
  await expect(rows(page)).toHaveCount(3);
  expect(searchParams(page)).toEqual({ kind: 'article' });
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Archived' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(searchParams(page)).toEqual({ kind: 'article', state: 'archived' });
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'Articles 1' })).toBeChecked();
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(rows(page)).toHaveCount(6);
  await page.goForward();
  await expect(rows(page)).toHaveCount(3);
  await page.goto('/pkm-hub?kind=task&sort=drop&tags=x&state=');
  await expect(rows(page)).toHaveCount(6);
  await page.goto('/pkm-hub?sort=title');
  await expect(rows(page).first()).toContainText('Article 1');
});

test('2,000 rows: only those in view are in the page, and the place is kept', async ({ page, world, person }) => {
  test.slow();
  await fill(world, person, 2000);
  await signIn(page, person, '/pkm-hub');
  await expect(rows(page).first()).toContainText('Note 1');
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 4000);
        const found = await rows(page).evaluateAll((all) =>
          all.map((row) => Number(row.getAttribute('aria-posinset'))),
        );
        expect(found.length).toBeLessThan(60);
        for (const position of found) seen.add(position);
        return Math.max(...found);
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(2000);
  await expect(rows(page).last()).toContainText('Note 2000');
  await expect(rows(page).last()).toHaveAttribute('aria-setsize', '2000');

  await page.evaluate(() => window.scrollTo(0, 60_000));
  await expect.poll(() => rows(page).first().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(700);
  await page.waitForTimeout(300);
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60_000);
  await expect.poll(() => rows(page).first().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(700);
  // Elsewhere and back.
  await page.getByRole('link', { name: 'Import', exact: true }).last().click({ force: true });
  await page.goto('/import');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60_000);
});

test('the keyboard moves, selects, archives, tags and deletes, and each can be undone', async ({
  page,
  world,
  person,
}) => {
  await fill(world, person, 2, 3);
  await signIn(page, person, '/pkm-hub');
  await expect(rows(page)).toHaveCount(5);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.keyboard.press('j');
  await expect.poll(focused).toContain('Note 1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await expect.poll(focused).toContain('Article 1');
  await page.keyboard.press('k');
  await expect.poll(focused).toContain('Note 2');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('toolbar', { name: 'Selected items' })).toContainText('2 items');

  const states = async () =>
    (
      await world.sql<{ state: string }>('select state from public.articles where user_id = $1 order by title', [
        person.id,
      ])
    ).map(({ state }) => state);
  await page.keyboard.press('e');
  await expect.poll(states).toEqual(['archived', 'archived', 'unread']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(states).toEqual(['unread', 'unread', 'unread']);
  // What is leaving would move the next message while it is being pressed.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.keyboard.press('t');
  await page.getByLabel('Find or create a tag').fill('To  cite');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'To cite' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(2)).toContainText('To cite');
  expect(await world.sql('select 1 from public.item_tags where user_id = $1', [person.id])).toHaveLength(2);

  const left = async () => (await world.sql('select 1 from public.articles where user_id = $1', [person.id])).length;
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(await left()).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).nth(2)).toContainText('To cite');

  await rows(page).nth(2).getByRole('link').focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(4);
  await closeToast(page);
  await expect.poll(left).toBe(2);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search your library')).toBeFocused();
});

test('deleted notes go to the trash and come back', async ({ page, world, person }) => {
  await fill(world, person, 3);
  await signIn(page, person, '/pkm-hub');
  await page.getByRole('checkbox', { name: 'Select Note 1' }).check();
  await page.getByRole('checkbox', { name: 'Select Note 3' }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Your library is empty')).toBeVisible();
  const trashed = async () =>
    (await world.sql('select 1 from public.notes where user_id = $1 and trashed_at is not null', [person.id])).length;
  await expect.poll(trashed).toBe(3);
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Trash' }).click();
  const trash = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  await expect(trash).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select Note 2' }).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(trash).toHaveCount(2);
  await expect.poll(trashed).toBe(2);
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Any state' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('tags filter the list, and are renamed, merged and deleted', async ({ page, world, person }) => {
  await fill(world, person, 3);
  for (const [tag, notes] of [
    ['alpha', ['Note 1', 'Note 2']],
    ['beta', ['Note 2', 'Note 3']],
  ])
    await world.sql(
      `with t as (insert into public.tags (user_id, name) values ($1, $2) returning id)
       insert into public.item_tags (user_id, tag_id, item_kind, item_id)
       select $1, t.id, 'note', n.id from t, public.notes n where n.user_id = $1 and n.title = any ($3::text[])`,
      [person.id, tag, notes],
    );
  await signIn(page, person, '/pkm-hub');
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('button', { name: 'alpha' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'beta' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /alpha, remove/ }).click();
  await page.getByRole('button', { name: /beta, remove/ }).click();
  await expect(rows(page)).toHaveCount(3);
  expect(searchParams(page)).toEqual({});

  await page.getByRole('button', { name: 'Manage tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags' });
  await dialog.getByRole('button', { name: 'Edit alpha' }).click();
  await dialog.getByLabel('Name').fill('Gamma');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Edit beta' }).click();
  await dialog.getByLabel('Name').fill('gamma');
  await expect(dialog.getByText('There is a tag “Gamma” already')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: 'Gamma' }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  const tags = () =>
    world.sql(
      'select name, (select count(*)::int from public.item_tags i where i.tag_id = t.id) as items from public.tags t where user_id = $1',
      [person.id],
    );
  await expect.poll(tags).toEqual([{ name: 'Gamma', items: 3 }]);
  await dialog.getByRole('button', { name: 'Delete Gamma' }).click();
  await expect(dialog.getByText('You have no tags yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await closeToast(page);
  await expect.poll(tags).toEqual([]);
});

test('search finds every kind as one types, and opens at the match', async ({ page, world, site, person }) => {
  const [articleId] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, '/pkm-hub');
  const box = page.getByLabel('Search your library');
  await box.fill('frittered away');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await expect(page.locator('mark').first()).toBeVisible();
  expect(searchParams(page)).toEqual({ q: 'frittered away' });
  await page.getByRole('radio', { name: 'Notes' }).click();
  await expect(page.getByRole('radio', { name: 'Notes' })).toBeChecked();
  await expect(page.getByText('None of your notes match')).toBeVisible();
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('link', { name: /Where I Lived/ }).click();
  await page.waitForURL((url) => url.pathname === `/article/${articleId}` && url.hash.startsWith('#at='));
  await page.goBack();
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await expect(box).toHaveValue('frittered away');
  await box.fill('');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Recent searches' })).toContainText('frittered away');
  await box.fill('xylophone');
  await expect(page.getByText('Nothing in your library matches')).toBeVisible();
});

test('a list that cannot be loaded says so, and can be tried again', async ({ page, guard, world, person }) => {
  guard.allow(/Failed to load resource/);
  await fill(world, person, 1);
  await page.route('**/rest/v1/rpc/list_library*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'Broken.' } }),
  );
  await signIn(page, person, '/pkm-hub');
  await expect(page.getByText('We could not load your library')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/list_library*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(1);

  // What the server refuses is as it was before.
  await page.route('**/rest/v1/notes*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'Broken.' } }),
  );
  await page.getByRole('checkbox', { name: 'Select Note 1' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(0);
  await closeToast(page);
  await expect(page.getByText('Not everything could be deleted').first()).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('axe finds nothing in a full library, its selection and its dialogs, whatever the titles are', async ({
  page,
  world,
  person,
}) => {
  await fill(world, person, 600, 400);
  await world.sql(
    `update public.notes set title = case (right(title, 1))::int when 1 then $2 when 2 then 'في صناعة البناء وأنها من حوائج العمران' when 3 then '🪨🪨 Stones 🏔️' when 4 then '' else title end,
       trashed_at = null where user_id = $1`,
    [person.id, longTitle],
  );
  await world.sql(
    `with t as (insert into public.tags (user_id, name) values ($1, 'stones'), ($1, 'a rather long name of a tag for a narrow row'), ($1, 'third') returning id)
     insert into public.item_tags (user_id, tag_id, item_kind, item_id) select $1, t.id, 'note', n.id from t, public.notes n where n.user_id = $1`,
    [person.id],
  );
  await signIn(page, person, '/pkm-hub');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).nth(1).getByRole('checkbox').check();
  const selected = page.getByRole('toolbar', { name: 'Selected items' });
  await expect(selected).toBeVisible();
  await expectEveryLook(page, 'a selection');
  await selected.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(page.getByLabel('Find or create a tag')).toBeVisible();
  await expectEveryLook(page, 'tagging', { within: '[role=dialog]' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Manage tags' }).click();
  await expect(page.getByRole('dialog', { name: 'Tags' })).toBeVisible();
  await expectEveryLook(page, 'the tags', { within: '[role=dialog]' });
});
