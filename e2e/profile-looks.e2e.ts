import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, signIn, test } from './fixtures.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const screens: readonly [string, (page: Page) => Promise<void>][] = [
  ['/profile', (page) => expect(page.getByText(/^Member since/)).toBeVisible()],
  [
    '/profile/settings',
    async (page) => {
      await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
      await expect(page.getByText('The change takes effect at once')).toBeVisible();
    },
  ],
  ['/profile/legacy-settings', (page) => expect(page.getByLabel('Bio')).toBeVisible()],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme });
    test('axe finds nothing on the profile and its settings, and nothing scrolls sideways', async ({
      page,
      person,
    }) => {
      await person
        .client()
        .from('profiles')
        .update({ display_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2), handle: `h_${person.id.slice(0, 8)}` })
        .eq('id', person.id);
      await signIn(page, person, '/dashboard');
      for (const [path, ready] of screens) {
        await page.goto(path);
        await ready(page);
        // While it fades, nothing has the contrast that it is going to have.
        await expect(page.locator('[data-startup-overlay]')).toHaveCount(0);
        for (const size of sizes) {
          await page.setViewportSize(size);
          const { violations } = await analyzeWithAxe(page);
          const findings = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
          expect(findings, `${path} at ${size.width} px`).toEqual([]);
        }
        for (const width of [320, 360, 768, 1440, 2560]) {
          await page.setViewportSize({ width, height: 740 });
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(wider, `${path} at ${width} px`).toBe(0);
        }
      }
    });
  });
}
