import { createHash, randomUUID } from 'node:crypto';
import type { TestUser, World } from '@cairn/testkit/world';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, importArticles, signIn, test } from './fixtures.ts';

const notesOf = (page: Page) => page.getByRole('textbox', { name: 'Notes' });
const cuesOf = (page: Page) => page.getByRole('textbox', { name: 'Cues' });
const saved = (page: Page) => page.locator('[data-save-state="saved"]');

async function newNote(world: World, person: TestUser, row: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const { error } = await person
    .client()
    .from('notes')
    .insert({ id, title: 'Test note', ...row });
  if (error) throw new Error(error.message);
  await world.settle();
  return id;
}

/** What the server has of the note, as plain text. */
async function storedText(world: World, id: string): Promise<string> {
  await world.settle();
  const [row] = await world.sql<{ text: string }>('select text from public.notes where id = $1', [id]);
  return row?.text ?? '';
}

async function openNote(page: Page, person: TestUser, id: string): Promise<void> {
  await signIn(page, person, `/note/${id}`);
  await expect(notesOf(page)).toBeVisible();
}

/** Cuts the data connection of one browser, and nothing else. */
async function cut(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/rest/v1/**', (route) => route.abort('internetdisconnected'));
  return () => context.unroute('**/rest/v1/**');
}

test('what is typed is there after reloading at once, and reaches the server', async ({ page, world, person }) => {
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await page.keyboard.type('Stones remember the river.');
  await page.reload();
  await expect(notesOf(page)).toContainText('Stones remember the river.');
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => storedText(world, id)).toBe('Stones remember the river.');
});

test('a network cut in the middle of writing loses nothing, nor does closing the page then', async ({
  page,
  context,
  world,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await page.keyboard.type('Before the cut. ');
  await expect.poll(() => storedText(world, id)).toContain('Before the cut.');
  const mend = await cut(context);
  await page.keyboard.type('During it.');
  await expect(page.locator('[data-save-state="offline"]')).toBeVisible();
  await page.close();
  await mend();
  // The queue outlived the page: the next one that opens a note sends it.
  const next = await context.newPage();
  await next.goto(`/note/${id}`);
  await expect(notesOf(next)).toContainText('Before the cut. During it.');
  await expect.poll(() => storedText(world, id)).toBe('Before the cut. During it.');
});

test('a server that dies while saving loses and doubles nothing', async ({ page, context, world, person, guard }) => {
  guard.allow(/Failed to load resource/);
  const id = await newNote(world, person);
  await openNote(page, person, id);
  let lost = 0;
  // It has stored the row, but its answer never arrives: the client must send again, and it must be the same row.
  await context.route('**/rest/v1/note_updates**', async (route) => {
    if (route.request().method() !== 'POST' || lost >= 2) return route.fallback();
    lost += 1;
    if (lost === 1) await route.fetch();
    return route.abort('connectionreset');
  });
  await notesOf(page).click();
  await page.keyboard.type('Said once.');
  await expect.poll(() => storedText(world, id), { timeout: 15_000 }).toBe('Said once.');
  await expect(saved(page)).toBeVisible({ timeout: 15_000 });
  expect(lost).toBe(2);
  const rows = await world.sql('select id from public.note_updates where note_id = $1', [id]);
  expect(rows.length).toBe(1);
});

test('writing draws and configures no editor anew, and what is told of saving does not flicker', async ({
  page,
  world,
  person,
}) => {
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => {
    interface Watched {
      editor: { setOptions: () => void };
    }
    const seen = { configured: 0, states: [] as string[] };
    for (const text of document.querySelectorAll('.ProseMirror')) {
      const { editor } = text as unknown as Watched;
      const setOptions = editor.setOptions.bind(editor);
      editor.setOptions = (...options) => {
        seen.configured += 1;
        setOptions(...options);
      };
    }
    const look = () => {
      const state = document.querySelector<HTMLElement>('[data-save-state]')?.dataset.saveState ?? '';
      if (state !== seen.states.at(-1)) seen.states.push(state);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { seen });
  });
  await page.keyboard.type('The river goes round.', { delay: 30 });
  await expect.poll(() => storedText(world, id)).toBe('The river goes round.');
  await expect(saved(page)).toBeVisible();
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { configured: number; states: string[] } }).seen,
  );
  expect(seen.configured).toBe(0);
  // Without calm it would be two for every letter.
  expect(seen.states.length).toBeLessThan(8);
});

test('two tabs are the same at once', async ({ page, context, world, person }) => {
  const id = await newNote(world, person);
  await openNote(page, person, id);
  const other = await context.newPage();
  await other.goto(`/note/${id}`);
  await expect(notesOf(other)).toBeVisible();
  await notesOf(page).click();
  await page.keyboard.type('From the first tab.');
  await expect(notesOf(other)).toContainText('From the first tab.');
  await other.bringToFront();
  await notesOf(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type(' From the second.');
  await expect(notesOf(page)).toContainText('From the first tab. From the second.');
  await expect.poll(() => storedText(world, id)).toBe('From the first tab. From the second.');
});

test('what two devices wrote apart is merged when they are back', async ({
  page,
  browser,
  context,
  world,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const id = await newNote(world, person);
  const far = await browser.newContext({ baseURL: world.url });
  const phone = await far.newPage();
  await openNote(page, person, id);
  await openNote(phone, person, id);
  const mendHere = await cut(context);
  const mendThere = await cut(far);
  await notesOf(page).click();
  await page.keyboard.type('Laptop.');
  await notesOf(phone).click();
  await phone.keyboard.type('Phone.');
  await expect(page.locator('[data-save-state="offline"]')).toBeVisible();
  await expect(phone.locator('[data-save-state="offline"]')).toBeVisible();
  await mendHere();
  await mendThere();
  for (const one of [page, phone, page]) await one.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const one of [page, phone]) {
    await expect(notesOf(one)).toContainText('Laptop.', { timeout: 15_000 });
    await expect(notesOf(one)).toContainText('Phone.', { timeout: 15_000 });
  }
  await expect(notesOf(page)).toHaveText(await notesOf(phone).allTextContents());
  await far.close();
});

test('undo goes on after a reload', async ({ page, world, person }) => {
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await page.keyboard.type('Worth keeping.');
  await expect(notesOf(page)).toContainText('Worth keeping.');
  // A pause parts two steps of undo.
  await page.waitForTimeout(900);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(600);
  // A slow machine draws in several goes: the tools must not hold on to editors of the first.
  const machine = await page.context().newCDPSession(page);
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.reload();
  await expect(notesOf(page)).not.toContainText('Worth keeping.');
  await notesOf(page).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notesOf(page)).toContainText('Worth keeping.', { timeout: 3000 });
});

test('brackets link to a note by its title, and make one that is missing', async ({ page, world, person }) => {
  const target = await newNote(world, person, { title: 'River stones' });
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await page.keyboard.type('See [[river');
  await expect(page.getByRole('option', { name: /River stones/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('and [[Moraine');
  await expect(page.getByRole('option', { name: /New note/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      await world.settle();
      return world.sql(
        `select l.target_id is not null as known, n.title from public.links l left join public.notes n on n.id = l.target_id
          where l.source_id = $1 order by n.title`,
        [id],
      );
    })
    .toEqual([
      { known: true, title: 'Moraine' },
      { known: true, title: 'River stones' },
    ]);
  await notesOf(page).getByText('River stones').click();
  await page.waitForURL(`**/note/${target}`);
});

test('a highlight of the article becomes a quote whose source opens the place', async ({
  page,
  world,
  site,
  person,
}) => {
  const [articleId = ''] = await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  const [article] = await world.sql<{ content_text: string }>(
    'select content_text from public.articles where id = $1',
    [articleId],
  );
  const text = article?.content_text ?? '';
  const quote = text.slice(40, 120).trim();
  const locator = { quote, prefix: '', suffix: '', chunkHash: createHash('sha256').update(text).digest('hex') };
  const { error } = await person
    .client()
    .from('highlights')
    .insert({ article_id: articleId, locator, colour: 'yellow' });
  expect(error).toBeNull();
  const id = await newNote(world, person, { article_id: articleId });
  await openNote(page, person, id);
  await page.getByRole('button', { name: /Insert as quote/ }).click();
  const block = notesOf(page).locator('blockquote');
  await expect(block).toContainText(quote.split(/\s+/).slice(0, 4).join(' '));
  await expect
    .poll(async () => {
      await world.settle();
      return world.sql('select target_kind, target_id from public.links where source_id = $1', [id]);
    })
    .toEqual([{ target_kind: 'article', target_id: articleId }]);
  await block.getByRole('link').click();
  await page.waitForURL(`**/article/${articleId}#at=*`);
});

test('the keyboard alone writes a note with a cue and a task', async ({ page, world, person }) => {
  await signIn(page, person, '/cornell-notes');
  const create = page.getByRole('button', { name: 'New note' });
  await create.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/note/*');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('textbox', { name: 'Title' }).focus();
  await page.keyboard.type('Granite');
  await page.keyboard.press('Enter');
  await expect(notesOf(page)).toBeFocused();
  await page.keyboard.type('Granite cools slowly.');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+Alt+q');
  await expect(cuesOf(page)).toBeFocused();
  await page.keyboard.type('How does granite cool?');
  await notesOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[ ] Find a sample');
  await expect(notesOf(page).getByRole('checkbox')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(async () => {
      await world.settle();
      const [note] = await world.sql('select title from public.notes where id = $1', [id]);
      const cues = await world.sql(`select text, locator->>'quote' as quote from public.cues where note_id = $1`, [id]);
      const tasks = await world.sql('select title from public.tasks where note_id = $1', [id]);
      return { note, cues, tasks };
    })
    .toEqual({
      note: { title: 'Granite' },
      cues: [{ text: 'How does granite cool?', quote: 'Granite cools slowly.' }],
      tasks: [{ title: 'Find a sample' }],
    });
});

test('the list puts a note into the trash and back', async ({ page, world, person }) => {
  await newNote(world, person, { title: 'Passing thought' });
  await signIn(page, person, '/cornell-notes');
  await page.getByRole('button', { name: /Move “Passing thought” to the trash/ }).click();
  await expect(page.getByRole('link', { name: 'Passing thought' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Passing thought' })).toBeVisible();
});

test('pasted HTML keeps its structure and loses everything that could run', async ({ page, world, person }) => {
  const id = await newNote(world, person);
  await openNote(page, person, id);
  await notesOf(page).click();
  await notesOf(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h2 onclick="alert(1)">Kept</h2><p style="color:red">text <a href="javascript:alert(1)">link</a></p><img src="x" onerror="alert(1)"><iframe src="https://example.org"></iframe>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(notesOf(page).locator('h2')).toHaveText('Kept');
  expect(await notesOf(page).innerHTML()).not.toMatch(/onclick|onerror|javascript:|<iframe|style="color/);
});
