import type { Page } from '@playwright/test';
import { analyzeWithAxe, expect, signIn, test } from './fixtures.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Feature flags' });
const flag = (page: Page, name: string) => panel(page).getByRole('switch', { name, exact: true });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('pkm_feature_flags'));
const store = (page: Page, text: string) =>
  page.evaluate((value) => localStorage.setItem('pkm_feature_flags', value), text);

async function openPanel(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('feature flags');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
}

async function reloaded(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('pkm_feature_flags: the defaults, a switch in this browser, and what cannot be understood', async ({ page }) => {
  await page.goto('/test-ai-usage');
  await openPanel(page);
  await test.step('the defaults: two off, three on, gradual rollout off at 0 percent, AI Transform off', async () => {
    for (const name of ['Service architecture', 'Component refactors', 'Gradual rollout', 'AI Transform']) {
      await expect(flag(page, name), name).not.toBeChecked();
    }
    for (const name of ['Bundle splitting', 'TDZ prevention', 'Memoization']) {
      await expect(flag(page, name), name).toBeChecked();
    }
    await expect(panel(page).getByLabel('Rollout percentage')).toHaveValue('0');
    // What is not built cannot be switched on.
    await expect(flag(page, 'AI Transform')).toBeDisabled();
    expect(await stored(page)).toBeNull();
    expect((await analyzeWithAxe(page)).violations.map(({ id }) => id)).toEqual([]);
  });

  await test.step('a switch is kept in this browser, takes effect after a reload, and is taken back', async () => {
    await flag(page, 'Memoization').click();
    expect(await stored(page)).toBe('{"memoization":false}');
    await expect(panel(page).getByRole('status')).toHaveText('Takes effect after a reload.');
    await panel(page).getByRole('button', { name: 'Reload' }).click();
    await expect(panel(page)).toBeHidden();
    await openPanel(page);
    await expect(flag(page, 'Memoization')).not.toBeChecked();
    await expect(panel(page).getByRole('status')).toHaveText('');
    await panel(page).getByRole('button', { name: 'Take back: Memoization' }).click();
    await expect(flag(page, 'Memoization')).toBeChecked();
    expect(await stored(page)).toBeNull();
  });

  await test.step('a percentage that is none is refused in words and not kept', async () => {
    await panel(page).getByLabel('Rollout percentage').fill('101');
    await expect(panel(page)).toContainText('A number from 0 to 100');
    expect(await stored(page)).toBeNull();
    await panel(page).getByLabel('Rollout percentage').fill('40');
    expect(await stored(page)).toBe('{"rolloutPercentage":40}');
    await panel(page).getByRole('button', { name: 'Reset all' }).click();
    expect(await stored(page)).toBeNull();
  });

  for (const text of ['{{', '[]', '{"memoization":"no","rolloutPercentage":900}']) {
    await test.step(`${text} leaves the defaults`, async () => {
      await store(page, text);
      await reloaded(page);
      await openPanel(page);
      await expect(panel(page)).toContainText('could not be understood');
      await expect(flag(page, 'Memoization')).toBeChecked();
      await expect(panel(page).getByLabel('Rollout percentage')).toHaveValue('0');
    });
  }
});

test('gradual rollout: a value of host, stored user id and user agent, modulo 100, against the percentage', async ({
  page,
}) => {
  await page.goto('/test-ai-usage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const placeOf = async (userId: string | null, flags: object) => {
    await page.evaluate(
      ([id, text]) => {
        if (id) localStorage.setItem('user_id', id);
        else localStorage.removeItem('user_id');
        localStorage.setItem('pkm_feature_flags', text as string);
      },
      [userId, JSON.stringify(flags)],
    );
    await reloaded(page);
    await openPanel(page);
    const words = await panel(page).getByText('This browser has number').textContent();
    const on = await flag(page, 'Service architecture').isChecked();
    expect(await flag(page, 'Component refactors').isChecked()).toBe(on);
    return { bucket: Number(words?.match(/number (\d+)/)?.[1]), on };
  };
  const { bucket, on } = await placeOf('someone', { gradualRollout: true, rolloutPercentage: 100 });
  expect(on).toBe(true);
  expect(bucket).toBeGreaterThanOrEqual(0);
  expect(bucket).toBeLessThan(100);
  // The number itself is not in, the next is.
  expect(await placeOf('someone', { gradualRollout: true, rolloutPercentage: bucket })).toEqual({ bucket, on: false });
  expect(await placeOf('someone', { gradualRollout: true, rolloutPercentage: bucket + 1 })).toEqual({
    bucket,
    on: true,
  });
  expect(await placeOf('someone', { rolloutPercentage: 100 })).toEqual({ bucket, on: false });
  // Two more people at this host, with this browser: that all three have one number is as good as impossible.
  const others = [await placeOf(null, {}), await placeOf('someone else', {})];
  expect(new Set([bucket, ...others.map((other) => other.bucket)]).size).toBeGreaterThan(1);
});

test('the flags do what they say, user_id is never written, and no flag brings a screen that is not built', async ({
  page,
  person,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    localStorage.setItem('pkm_feature_flags', '{"aiTransform":true,"bundleSplitting":false}');
  });
  await signIn(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => scripts.some((path) => path.includes('mailbox-screen'))).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('user_id'))).toBeNull();

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /AI Transform/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'AI Transform is on the way' })).toBeVisible();
  await page.goto('/transform');
  await expect(page.getByRole('heading', { level: 1, name: 'AI Transform is on the way' })).toBeVisible();
});
