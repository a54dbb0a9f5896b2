import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, importArticles, importField, screenOf, signIn, test } from './fixtures.ts';

async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const { violations } = await analyzeWithAxe(page);
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
  expect(findings, screen).toEqual([]);
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('axe finds nothing on the public screens', async ({ page, world, guard }) => {
      guard.allow(/Failed to load resource/);
      for (const path of [
        '/',
        '/sign-in?next=%2Fimport',
        '/sign-up',
        '/forgot-password',
        '/reset-password',
        '/test-email',
        '/nowhere',
      ]) {
        await page.goto(path);
        await expect(screenOf(page)).toBeVisible();
        if (path === '/sign-up') await page.getByRole('button', { name: 'Sign Up' }).click();
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expectNoFindings(page, path);
      }
      await page.goto(world.mailboxUrl ?? '');
      await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
      await expectNoFindings(page, 'the open mailbox');
    });

    test('axe finds nothing on the screens of a signed-in person', async ({ page, world, site, person, guard }) => {
      guard.allow(/Failed to load resource/);
      // Markup is the same in both themes, colours are not: one article shows them.
      const names =
        theme === 'light'
          ? ['analytical-engine', 'muqaddimah', 'decline-and-fall', 'alice', 'vingt-mille-lieues', 'anna-karenina']
          : ['analytical-engine'];
      await signIn(page, person);
      await expect(page.getByText('Your library is empty')).toBeVisible();
      await expectNoFindings(page, 'an empty library');

      const ids = await importArticles(
        world,
        person,
        names.map((name) => `${site.origin}/articles/${name}`),
      );
      for (const [index, id] of ids.entries()) {
        await page.goto(`/article/${id}`);
        await expect(page.getByTestId('article-text')).toBeVisible();
        await expectNoFindings(page, names[index] ?? '');
      }

      await page.goto('/pkm-hub?q=engine');
      await expect(page.locator('mark').first()).toBeVisible();
      await page.getByRole('textbox', { name: 'Ask your library' }).fill('What can the Analytical Engine do?');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /Sources|Nearest passages/ })).toBeVisible();
      await expectNoFindings(page, 'search results and an answer');

      await page.goto('/import');
      await importField(page).fill(`${site.origin}/bad/not-found`);
      await page.keyboard.press('Enter');
      await expect(importField(page)).toHaveAttribute('aria-invalid', 'true');
      await expectNoFindings(page, 'a refused import');
    });
  });
}
