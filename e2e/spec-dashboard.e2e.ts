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
  const place = (address: string) => expect.stringMatching(new RegExp(`^(${address}|dialog)$`));
  for (const [section, expected] of [
    [
      'Knowledge Management',
      [
        ['PKM Hub', '/pkm-hub'],
        ['Import Content', '/import'],
      ],
    ],
    ['Community and Sharing', [['Community', place('/community')]]],
    [
      'Productivity Tools',
      [
        ['To-Do List', place('/todos')],
        ['AI Transform', place('/transform')],
      ],
    ],
  ] as const) {
    const region = page.getByRole('region', { name: section });
    const cards = await region.evaluate(cardsOf);
    expect(cards.map(({ words, to }) => [words[0], to])).toEqual(expected);
  }
  await expect(
    page.getByRole('region', { name: 'Productivity Tools' }).getByRole('button', { name: /AI Transform/ }),
  ).toContainText('Coming Soon');
});

test('interest in a screen to come is counted, with account and plan', async ({ page, world, person }) => {
  const card = page.getByRole('button', { name: /AI Transform/ }).last();
  const sentBy = async (ask: () => Promise<void>) => {
    const sent = page.waitForRequest('**/api/events');
    await ask();
    await expect(page.getByRole('dialog', { name: 'AI Transform is on the way' })).toBeVisible();
    const request = await sent;
    return { method: request.method(), body: request.postDataJSON() as unknown };
  };
  const interest = (user_id: string, user_plan: string) => ({
    method: 'POST',
    body: {
      events: [
        {
          name: 'feature_interest',
          feature_name: 'AI Transform',
          user_id,
          user_plan,
          event_category: 'product_feedback',
        },
      ],
    },
  });

  await test.step('of nobody', async () => {
    await page.goto('/test-ai-usage');
    const item = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /AI Transform/ });
    expect(await sentBy(() => item.click())).toEqual(interest('anonymous', 'no-account'));
  });
  await test.step('of a free account', async () => {
    await signIn(page, person, '/dashboard');
    expect(await sentBy(() => card.click())).toEqual(interest(person.id, 'free'));
  });
  await test.step('of a plus account', async () => {
    await world.grant(person, 'plus');
    await page.evaluate(() => localStorage.removeItem('pkm-auth-state'));
    await page.reload();
    await expect(page.getByText('Plus Plan')).toBeVisible();
    expect(await sentBy(() => card.click())).toEqual(interest(person.id, 'plus'));
  });
});
