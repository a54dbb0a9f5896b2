import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBuiltNote } from '@cairn/testkit/note-builder';
import { articleNames } from '@cairn/testkit/site-server';
import { projectRoot, type TestUser, type World } from '@cairn/testkit/world';
import type { Browser } from '@playwright/test';
import { expect, importArticles, newEmail, screenOf, signIn, test } from './fixtures.ts';
import { type Scene, scenes } from './screen-scenes.ts';

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

async function furnish(world: World, owner: TestUser, origin: string): Promise<Map<string, string>> {
  // Each picture of an answer asks for it.
  await world.grant(owner, 'enterprise');
  const ids = await importArticles(
    world,
    owner,
    articleNames.map((name) => `${origin}/articles/${name}`),
  );
  const titles = [
    'A title of a hundred and twenty characters, which goes on and on about walls, stones, weather and the people of the dales',
    '🪨🪨🪨 Stones, one on two and two on one 🏔️',
    'في صناعة البناء وأنها من حوائج العمران',
    'Short',
  ];
  await world.sql(
    `insert into public.articles (user_id, title, url, canonical_url, content_html, content_text, site_name, reading_minutes)
     select $1, title, 'https://example.org/' || n, 'https://example.org/' || n || '/' || copy, '<p>Text</p>', 'Text',
            'Stone Quarterly', n
     from unnest($2::text[]) with ordinality as titles (title, n), generate_series(1, 8) copy`,
    [owner.id, titles],
  );
  await world.sql(
    `insert into public.notes (user_id, title, text, word_count, created_at)
     select $1, title || case when copy = 1 then '' else ' ' || copy end, 'It rests where the river left it, and nobody asks.', 10,
            now() - copy * interval '3 hours'
     from unnest($2::text[]) as titles (title), generate_series(1, 6) copy`,
    [owner.id, titles],
  );
  const { noteId } = await createBuiltNote(world, owner, {
    title: 'Stones along the way',
    articleId: ids[0] ?? '',
    notes: [
      'A cairn is a heap of stones that somebody built on purpose.',
      'They mark paths above the tree line, where signs would not last. Whoever passes adds a stone, and so the heap outlives the ones who made it.',
      'In fog a walker goes from one to the next.',
    ],
    summary: ['Cairns are heaps of stones that show the way.'],
    cues: [
      { text: 'What is a cairn?', quote: 'a heap of stones' },
      { text: 'Where do cairns mark paths?', quote: 'above the tree line' },
      { text: 'What does a walker do in fog?', quote: 'goes from one to the next' },
    ],
  });
  await world.settle();
  return new Map([...articleNames.map((name, index) => [name, ids[index] ?? ''] as const), ['stones', noteId]]);
}

test('take a picture of every screen', async ({ browser, world, site, guard }) => {
  test.setTimeout(20 * 60_000);
  guard.allow(/./);
  // `npm run screens -- note` takes those whose name contains the word.
  const wanted = process.env.CAIRN_SCREENS_ONLY ?? '';
  const chosen: readonly Scene[] = scenes.filter(({ name }) => name.includes(wanted));
  if (!wanted) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const newcomer = await world.signUp(newEmail());
  const owner = await world.signUp(newEmail());
  const ids = await furnish(world, owner, site.origin);
  await world.fetch('/auth/v1/recover', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email }),
  });
  const failures: string[] = [];
  for (const theme of themes) {
    for (const size of sizes) {
      for (const who of [undefined, 'newcomer', 'owner'] as const) {
        const context = await browser.newContext({
          baseURL: world.url,
          viewport: size,
          colorScheme: theme,
          reducedMotion: 'reduce',
          hasTouch: size.width < 768,
          locale: 'en-GB',
        });
        const first = await context.newPage();
        if (who) await signIn(first, who === 'owner' ? owner : newcomer);
        for (const scene of chosen.filter(({ as }) => as === who)) {
          const page = await context.newPage();
          await page.goto(scene.path.replace(/(?<=^\/(?:article|note)\/).*/, (name) => ids.get(name) ?? name));
          await screenOf(page).waitFor();
          try {
            await scene.act?.(page, { origin: site.origin, mailboxUrl: world.mailboxUrl ?? '' });
          } catch (error) {
            // The picture shows how far it came; the others are taken all the same.
            failures.push(`${scene.name} at ${size.width} px, ${theme}: ${String(error).split('\n')[0]}`);
          }
          // What comes and goes at the start is over, and what slides in stands still.
          await page
            .locator('[data-startup-overlay]')
            .waitFor({ state: 'detached', timeout: 5000 })
            .catch(() => {});
          await page.waitForTimeout(300);
          await page.screenshot({ path: picture(scene.name, size.width, theme) });
          // A deletion under way ends with its page: bring the article back first.
          if (scene.name === 'article-deleted') await page.getByRole('button', { name: 'Undo' }).click();
          await context.setOffline(false);
          await page.close();
        }
        await context.close();
      }
    }
  }
  for (const { name } of chosen) await writeSheet(browser, name);
  expect(failures, 'states that were not reached').toEqual([]);
});

const picture = (name: string, width: number, theme: string) => join(folder, `${name}-${width}-${theme}.png`);

/** The six pictures of a screen side by side. */
async function writeSheet(browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2000, height: 600 } });
  const images = themes.flatMap((theme) =>
    sizes.map(({ width }) => {
      const data = readFileSync(picture(name, width, theme)).toString('base64');
      return `<img height="560" src="data:image/png;base64,${data}">`;
    }),
  );
  await page.setContent(
    `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:gray">${images.join('')}</body>`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}
