import { fallbackMonthlyLimits, plans, type Tier, tiers } from '@cairn/contracts/plans';
import { expect, test } from 'vitest';
import { toHybridUsage, toSubscriptionUsage } from './usage-records.ts';
import {
  barWidth,
  percentageOf,
  requestAllowed,
  showsUpgradePrompt,
  showsWarningDot,
  usageColour,
} from './usage-rules.ts';

/** Numbers that are the same in every run. */
function* numbers(count: number, seed = 7): Generator<number> {
  let state = seed;
  for (let made = 0; made < count; made += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

test.each([
  [0, 'green', false, false],
  [49, 'green', false, false],
  [50, 'yellow', false, false],
  [69, 'yellow', false, false],
  [70, 'yellow', true, false],
  [79, 'yellow', true, false],
  [80, 'red', true, true],
  [100, 'red', true, true],
  [140, 'red', true, true],
])('at %i %%: %s, prompt %s, dot %s', (percentage, colour, prompt, dot) => {
  expect(usageColour(percentage)).toBe(colour);
  expect(showsUpgradePrompt('free', percentage)).toBe(prompt);
  expect(showsWarningDot(percentage)).toBe(dot);
  for (const paid of ['plus', 'premium', 'enterprise'] as const)
    expect(showsUpgradePrompt(paid, percentage)).toBe(false);
});

test('whatever is used of whatever limit: whole per cent that grow with use, a bar of 0 to 100 %, colours in their order', () => {
  const order = ['green', 'yellow', 'red'];
  for (const random of numbers(2000)) {
    const limit = 1 + Math.floor(random * 10_000);
    // Up to twice the limit, in no proportion to it.
    const used = Math.floor((random * 7_919_000) % (limit * 2));
    const percentage = percentageOf(used, limit);
    const next = percentageOf(used + 1, limit);
    expect(Number.isInteger(percentage)).toBe(true);
    expect(next).toBeGreaterThanOrEqual(percentage);
    expect(Math.abs(percentage - (100 * used) / limit)).toBeLessThanOrEqual(0.5);
    expect(barWidth(percentage)).toBe(Math.min(percentage, 100));
    expect(order.indexOf(usageColour(next))).toBeGreaterThanOrEqual(order.indexOf(usageColour(percentage)));
    expect(showsWarningDot(percentage)).toBe(usageColour(percentage) === 'red');
    if (showsWarningDot(percentage)) expect(showsUpgradePrompt('free', percentage)).toBe(true);
  }
});

test.each([[null], [0], [-5], [Number.NaN]])('a limit of %s uses nothing up', (limit) => {
  expect(percentageOf(12, limit)).toBe(0);
  expect(barWidth(percentageOf(12, limit))).toBe(0);
});

test('who may ask: paid plans by their status, free with something left besides', () => {
  const statuses = { active: true, trialing: true, past_due: false, canceled: false, paused: false } as const;
  for (const tier of tiers) {
    for (const [status, entitles] of Object.entries(statuses)) {
      const record = { tier, status: status as keyof typeof statuses };
      expect(requestAllowed({ ...record, requests_remaining: 1 }), `${tier} ${status}`).toBe(entitles);
      expect(requestAllowed({ ...record, requests_remaining: 0 }), `${tier} ${status}, none left`).toBe(
        entitles && tier !== 'free',
      );
    }
  }
});

test('the tier lookup: percentage and remaining are derived, and a record without limits gets the fallback ones', () => {
  expect(
    toSubscriptionUsage({ tier: 'free', status: 'active', monthly_limit: 80, current_usage: 60, days_until_reset: 4 }),
  ).toEqual({
    tier: 'free',
    status: 'active',
    monthly_limit: 80,
    current_usage: 60,
    days_until_reset: 4,
    usage_percentage: 75,
    requests_remaining: 20,
  });
  expect(toSubscriptionUsage({ tier: 'plus' })).toMatchObject({ monthly_limit: 1000, days_until_reset: 30 });
  expect(toSubscriptionUsage({ tier: 'enterprise' })).toMatchObject({ monthly_limit: 10_000 });
  expect(toSubscriptionUsage({ tier: 'free', monthly_limit: 5, current_usage: 9 })?.requests_remaining).toBe(0);
  expect(toSubscriptionUsage({ tier: 'gold' as Tier })).toBeNull();
});

test('hybrid usage: fallback limits only where the record has none; null is no limit at all', () => {
  const limitOf = (tier: Tier) => toHybridUsage({ tier }, 0)?.monthly_limit;
  expect(limitOf('free')).toBe(80);
  expect(limitOf('plus')).toBe(2000);
  expect(limitOf('premium')).toBe(7500);
  expect(fallbackMonthlyLimits.hybrid.free).toBe(80);
  expect(toHybridUsage({ tier: 'enterprise', monthly_limit: null, current_usage: 900 }, 0)).toMatchObject({
    monthly_limit: null,
    remaining: null,
    percentage: 0,
    can_request: true,
    usage_type: 'article_imports',
  });
  expect(toHybridUsage({ tier: 'free', monthly_limit: 10, current_usage: 8 }, 0)).toEqual({
    current_usage: 8,
    monthly_limit: 10,
    daily_limit: plans.free.dailyRequests,
    daily_used: 0,
    reset_date: '1970-01-31T00:00:00.000Z',
    tier: 'free',
    usage_type: 'article_imports',
    percentage: 80,
    remaining: 2,
    can_request: true,
    days_until_reset: 30,
  });
  expect(toHybridUsage({ tier: 'plus', monthly_limit: 2000, current_usage: 1 }, 0)?.usage_type).toBe('api_requests');
  expect(toHybridUsage({}, 0)).toBeNull();
});
