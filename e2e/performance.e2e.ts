import { expectEveryLook } from './every-look.ts';
import { expect, signIn, test } from './fixtures.ts';

test('people see what their own browser measured, and not the server', async ({ page, person, guard, world }) => {
  guard.allow(/status of 403/);
  // The first account of a development server is an administrator.
  await world.sql('update public.profiles set is_admin = false where id = $1', [person.id]);
  await signIn(page, person, '/dashboard');
  await page.goto('/admin/performance');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(panel('Start-up of this visit').getByRole('img')).toHaveAccessibleName(/the workspace was ready at/);
  await panel('Start-up of this visit').getByText('As a table').click();
  await expect(page.getByRole('table', { name: 'Start-up timeline' }).getByRole('row')).not.toHaveCount(1);
  const service = (name: string) =>
    page.getByRole('table', { name: 'Services' }).getByRole('row', { name: new RegExp(`^${name}`) });
  for (const name of ['auth', 'sessionManager', 'vectorDB', 'educationalChat', 'progressiveLearning']) {
    await expect(service(name)).toContainText('ready');
  }
  await expect(service('progressiveLearning')).toContainText('0 due, level 0.50');
  for (const name of ['contextMemory', 'learningJourney']) {
    await expect(service(name)).toContainText(`timeout`);
    await expect(service(name)).toContainText('is not mounted');
  }
  await expect(panel('Services')).toContainText('enhanced');
  await expect(panel('Web vitals')).toContainText(/LCP.*\d (ms|s)/s);
  await expect(panel('Server')).toContainText('You are not authorised');
  // Something that is slow or fails from now on.
  await expect(panel('Slow and failed calls')).toContainText('GET /api/admin/performance');
  await expectEveryLook(page, 'what a browser measured');
});

test('administrators see how the server does', async ({ page, person, world }) => {
  await world.sql('update public.profiles set is_admin = true where id = $1', [person.id]);
  await signIn(page, person, '/admin/performance');
  const server = page.getByRole('region', { name: 'Server', exact: true });
  await expect(server.getByRole('img', { name: /^Requests by minute: at most/ })).toBeVisible();
  await expect(server.getByRole('img', { name: /^p95 by minute: at most/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Routes' }).getByRole('row').nth(1)).toBeVisible();
  await expect(server).toContainText('Event loop delay');
  await expectEveryLook(page, 'what the server measured');
});

test('visitors measure their own browser, cancel, and take the results along', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/test-performance');
  await page.getByRole('button', { name: 'Run the benchmarks' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled.')).toBeVisible();
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('All measured.')).toBeVisible({ timeout: 60_000 });
  const rows = page.getByRole('table', { name: 'Results' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  for (const row of (await rows.all()).slice(1)) await expect(row).toContainText(/\d (ms|s)/);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('The results are on the clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/List of 10,000 rows: .*slowest/);
  await expectEveryLook(page, 'the results of the benchmarks');
});
