import { expect, signIn, test } from './fixtures.ts';

test('a welcome and four numbers', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await expect(page.getByRole('region', { name: 'Your numbers' }).getByRole('term')).toHaveText([
    'Learning Sessions',
    'Knowledge Items',
    'Active Streak (days)',
    'Learning Time (min)',
  ]);
});

/** Each card of a region: its name, and where it leads. What is to come leads to its modal. */
const cardsOf = (region: Element) =>
  [...region.querySelectorAll('li')].map((card) => ({
    words: [...card.querySelectorAll('span')].filter(({ children }) => children.length === 0).map((e) => e.textContent),
    to: card.querySelector('a')?.getAttribute('href') ?? card.querySelector('button')?.getAttribute('aria-haspopup'),
  }));

test('the quick actions lead where they say', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const cards = await page.getByRole('region', { name: 'Quick Actions' }).evaluate(cardsOf);
  expect(cards.map(({ words: [name, badge], to }) => [name, badge, to])).toEqual([
    ['Start Learning', 'Primary', '/pkm-hub'],
    ['Import Articles', expect.any(String), '/import'],
    [
      'Browse Community',
      expect.stringMatching(/^(Beta|Coming Soon)$/),
      expect.stringMatching(/^(\/community|dialog)$/),
    ],
    ['Create Task', expect.any(String), expect.stringMatching(/^(\/todos|dialog)$/)],
  ]);
});

test('the three feature sections and what stands in them', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  for (const [section, names] of [
    ['Knowledge Management', ['PKM Hub', 'Import Content']],
    ['Community and Sharing', ['Community']],
    ['Productivity Tools', ['To-Do List', 'AI Transform']],
  ] as const) {
    const region = page.getByRole('region', { name: section });
    const cards = await region.evaluate(cardsOf);
    expect(cards.map(({ words }) => words[0])).toEqual(names);
  }
  await expect(
    page.getByRole('region', { name: 'Productivity Tools' }).getByRole('button', { name: /AI Transform/ }),
  ).toContainText('Coming Soon');
});

test('interest in a screen to come is counted, with account and plan', async ({ page, person }) => {
  await signIn(page, person, '/dashboard');
  const sent = page.waitForRequest('**/api/events');
  await page
    .getByRole('button', { name: /AI Transform/ })
    .last()
    .click();
  await expect(page.getByRole('dialog', { name: 'AI Transform is on the way' })).toBeVisible();
  const { events } = (await sent).postDataJSON() as { events: unknown[] };
  expect(events).toEqual([
    {
      name: 'feature_interest',
      feature_name: 'AI Transform',
      user_id: person.id,
      user_plan: 'free',
      event_category: 'product_feedback',
    },
  ]);
});
