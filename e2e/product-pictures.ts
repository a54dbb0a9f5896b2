import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type TestUser } from '@cairn/testkit/world';
import type { Browser, Page } from '@playwright/test';
import { expect, importArticles, signIn, test } from './fixtures.ts';

/**
 * The pictures of the product on the landing page, taken of the product: `node tools/product-pictures.mjs`.
 * Run by Playwright with CAIRN_PICTURES=1, apart from the tests. The shapes are those of `product-picture.tsx`.
 */
interface Shape {
  variant: 'desktop' | 'mobile';
  width: number;
  height: number;
  widths: readonly number[];
}

const phone: Shape = { variant: 'mobile', width: 400, height: 640, widths: [400, 800] };
const quality = 72;
const themes = ['light', 'dark'] as const;
const folder = join(projectRoot, 'apps/web/public/pictures');
const question = 'Why did he go to the woods?';

interface Scene {
  name: 'reader' | 'answer';
  shapes: readonly Shape[];
  show: (page: Page, articleId: string) => Promise<void>;
}

const scenes: readonly Scene[] = [
  {
    name: 'reader',
    shapes: [{ variant: 'desktop', width: 1440, height: 900, widths: [800, 1440] }, phone],
    show: async (page, articleId) => {
      await page.goto(`/article/${articleId}`);
      await expect(page.getByTestId('article-text')).toBeVisible();
    },
  },
  {
    name: 'answer',
    shapes: [{ variant: 'desktop', width: 720, height: 540, widths: [720, 1440] }, phone],
    show: async (page) => {
      await page.goto('/pkm-hub');
      await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
      // Where there is no room beside the list, asking has a sheet of its own.
      const box = page.getByRole('textbox', { name: 'Ask your library' });
      const opener = page.getByRole('button', { name: 'Ask', exact: true });
      await expect(box.or(opener).first()).toBeVisible();
      if (!(await box.isVisible())) await opener.click();
      await box.fill(question);
      await page.keyboard.press('Enter');
      const answer = page.getByRole('article', { name: 'Answer' });
      await expect(answer.getByRole('link', { name: /^Source 1:/ }).first()).toBeVisible();
      await answer.evaluate((element) => {
        element.scrollIntoView({ block: 'end' });
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
    },
  },
];

test('take the pictures of the landing page', async ({ browser, world, site, guard }) => {
  test.setTimeout(5 * 60_000);
  guard.allow(/./);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const person = await world.signUp('ada.lovelace@example.org');
  // Each picture of an answer asks for it.
  await world.grant(person, 'plus');
  const [articleId = ''] = await importArticles(
    world,
    person,
    ['walden', 'analytical-engine', 'pride-and-prejudice', 'alice'].map((name) => `${site.origin}/articles/${name}`),
  );
  for (const theme of themes) {
    for (const scene of scenes) {
      for (const shape of scene.shapes) await takePicture(browser, world.url, person, articleId, theme, scene, shape);
    }
  }
});

async function takePicture(
  browser: Browser,
  baseURL: string,
  person: TestUser,
  articleId: string,
  colorScheme: (typeof themes)[number],
  { name, show }: Scene,
  { variant, width, height, widths }: Shape,
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: variant === 'mobile',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await signIn(page, person);
  const session = await context.newCDPSession(page);
  await show(page, articleId);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  const { x, y } = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }));
  for (const wanted of widths) {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x, y, width, height, scale: wanted / width },
    });
    writeFileSync(join(folder, `${name}-${variant}-${colorScheme}-${wanted}.webp`), Buffer.from(data, 'base64'));
  }
  await context.close();
}
