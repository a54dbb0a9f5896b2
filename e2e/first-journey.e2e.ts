import type { Page } from '@playwright/test';
import {
  authModal,
  expect,
  goTo,
  importField,
  markedPassage,
  newEmail,
  openNavigation,
  submitSignIn,
  test,
  testPassword,
} from './fixtures.ts';

const title = 'Where I Lived, and What I Lived For';
const passage = 'I went to the woods because I wished to live deliberately';
const textOf = (page: Page) => page.getByTestId('article-text');
const notesOf = (page: Page) => page.getByRole('textbox', { name: 'Notes' });
const answer = (page: Page) => page.getByRole('article', { name: 'Answer' });

/** Draws a selection over words of the article: with the mouse, or as a finger leaves one after holding and dragging its handles. */
async function selectPassage(page: Page, words: string, byTouch: boolean): Promise<void> {
  await page.getByText(words).first().scrollIntoViewIfNeeded();
  const ends = await page.evaluate((wanted) => {
    const root = document.querySelector('[data-testid="article-text"]');
    const walker = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const rects = [...range.getClientRects()];
      const [first, last] = [rects[0], rects.at(-1)];
      if (!first || !last) return null;
      return {
        from: { x: first.left + 1, y: first.top + first.height / 2 },
        to: { x: last.right - 1, y: last.top + last.height / 2 },
      };
    }
    return null;
  }, words);
  if (!ends) throw new Error(`“${words}” is not in the text`);
  if (!byTouch) {
    await page.mouse.move(ends.from.x, ends.from.y);
    await page.mouse.down();
    await page.mouse.move(ends.to.x, ends.to.y, { steps: 8 });
    await page.mouse.up();
    return;
  }
  await page.evaluate((wanted) => {
    const root = document.querySelector('[data-testid="article-text"]');
    const walker = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, words);
}

/** Beside the text, or behind a tab of its own on small screens. */
async function openPart(page: Page, name: 'Notes' | 'Cues' | 'Summary'): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  const part = page.getByRole('radio', { name, exact: true });
  if (await tab.isVisible()) await tab.click();
  else if (await part.isVisible()) await part.check();
}

test('one new person walks the whole road: read, mark, note, ask oneself, find, get an answer, keep it', async ({
  page,
  site,
  world,
  hasTouch,
}) => {
  test.slow();
  const email = newEmail();

  await test.step('sign up on the landing page', async () => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
    const signUp = authModal(page, 'Create account');
    await signUp.getByLabel('Full name').fill('Ada Lovelace');
    await signUp.getByLabel('Email').fill(email);
    await signUp.getByLabel('Password', { exact: true }).fill(testPassword);
    await signUp.getByRole('button', { name: 'Sign Up' }).click();
    await authModal(page, 'Account Created').getByRole('button', { name: 'Import your first article' }).click();
  });

  await test.step('import an article and read it', async () => {
    await importField(page).fill(`${site.origin}/articles/walden`);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Read it now' }).click();
    await expect(textOf(page)).toContainText(passage);
  });

  await test.step('mark a passage, and take it into the note about the article', async () => {
    await selectPassage(page, passage, hasTouch);
    const bar = page.getByRole('toolbar', { name: 'Selected passage' });
    await bar.getByRole('button', { name: 'Highlight green' }).click();
    const chosen = page.getByRole('toolbar', { name: 'Chosen highlight' });
    await chosen.getByRole('button', { name: 'Add to note' }).click();
    await page.getByRole('button', { name: 'Open note' }).click();
    await page.waitForURL('**/note/*');
    const quote = notesOf(page).locator('blockquote');
    await expect(quote).toContainText(passage);
    await expect(quote.getByRole('link')).toHaveAttribute('href', /^\/article\/[0-9a-f-]{36}#/);
  });

  await test.step('write, ask oneself a question about it, and sum it up', async () => {
    await notesOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('He built a house by the pond.');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Add a cue here' }).click();
    const cues = page.getByRole('textbox', { name: 'Cues' });
    await expect(cues).toBeFocused();
    await page.keyboard.type('What did he build?');
    await openPart(page, 'Summary');
    await page.getByRole('textbox', { name: 'Summary' }).click();
    await page.keyboard.type('Live deliberately.');
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
    await world.settle();
  });

  await test.step('rehearse: the notes are hidden until one has answered oneself', async () => {
    await page.goto('/rehearse');
    await expect(page.getByRole('heading', { level: 2, name: 'What did he build?' })).toBeVisible();
    await expect(page.getByText('He built a house by the pond.')).toHaveCount(0);
    await page.getByRole('button', { name: /^Show the answer/ }).click();
    await expect(page.getByRole('region', { name: 'Answer' }).locator('mark')).toHaveText(
      'He built a house by the pond.',
    );
    await page.getByRole('button', { name: /^Good, asked/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'What did he build?' })).toBeHidden();
  });

  await test.step('find it by words, opened at the match', async () => {
    await goTo(page, 'PKM Hub');
    const search = page.getByLabel('Search your library');
    await search.pressSequentially('house pond');
    const found = page
      .getByRole('listitem')
      .filter({ has: page.locator('mark') })
      .filter({ hasText: title });
    await expect(found.first().locator('mark').first()).toHaveText(/house|pond/i);
    await found.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/(note|article)\/[0-9a-f-]{36}#/);
    await page.goBack();
    await search.fill('');
  });

  await test.step('ask, look at what is quoted, and keep the answer', async () => {
    const field = page.getByRole('textbox', { name: 'Ask your library' });
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    if (!(await field.isVisible())) await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await field.fill('Why did he go to the woods?');
    await page.keyboard.press('Enter');
    await expect(answer(page)).toContainText(passage);
    const source = answer(page)
      .getByRole('link', { name: /^Source 1\b/ })
      .first();
    if (hasTouch) {
      await source.tap();
      const preview = page.getByRole('dialog', { name: 'Source 1', exact: true });
      await expect(preview).toContainText('woods');
      await preview.getByRole('link', { name: 'Open' }).tap();
    } else {
      await source.hover();
      await expect(page.locator('[data-citation-preview]')).toContainText('woods');
      await source.click();
    }
    expect((await markedPassage(page)).text).toContain('I went to the woods');
    await page.goBack();
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    if (!(await field.isVisible())) await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await answer(page).getByRole('button', { name: 'Save as a note' }).click();
    await page.getByRole('button', { name: 'Saved · open the note' }).click();
    await page.waitForURL('**/note/*');
    await expect(notesOf(page)).toContainText(passage);
    await expect(notesOf(page).getByRole('link').first()).toHaveAttribute('href', /\/(article|note)\//);
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
  });

  await test.step('what is not there is not answered', async () => {
    await goTo(page, 'PKM Hub');
    const field = page.getByRole('textbox', { name: 'Ask your library' });
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    // On a phone it passes over the heading and what stands beside it.
    await expect(page.getByText('The answer is a note now.')).toHaveCount(0);
    if (!(await field.isVisible())) await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await field.fill('What is the boiling point of mercury?');
    await page.keyboard.press('Enter');
    await expect(answer(page)).toContainText('Not in your notes');
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  });

  await test.step('the dashboard counts it, on another device too', async () => {
    await world.settle();
    await goTo(page, 'Dashboard');
    await expect(page.getByText('1 article, 2 notes, 1 highlight')).toBeVisible();
    await page.context().clearCookies();
    const elsewhere = await page.context().browser()?.newContext({ baseURL: world.url });
    const other = await elsewhere?.newPage();
    if (!elsewhere || !other) throw new Error('There is no second browser.');
    await other.goto('/dashboard');
    await submitSignIn(other, { email, password: testPassword });
    await expect(other.getByText('1 article, 2 notes, 1 highlight')).toBeVisible();
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Ada');
    await openNavigation(other);
    await elsewhere.close();
  });
});
