import type { Page } from '@playwright/test';
import {
  authModal,
  expect,
  goTo,
  importField,
  markedPassage,
  newEmail,
  signOut,
  submitSignIn,
  test,
  testPassword,
} from './fixtures.ts';

/** Beside the list, or on small screens in a sheet. */
async function openAsking(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { level: 1, name: 'PKM Hub' }).or(page.getByRole('dialog')).first(),
  ).toBeVisible();
  if (await page.getByRole('textbox', { name: 'Ask your library' }).isVisible()) return;
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

async function ask(page: Page, question: string): Promise<void> {
  await openAsking(page);
  await page.getByRole('textbox', { name: 'Ask your library' }).fill(question);
  await page.keyboard.press('Enter');
}

test('a new visitor goes the whole way: import, read, find, ask, sign out, come back', async ({
  page,
  site,
  world,
  hasTouch,
}) => {
  const email = newEmail();
  const address = `${site.origin}/articles/walden`;

  await test.step('sign up from the landing page', async () => {
    await page.goto('/');
    await expect(page).toHaveTitle('Cairn');
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
    const signUp = authModal(page, 'Create account');
    await expect(signUp.getByLabel('Full name')).toBeFocused();
    await signUp.getByLabel('Full name').fill('Ada Lovelace');
    await signUp.getByLabel('Email').fill(email);
    await signUp.getByLabel('Password', { exact: true }).fill(testPassword);
    await signUp.getByRole('button', { name: 'Sign Up' }).click();
    await authModal(page, 'Account Created').getByRole('button', { name: 'Import your first article' }).click();
  });

  await test.step('import an article by its address', async () => {
    await expect(page.getByText('Nothing imported yet')).toBeVisible();
    await importField(page).fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Where I Lived, and What I Lived For' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('Imported');
  });

  await test.step('read it', async () => {
    await page.getByRole('link', { name: 'Read it now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Where I Lived, and What I Lived For' })).toBeVisible();
    await expect(page).toHaveTitle('Where I Lived, and What I Lived For · Cairn');
    const text = page.getByTestId('article-text');
    await expect(text).toContainText('I went to the woods because I wished to live deliberately');
    await expect(text).not.toContainText('ADVERTISEMENT');
    await expect(page.getByText('Henry David Thoreau')).toBeVisible();
    await expect(page.getByText('min read')).toBeVisible();
  });

  await world.settle();

  await test.step('find it by words, and open the very place', async () => {
    await goTo(page, 'PKM Hub');
    await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeFocused();
    await page.getByLabel('Search your library').pressSequentially('pygmies cranes');
    const result = page
      .getByRole('listitem')
      .filter({ has: page.locator('mark') })
      .first();
    await expect(result.locator('mark').first()).toHaveText('pygmies');
    await expect(page).toHaveURL(/q=pygmies/);
    await result.getByRole('link').click();
    const passage = await markedPassage(page);
    expect(passage.text).toContain('pygmies');
    expect(passage).toMatchObject({ inView: true, focusInside: true });
    await page.goBack();
    await expect(page.getByLabel('Search your library')).toHaveValue('pygmies cranes');
    await page.getByLabel('Search your library').fill('');
    await expect(page.getByRole('list', { name: 'Your library' })).toBeVisible();
  });

  await test.step('ask, and open the place that a citation quotes', async () => {
    await ask(page, 'Why did he go to the woods?');
    const answer = page.getByRole('article', { name: 'Answer' });
    await expect(answer).toContainText('I went to the woods because I wished to live deliberately');
    await expect(answer).toContainText('extractive');
    const source = answer.getByRole('link', { name: /^Source 1\b/ }).first();
    if (hasTouch) {
      // A finger first sees what is quoted, and opens it from there.
      await source.tap();
      await page.getByRole('dialog', { name: 'Source 1', exact: true }).getByRole('link', { name: 'Open' }).tap();
    } else {
      await source.click();
    }
    const passage = await markedPassage(page);
    expect(passage.text).toContain('I went to the woods');
    expect(passage).toMatchObject({ inView: true, focusInside: true });
    await page.goBack();
    await openAsking(page);
    await expect(answer).toContainText('I went to the woods');
  });

  await test.step('ask what is not there', async () => {
    await ask(page, 'What is the boiling point of mercury?');
    await expect(page.getByRole('article', { name: 'Answer' })).toContainText('Not in your notes');
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  });

  await test.step('sign out, and be asked to sign in where it is needed', async () => {
    await signOut(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await page.goto('/import');
    await expect(page.getByText('Authentication Required')).toBeVisible();
    await submitSignIn(page, { email, password: testPassword });
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: address })).toBeVisible();
  });
});
