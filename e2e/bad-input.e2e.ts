import type { World } from '@cairn/testkit/world';
import { expect, importField, newEmail, signIn, test, testPassword } from './fixtures.ts';

const articlesOf = (world: World, userId: string) =>
  world.sql<{ count: string }>('select count(*) from public.articles where user_id = $1', [userId]);

const badAddresses = [
  { name: 'nothing at all', path: '   ', message: 'Please enter the address of a web page.' },
  { name: 'no address', path: 'just some words', message: 'not a web address' },
  {
    name: 'a host that does not resolve',
    path: 'https://nobody-is-here.invalid/article',
    message: 'No website was found',
  },
  { name: '404', path: '/bad/not-found', message: '404' },
  { name: 'a PDF', path: '/bad/pdf', message: 'That is a PDF' },
  { name: '50 MB', path: '/bad/50mb', message: 'too large' },
  { name: 'a site that hangs', path: '/bad/hang', message: 'took too long' },
  { name: 'a redirect to a private address', path: '/bad/redirect-private', message: 'private network' },
  { name: 'a private address', path: 'http://192.168.0.1/router', message: 'private network' },
  { name: 'an empty page', path: '/bad/empty', message: 'empty' },
  { name: 'a page without an article', path: '/bad/no-article', message: 'No article was found' },
];

test('every bad address says what is wrong, on the form, and stores nothing', async ({
  page,
  guard,
  world,
  site,
  person,
}) => {
  guard.allow(/Failed to load resource/);
  await signIn(page, person, '/import');
  const field = importField(page);
  for (const { name, path, message } of badAddresses) {
    await test.step(name, async () => {
      await field.fill(path.startsWith('/') ? site.origin + path : path);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeAttached();
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
    });
  }
  expect((await articlesOf(world, person.id))[0]?.count).toBe('0');
  await expect(page.getByRole('listitem').filter({ hasText: 'Working' })).toHaveCount(0);
  expect(site.open()).toBe(0);
});

test('a duplicate says so and leads to the article', async ({ page, site, person }) => {
  await signIn(page, person, '/import');
  for (const [address, words] of [
    ['/articles/alice', 'Imported'],
    ['/articles/alice?utm_source=mail', 'already in your library'],
  ] as const) {
    await importField(page).fill(site.origin + address);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Open the article' }).click();
  await expect(page.getByTestId('article-text')).toContainText('White Rabbit');
});

test('an import can be cancelled', async ({ page, site, world, person }) => {
  await signIn(page, person, '/import');
  await importField(page).fill(`${site.origin}/bad/hang`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The import was cancelled.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cancelled' })).toBeVisible();
  expect((await articlesOf(world, person.id))[0]?.count).toBe('0');
});

test('sign-up and sign-in refuse in the specified words', async ({ page, guard, person }) => {
  guard.allow(/Failed to load resource/);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await expect(page.getByText('Please ensure your password meets all the requirements listed below.')).toBeVisible();
  await page.getByLabel('Full name').fill('Bob');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'User already registered' })).toBeVisible();

  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const refused = page.getByRole('alert').filter({
    hasText: 'Invalid email or password. Please check your credentials and try again.',
  });
  await expect(refused.getByRole('listitem')).toHaveCount(3);
});

test("another person's article is not found", async ({ page, world, site, person }) => {
  const other = await world.signUp(newEmail());
  const response = await world.fetch('/functions/v1/import-article', {
    as: other,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.origin}/articles/walden` }),
  });
  const { articleId } = (await response.json()) as { articleId: string };
  await signIn(page, person, `/article/${articleId}`);
  await expect(page.getByRole('heading', { name: 'Article not found' })).toBeVisible();
});
