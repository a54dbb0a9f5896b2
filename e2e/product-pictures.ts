import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type TestUser, type World } from '@cairn/testkit/world';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, importArticles, signIn, test } from './fixtures.ts';

/**
 * The pictures of the product on the landing page, taken of the product: `node tools/product-pictures.mjs`.
 * Run by Playwright with CAIRN_PICTURES=1, apart from the tests. The widths of the files are those of `product-pictures.ts` beside
 * the landing page.
 */
interface Shape {
  variant: 'desktop' | 'mobile';
  viewport: { width: number; height: number };
  /** Height of the picture over its width. */
  ratio: number;
  widths: readonly number[];
  /** What browsers without AVIF get. */
  webpWidths: readonly number[];
}

interface Scene {
  name: 'reader' | 'answer';
  shapes: readonly Shape[];
  /** Brings the screen up and says which part of it is the picture: from this place's top and as wide as it. */
  show: (page: Page, articleId: string) => Promise<Locator>;
}

/** Text stays sharp at these. */
const avif = { quality: 50, effort: 4, chromaSubsampling: '4:4:4' };
const webp = { quality: 72, effort: 4, smartSubsample: true };
const themes = ['light', 'dark'] as const;
const folder = join(projectRoot, 'apps/web/public/pictures');
const question = 'Why did he go to the woods?';
const marked = [
  { quote: 'I wished to live deliberately, to front only the essential facts of life', colour: 'yellow' },
  { quote: 'I wanted to live deep and suck out all the marrow of life', colour: 'green' },
  { quote: 'Our life is frittered away by detail.', colour: 'blue' },
  { quote: 'Simplicity, simplicity, simplicity!', colour: 'yellow' },
];
const phone = { width: 400, height: 860 };

const scenes: readonly Scene[] = [
  {
    name: 'reader',
    shapes: [
      {
        variant: 'desktop',
        viewport: { width: 1440, height: 760 },
        ratio: 0.625,
        widths: [720, 1104, 1656, 2208],
        webpWidths: [1104],
      },
      { variant: 'mobile', viewport: phone, ratio: 1.6, widths: [400, 680, 1000], webpWidths: [680] },
    ],
    show: async (page, articleId) => {
      await page.goto(`/article/${articleId}`);
      await expect(page.getByTestId('article-text')).toBeVisible();
      const tab = page.getByRole('tab', { name: 'Highlights' });
      if (await tab.isVisible()) {
        await tab.click();
        await expect(page.getByRole('list', { name: 'Highlights' }).getByRole('listitem')).toHaveCount(marked.length);
      }
      return page.locator('main');
    },
  },
  {
    name: 'answer',
    shapes: [
      {
        variant: 'desktop',
        viewport: { width: 720, height: 900 },
        ratio: 0.75,
        widths: [640, 1280],
        webpWidths: [1280],
      },
      {
        variant: 'mobile',
        viewport: { width: 400, height: 1000 },
        ratio: 1.6,
        widths: [400, 680, 1000],
        webpWidths: [680],
      },
    ],
    show: async (page) => {
      await page.goto('/pkm-hub');
      await expect(page.getByRole('heading', { level: 1, name: 'PKM Hub' })).toBeVisible();
      // Where there is no room beside the list, asking has a sheet of its own.
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByRole('textbox', { name: 'Ask your library' }).fill(question);
      await page.keyboard.press('Enter');
      const answer = page.getByRole('article', { name: 'Answer' });
      await expect(answer.getByRole('link', { name: /^Source 1:/ }).first()).toBeVisible();
      return page.getByRole('dialog', { name: 'Ask' });
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
  await mark(world, person, articleId);
  for (const theme of themes) {
    for (const scene of scenes) {
      for (const shape of scene.shapes) await takePicture(browser, world.url, person, articleId, theme, scene, shape);
    }
  }
});

async function mark(world: World, person: TestUser, articleId: string): Promise<void> {
  for (const { quote, colour } of marked) {
    const made = await world.fetch('/rest/v1/highlights', {
      as: person,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        article_id: articleId,
        colour,
        locator: { quote, prefix: '', suffix: '', chunkHash: '0'.repeat(64) },
      }),
    });
    expect(made.status, await made.text()).toBe(201);
  }
}

async function takePicture(
  browser: Browser,
  baseURL: string,
  person: TestUser,
  articleId: string,
  colorScheme: (typeof themes)[number],
  { name, show }: Scene,
  { variant, viewport, ratio, widths, webpWidths }: Shape,
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport,
    deviceScaleFactor: variant === 'mobile' ? 3 : 2,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: variant === 'mobile',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await signIn(page, person);
  const place = await show(page, articleId);
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await document.fonts.ready;
  });
  await page.waitForTimeout(500);
  const box = await place.boundingBox();
  if (!box) throw new Error(`Nothing to take a picture of: ${name}`);
  const clip = { x: box.x, y: box.y, width: box.width, height: Math.round(box.width * ratio) };
  const taken = sharp(await page.screenshot({ clip, scale: 'device' }));
  await context.close();
  const file = (width: number, type: string) => join(folder, `${name}-${variant}-${colorScheme}-${width}.${type}`);
  const sized = (width: number) => taken.clone().resize({ width, height: Math.round(width * ratio) });
  for (const width of widths) await sized(width).avif(avif).toFile(file(width, 'avif'));
  for (const width of webpWidths) await sized(width).webp(webp).toFile(file(width, 'webp'));
}
