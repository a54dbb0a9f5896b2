import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type World } from '@cairn/testkit/world';
import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test';
import { expect, screenOf, signIn, test } from './fixtures.ts';
import { makePeople, type People } from './screen-scenes/people.ts';
import type { Scene } from './screen-scenes/scene.ts';
import { scenes } from './screen-scenes.ts';

/**
 * Pictures of every screen in every state, to be looked at: `npm run screens` writes one sheet per screen into `screens/`.
 * Run by Playwright with CAIRN_SCREENS=1, apart from the tests.
 */
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;
const folder = join(projectRoot, 'screens');
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** `npm run screens -- note palette 360 dark`: the scenes whose name contains one of the words, in this size and theme alone. */
const words = (process.env.CAIRN_SCREENS_ONLY ?? '').split(' ').filter(Boolean);
const wantedSizes = sizes.filter(({ width }) => words.includes(String(width)));
const wantedThemes = themes.filter((theme) => words.includes(theme));
const names = words.filter((word) => !/^(\d+|light|dark)$/.test(word));
const chosen = scenes.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)));

interface Look {
  size: (typeof sizes)[number];
  theme: (typeof themes)[number];
}

interface Surroundings {
  browser: Browser;
  world: World;
  origin: string;
  people: People;
}

// The pictures are what is wanted.
test.use({ trace: 'off', screenshot: 'off' });

test('take a picture of every screen', async ({ browser, world, site, guard }) => {
  test.setTimeout(60 * 60_000);
  guard.allow(/./);
  if (words.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const around = { browser, world, origin: site.origin, people: await makePeople(world, site.origin) };
  const failures: string[] = [];
  for (const theme of wantedThemes.length > 0 ? wantedThemes : themes) {
    for (const size of wantedSizes.length > 0 ? wantedSizes : sizes) {
      const groups = new Map<string, Scene[]>();
      for (const scene of chosen) {
        const key = scene.browser ? scene.name : (scene.as ?? '');
        groups.set(key, [...(groups.get(key) ?? []), scene]);
      }
      for (const group of groups.values()) failures.push(...(await takePictures(around, group, { size, theme })));
    }
  }
  for (const { name } of chosen) await writeSheet(browser, name);
  expect(failures, 'states that were not reached').toEqual([]);
});

/** In one browser context, as whoever the scenes belong to. Answers with what was not reached. */
async function takePictures(around: Surroundings, group: readonly Scene[], look: Look): Promise<string[]> {
  const [first] = group;
  if (!first) return [];
  const context = await contextFor(around, first, look);
  const failures: string[] = [];
  if (first.as) await signIn(await context.newPage(), around.people.users[first.as]);
  for (const scene of group) {
    const page = await context.newPage();
    try {
      await show(page, scene, around, look);
    } catch (error) {
      // The picture shows how far it came; the others are taken all the same.
      failures.push(`${scene.name} at ${look.size.width} px, ${look.theme}: ${String(error).split('\n')[0]}`);
    }
    // What comes and goes at the start is over, and what slides in stands still.
    await page
      .locator('[data-startup-overlay]')
      .waitFor({ state: 'detached', timeout: 5000 })
      .catch(() => {});
    await page.waitForTimeout(300);
    await page.screenshot({ path: picture(scene.name, look.size.width, look.theme) });
    await context.setOffline(false);
    await scene.after?.(page).catch(() => failures.push(`${scene.name}: what it changed was not taken back`));
    await page.close();
  }
  await context.close();
  return failures;
}

async function show(page: Page, scene: Scene, { world, origin, people }: Surroundings, { size }: Look): Promise<void> {
  page.setDefaultTimeout(8000);
  await page.goto(scene.path.replace(/(?<=^\/(?:article|note)\/).*/, (name) => people.ids.get(name) ?? name));
  await screenOf(page).waitFor();
  await scene.act?.(page, {
    origin,
    mailboxUrl: world.mailboxUrl ?? '',
    width: size.width,
    resetLink: () => resetLinkOf(world, people),
  });
}

function contextFor({ browser, world }: Surroundings, scene: Scene, { size, theme }: Look): Promise<BrowserContext> {
  const small = size.width < 768;
  const { userAgent } = devices['Pixel 7'];
  return browser.newContext({
    baseURL: world.url,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: small,
    isMobile: small,
    locale: 'en-GB',
    serviceWorkers: scene.browser === 'service-worker' ? 'allow' : 'block',
    ...(small ? { userAgent } : {}),
    ...(scene.browser === 'iphone' ? { userAgent: iphone } : {}),
  });
}

async function resetLinkOf(world: World, { users }: People): Promise<string> {
  const { email, password } = users.owner;
  const response = await world.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
  return `/reset-password#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer&type=recovery`;
}

const picture = (name: string, width: number, theme: string) => join(folder, `${name}-${width}-${theme}.png`);

/** The six pictures of a screen side by side. */
async function writeSheet(browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2000, height: 600 } });
  const images = themes
    .flatMap((theme) => sizes.map(({ width }) => picture(name, width, theme)))
    .filter((path) => existsSync(path))
    .map((path) => `<img height="560" src="data:image/png;base64,${readFileSync(path).toString('base64')}">`);
  await page.setContent(
    `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:gray">${images.join('')}</body>`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}
