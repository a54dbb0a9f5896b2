import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, importArticles, signIn, test } from './fixtures.ts';

const textOf = (page: Page) => page.getByTestId('article-text');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected passage' });
const list = (page: Page) => page.getByRole('list', { name: 'Highlights' });

/** The words that are painted in a colour. */
const painted = (page: Page, colour: string) =>
  page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    `cairn-mark-${colour}`,
  );

/** Draws a selection over some words with the mouse, as a person does. */
async function selectWords(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().scrollIntoViewIfNeeded();
  const box = await page.evaluate((wanted) => {
    const root = document.querySelector('[data-testid="article-text"]');
    const walker = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const rects = [...range.getClientRects()];
      const first = rects[0];
      const last = rects.at(-1);
      if (first && last)
        return { x1: first.left, y1: first.top + first.height / 2, x2: last.right, y2: last.top + last.height / 2 };
    }
    return null;
  }, words);
  if (!box) throw new Error(`“${words}” is not in the text`);
  await page.mouse.move(box.x1 + 1, box.y1);
  await page.mouse.down();
  await page.mouse.move((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2, { steps: 4 });
  await page.mouse.move(box.x2 - 1, box.y2, { steps: 4 });
  await page.mouse.up();
}

const words = 'I went to the woods because I wished to live deliberately';

test('highlights are made, changed, deleted and brought back with the mouse, and stay', async ({
  page,
  site,
  world,
  person,
}) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, `/article/${id}`);

  await selectWords(page, words);
  await bar(page).getByRole('button', { name: 'Highlight green' }).click();
  await expect.poll(() => painted(page, 'green')).toEqual([words]);

  await page.getByRole('toolbar', { name: 'Chosen highlight' }).getByRole('button', { name: 'Comment' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Why here?');
  await page.getByRole('button', { name: 'Save comment' }).click();
  await expect(list(page).getByText('Why here?')).toBeVisible();

  await page.reload();
  await expect.poll(() => painted(page, 'green')).toEqual([words]);
  await page.getByRole('tab', { name: 'Highlights' }).click();
  await expect(list(page).getByText('Why here?')).toBeVisible();

  // The coloured words themselves choose it.
  const [rect] = await page.evaluate(() =>
    [...(CSS.highlights.get('cairn-mark-green') ?? [])].map((range) => {
      (range as Range).startContainer.parentElement?.scrollIntoView({ block: 'center' });
      const { left, top, height } = (range as Range).getBoundingClientRect();
      return { x: left + 20, y: top + Math.min(height / 2, 10) };
    }),
  );
  await page.mouse.click(rect?.x ?? 0, rect?.y ?? 0);
  const chosen = page.getByRole('toolbar', { name: 'Chosen highlight' });
  await chosen.getByRole('button', { name: 'Make it pink' }).click();
  await expect.poll(() => painted(page, 'pink')).toEqual([words]);
  expect(await painted(page, 'green')).toEqual([]);

  await chosen.getByRole('button', { name: 'Delete highlight' }).click();
  await expect.poll(() => painted(page, 'pink')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => painted(page, 'pink')).toEqual([words]);
  await page.reload();
  await expect.poll(() => painted(page, 'pink')).toEqual([words]);
});

test('highlights are made, changed and deleted with the keyboard alone', async ({ page, site, world, person }) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, `/article/${id}`);
  await expect(textOf(page)).toBeVisible();

  await page.keyboard.press('j');
  await expect(textOf(page).locator(':focus')).toBeVisible();
  const paragraph = ((await textOf(page).locator(':focus').textContent()) ?? '').trim();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('h');
  await expect.poll(() => painted(page, 'yellow')).toHaveLength(1);
  const [marked = ''] = await painted(page, 'yellow');
  expect(paragraph.startsWith(marked)).toBe(true);
  expect(marked.split(' ')).toHaveLength(3);

  await page.keyboard.press('3');
  await expect.poll(() => painted(page, 'blue')).toEqual([marked]);
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await page.keyboard.type('Keys only, even h and j');
  await page.keyboard.press('Control+Enter');
  await expect(list(page).getByText('Keys only, even h and j')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('toolbar', { name: 'Chosen highlight' })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect.poll(() => painted(page, 'blue')).toEqual([]);

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region', { name: 'Here' })).toContainText('Highlight the selection or the paragraph');
  await expect(sheet.getByRole('region', { name: 'Here' })).toContainText('Move the beginning of the selection');
});

test('settings stay on the device; the place is kept for every device', async ({
  page,
  browser,
  site,
  world,
  person,
}) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  await page.setViewportSize({ width: 1000, height: 500 });
  await signIn(page, person, `/article/${id}`);
  await page.getByRole('button', { name: 'Reading settings' }).click();
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Larger text' }).click();
  await page.getByRole('radio', { name: 'Sans' }).click();
  await expect(page.getByRole('radio', { name: 'Sans' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(textOf(page)).toHaveCSS('font-size', '25px');
  await page.reload();
  await expect(textOf(page)).toHaveCSS('font-size', '25px');
  expect(await textOf(page).evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);

  const saved = page.waitForResponse(
    (response) => response.url().includes('/reading_positions') && response.request().method() === 'POST',
  );
  const block = textOf(page).locator('p').nth(3);
  await block.evaluate((element) =>
    window.scrollTo({ top: window.scrollY + element.getBoundingClientRect().top - 130, behavior: 'instant' }),
  );
  expect((await saved).ok()).toBe(true);
  const words = ((await block.textContent()) ?? '').trim().slice(0, 60);

  const other = await browser.newContext({ baseURL: world.url, viewport: { width: 1440, height: 400 } });
  const second = await other.newPage();
  await signIn(second, person, `/article/${id}`);
  await expect(second.getByText('Continued where you stopped reading')).toBeAttached();
  const place = second.getByText(words).first();
  await expect(place).toBeInViewport();
  const top = await place.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(40);
  expect(top).toBeLessThan(200);
  await expect(second.getByTestId('article-text')).toHaveCSS('font-size', '18px');
  await other.close();
});

test('footnotes lead there and back; contents lead to headings', async ({ page, site, world, person }) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/decline-and-fall`]);
  await page.setViewportSize({ width: 1440, height: 420 });
  await signIn(page, person, `/article/${id}`);
  const mark = textOf(page).getByRole('link', { name: '2', exact: true });
  await mark.click();
  await expect(textOf(page).locator('li:focus')).toContainText('See the first chapters');
  await page.getByRole('button', { name: 'Back to where you were' }).click();
  await expect(mark).toBeFocused();
  await expect(mark).toBeInViewport();

  const [other] = await importArticles(world, person, [`${site.origin}/articles/analytical-engine`]);
  await page.goto(`/article/${other}`);
  const entry = page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('button', { name: 'The numbers of Bernoulli' });
  await entry.click();
  await expect(textOf(page).getByRole('heading', { name: 'The numbers of Bernoulli' })).toBeFocused();
  await expect(entry).toHaveAttribute('aria-current', 'location');
});

test('a text from right to left reads and is highlighted', async ({ page, site, world, person }) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/muqaddimah`]);
  await signIn(page, person, `/article/${id}`);
  await expect(textOf(page)).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('2');
  await expect.poll(() => painted(page, 'green')).toHaveLength(1);
  const [marked = ''] = await painted(page, 'green');
  expect(marked).toMatch(/^\p{Script=Arabic}+[\s\p{Script=Arabic}\p{P}]*$/u);
});

test('a passage goes into the note about the article, the second one into the same note', async ({
  page,
  site,
  world,
  person,
}) => {
  const [id] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  await signIn(page, person, `/article/${id}`);
  await selectWords(page, words);
  await bar(page).getByRole('button', { name: 'Add to note' }).click();
  await expect(page.getByText('Added to a new note')).toBeVisible();
  await selectWords(page, 'Simplicity, simplicity, simplicity!');
  await bar(page).getByRole('button', { name: 'Add to note' }).click();
  await expect(page.getByText(/Added to “Where I Lived/)).toBeVisible();
  await expect(async () => {
    await world.settle();
    const notes = await world.sql<{ text: string }>('select text from public.notes where article_id = $1', [id]);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.text).toContain(words);
    expect(notes[0]?.text).toContain('Simplicity, simplicity, simplicity!');
  }).toPass();
});

test('a highlight whose words are gone is kept and says so', async ({ page, site, world, person }) => {
  const [id = ''] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
  const locator = {
    quote: 'Zebras never queue politely for marmalade',
    prefix: '',
    suffix: '',
    chunkHash: '0'.repeat(64),
  };
  const made = await world.fetch('/rest/v1/highlights', {
    as: person,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ article_id: id, locator }),
  });
  expect(made.status).toBe(201);
  await signIn(page, person, `/article/${id}`);
  await page.getByRole('tab', { name: 'Highlights' }).click();
  await expect(list(page).getByText('Not found in this version of the text')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });
    test('axe finds nothing in the reader, beside it and in its sheet', async ({ page, site, world, person }) => {
      const [id] = await importArticles(world, person, [`${site.origin}/articles/walden`]);
      await signIn(page, person, `/article/${id}`);
      await page.getByRole('tab', { name: 'Highlights' }).click();
      for (const key of ['1', '2', '3', '4']) {
        await page.keyboard.press('Escape');
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        const block = textOf(page)
          .locator('p')
          .nth(Number(key) - 1);
        await block.evaluate((element) => {
          (element as HTMLElement).tabIndex = -1;
          (element as HTMLElement).focus();
        });
        await page.keyboard.press(key);
        await expect(list(page).getByRole('listitem')).toHaveCount(Number(key));
      }
      const findings = async () => {
        const { violations } = await analyzeWithAxe(page);
        return violations.flatMap(({ id: rule, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${rule} ${target}: ${failureSummary}`),
        );
      };
      expect(await findings()).toEqual([]);

      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Highlights' }).click();
      const sheet = page.getByRole('dialog', { name: 'About this article' });
      await expect(sheet.getByRole('list', { name: 'Highlights' })).toBeVisible();
      expect(await findings()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await sheet.getByRole('button', { name: /^Blue:/ }).click();
      await expect(sheet).toBeHidden();
      await expect
        .poll(() =>
          textOf(page)
            .locator('p')
            .nth(2)
            .evaluate((element) => element === document.activeElement),
        )
        .toBe(true);
    });
  });
}
