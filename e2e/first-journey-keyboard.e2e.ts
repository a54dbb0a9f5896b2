import type { Locator, Page } from '@playwright/test';
import { authModal, expect, markedPassage, newEmail, test, testPassword } from './fixtures.ts';

/** Nobody presses Tab more often than this to get somewhere. */
const mostSteps = 80;

/** Tabs until the named thing has the focus, which must be seen there. */
async function tabTo(page: Page, role: string, name: string | RegExp, within: Page | Locator = page): Promise<void> {
  const target = within.getByRole(role as 'link', { name }).first();
  await expect(target).toBeAttached();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const seen = await target.evaluate((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const around = element.closest('label, li, div');
        const ring = around ? getComputedStyle(around).outlineStyle : 'none';
        return (
          outlineStyle !== 'none' ||
          boxShadow !== 'none' ||
          ring !== 'none' ||
          element.matches('[contenteditable=true]')
        );
      });
      expect(seen, `the focus on ${role} ${String(name)} can be seen`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach the ${role} ${String(name)} within ${mostSteps} steps`);
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('one new person walks the whole road by keyboard alone', async ({ page, site, world }) => {
  test.slow();
  const notes = page.getByRole('textbox', { name: 'Notes' });

  await page.goto('/');
  await tabTo(page, 'link', 'Get Started', page.getByRole('main'));
  await press(page, 'Enter');
  await expect(authModal(page, 'Create account').getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Key Board');
  await press(page, 'Tab');
  await page.keyboard.type(newEmail());
  await press(page, 'Tab');
  await page.keyboard.type(testPassword);
  await press(page, 'Enter');
  await expect(authModal(page, 'Account Created')).toBeVisible();
  await tabTo(page, 'button', 'Import your first article');
  await press(page, 'Enter');

  await test.step('import and read', async () => {
    await tabTo(page, 'textbox', 'Address of the article');
    await page.keyboard.type(`${site.origin}/articles/walden`);
    await press(page, 'Enter');
    await tabTo(page, 'link', 'Read it now');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('mark words of a paragraph and take them into a note', async () => {
    await press(page, 'j');
    await expect(page.getByTestId('article-text').locator(':focus')).toBeVisible();
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await expect(page.getByRole('toolbar', { name: 'Selected passage' })).toBeVisible();
    await press(page, 'h');
    await tabTo(page, 'button', 'Add to note', page.getByRole('toolbar', { name: 'Chosen highlight' }));
    await press(page, 'Enter');
    await tabTo(page, 'button', 'Open note');
    await press(page, 'Enter');
    await page.waitForURL('**/note/*');
    await expect(notes.locator('blockquote')).not.toBeEmpty();
  });

  await test.step('write, with a question and a summary', async () => {
    await tabTo(page, 'textbox', 'Notes');
    await press(page, 'Control+End', 'Enter');
    await page.keyboard.type('He built a house by the pond.');
    await press(page, 'Shift+Home', 'Control+Alt+q');
    await expect(page.getByRole('textbox', { name: 'Cues' })).toBeFocused();
    await page.keyboard.type('What did he build?');
    await tabTo(page, 'textbox', 'Summary');
    await page.keyboard.type('Live deliberately.');
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
    await world.settle();
  });

  await test.step('rehearse', async () => {
    // In a field letters are letters: the palette is there with two keys at once.
    await press(page, 'Control+k');
    await expect(page.getByRole('combobox', { name: 'Search commands and your library' })).toBeFocused();
    await page.keyboard.type('rehearse');
    await press(page, 'Enter');
    // Of this note: what can be done where one is stands first.
    await page.waitForURL('**/rehearse?note=*');
    await expect(page.getByRole('heading', { level: 2, name: 'What did he build?' })).toBeFocused();
    await press(page, 'Space');
    await expect(page.getByRole('region', { name: 'Answer' })).toBeFocused();
    await press(page, '3');
    await expect(page.getByRole('heading', { level: 2, name: 'What did he build?' })).toBeHidden();
  });

  await test.step('find it and open the place', async () => {
    await press(page, 'g', 'p');
    await page.waitForURL('**/pkm-hub');
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    await press(page, '/');
    await expect(page.getByLabel('Search your library')).toBeFocused();
    await page.keyboard.type('pygmies');
    await expect(page.locator('mark').first()).toBeVisible();
    await tabTo(page, 'link', /Where I Lived/);
    await press(page, 'Enter');
    expect(await markedPassage(page)).toMatchObject({ focusInside: true });
  });

  await test.step('ask, follow the source, keep the answer', async () => {
    await press(page, 'g', 'p');
    await page.waitForURL('**/pkm-hub');
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    await tabTo(page, 'textbox', 'Ask your library');
    await page.keyboard.type('Why did he go to the woods?');
    await press(page, 'Enter');
    const answer = page.getByRole('article', { name: 'Answer' });
    await expect(answer).toContainText('I went to the woods');
    await tabTo(page, 'link', /^Source 1\b/, answer);
    await expect(page.locator('[data-citation-preview]')).toContainText('woods');
    await press(page, 'Enter');
    expect((await markedPassage(page)).text).toContain('I went to the woods');
    // Alt and the left arrow belong to the browser's window, which is not there without a screen.
    await page.goBack();
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
    await tabTo(page, 'button', 'Save as a note', answer);
    await press(page, 'Enter');
    await tabTo(page, 'button', 'Saved · open the note');
    await press(page, 'Enter');
    await page.waitForURL('**/note/*');
    await expect(notes).toContainText('I went to the woods');
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
  });

  await test.step('the dashboard counts it', async () => {
    await world.settle();
    await press(page, 'Control+k');
    await expect(page.getByRole('combobox', { name: 'Search commands and your library' })).toBeFocused();
    await page.keyboard.type('dashboard');
    await press(page, 'Enter');
    await expect(page.getByText('1 article, 2 notes, 1 highlight')).toBeVisible();
  });
});
