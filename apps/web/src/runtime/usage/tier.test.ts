import { expect, test, vi } from 'vitest';
import { type AccountUser, resolveTier, type TierSources } from './tier.ts';
import { createTierResolver } from './tier-resolver.ts';

const user = (own?: string, raw?: string): AccountUser => ({
  id: 'u1',
  email: 'a@example.org',
  user_metadata: own === undefined ? {} : { user_tier: own, full_name: 'Ada' },
  raw_user_meta_data: raw === undefined ? {} : { user_tier: raw },
});
const fails = () => Promise.reject(new Error('The database is away.'));
const none = async () => null;
const sources = (given: Partial<TierSources> = {}): TierSources => ({
  userTier: none,
  activeSubscription: none,
  profileTier: none,
  ...given,
});

test('a database answer of free is final, whatever the metadata says; only the badge follows the metadata', async () => {
  const activeSubscription = vi.fn(none);
  const resolved = await resolveTier(
    sources({ userTier: async () => ({ tier: 'free', status: 'active' }), activeSubscription }),
    user('plus', 'enterprise'),
  );
  expect(resolved.info).toMatchObject({ tier: 'free', source: 'database', isActive: true });
  expect(resolved.classification.capabilities.dailyRequestLimit).toBe(5);
  expect(resolved.user.subscriptionTier).toBe('free');
  expect(resolved.plan).toBe('plus');
  expect(activeSubscription).not.toHaveBeenCalled();
});

test.each([
  ['the function', sources({ userTier: async () => ({ tier: 'plus', status: 'trialing' }) }), 'get_user_tier', 'plus'],
  [
    'the subscription, after no row',
    sources({ activeSubscription: async () => ({ tier: 'premium', status: 'active' }) }),
    'user_subscriptions',
    'premium',
  ],
  [
    'the subscription, after a failure',
    sources({ userTier: fails, activeSubscription: async () => ({ tier: 'free', status: 'active' }) }),
    'user_subscriptions',
    'free',
  ],
  ['the profile', sources({ userTier: fails, profileTier: async () => 'enterprise' }), 'profiles', 'enterprise'],
  ['a profile of free', sources({ userTier: fails, profileTier: async () => 'free' }), 'profiles', 'free'],
] as const)('%s answers, and nothing after it is looked at', async (_, given, step, tier) => {
  const { info, classification } = await resolveTier(given, user('plus', 'plus'));
  expect(info).toMatchObject({ tier, source: 'database', isActive: true });
  expect(classification.debug.step).toBe(step);
});

test.each([
  ['plus', 'enterprise', 'plus', 'user_metadata'],
  [undefined, 'enterprise', 'enterprise', 'raw_user_meta_data'],
  ['free', 'plus', 'free', 'user_metadata'],
  ['premium', 'plus', 'plus', 'raw_user_meta_data'],
  ['gold', undefined, 'free', 'default'],
  [undefined, undefined, 'free', 'default'],
] as const)('without a database: metadata %s, raw %s give %s from %s', async (own, raw, tier, source) => {
  const given = sources({ userTier: fails, activeSubscription: fails, profileTier: fails });
  const { info, failures, usage } = await resolveTier(given, user(own, raw));
  expect(info).toMatchObject({ tier, source });
  expect(failures.map(({ step }) => step)).toEqual(['get_user_tier', 'user_subscriptions', 'profiles']);
  expect(usage).toBeNull();
});

test('premium classifies as enterprise with 250 requests and its own models, and stays premium elsewhere', async () => {
  const { info, classification, plan } = await resolveTier(
    sources({ userTier: async () => ({ tier: 'premium', status: 'active' }) }),
    user(),
  );
  expect(info.tier).toBe('premium');
  expect(plan).toBe('plus');
  expect(classification).toMatchObject({
    tier: 'enterprise',
    capabilities: { dailyRequestLimit: 250, modelAccess: ['Llama 8b', 'Llama 70b', 'Llama 405b'] },
  });
  const own = await resolveTier(sources(), user('enterprise'));
  expect(own.classification.capabilities).toMatchObject({ dailyRequestLimit: 1000 });
  expect(own.classification.capabilities.modelAccess).toContain('gpt-4o');
});

test('a lapsed subscription is not active', async () => {
  const { info } = await resolveTier(sources({ userTier: async () => ({ tier: 'plus', status: 'past_due' }) }), user());
  expect(info.isActive).toBe(false);
});

test('the enhanced user carries what the session says, and the tier', async () => {
  const { user: enhanced } = await resolveTier(sources(), user('plus'));
  expect(enhanced).toEqual({
    id: 'u1',
    email: 'a@example.org',
    user_metadata: { user_tier: 'plus', full_name: 'Ada' },
    raw_user_meta_data: {},
    subscriptionTier: 'plus',
  });
});

test('a tier is remembered five minutes per account; what came about through a failure is not', async () => {
  let now = 0;
  let answer: TierSources['userTier'] = async () => ({ tier: 'free', status: 'active' });
  const userTier = vi.fn((id: string) => answer(id));
  const resolver = createTierResolver({ now: () => now }, sources({ userTier }));
  await resolver.resolve(user());
  now = 299_999;
  await resolver.resolve(user());
  expect(userTier).toHaveBeenCalledTimes(1);
  expect(resolver.lastKnown('u1')?.info.tier).toBe('free');
  await resolver.resolve({ ...user(), id: 'u2' });
  expect(userTier).toHaveBeenCalledTimes(2);
  now = 300_000;
  expect(resolver.lastKnown('u1')).toBeUndefined();
  answer = fails;
  await resolver.resolve(user());
  await resolver.resolve(user());
  expect(userTier).toHaveBeenCalledTimes(4);
});

test('callers at the same time share one question, and a fresh one overtakes it', async () => {
  const answers: ((tier: 'free' | 'plus') => void)[] = [];
  const userTier = vi.fn(
    () =>
      new Promise<{ tier: 'free' | 'plus'; status: 'active' }>((resolve) => {
        answers.push((tier) => resolve({ tier, status: 'active' }));
      }),
  );
  const resolver = createTierResolver({ now: () => 0 }, sources({ userTier }));
  const [first, second] = [resolver.resolve(user()), resolver.resolve(user())];
  expect(userTier).toHaveBeenCalledTimes(1);
  const third = resolver.resolve(user(), { fresh: true });
  answers[1]?.('plus');
  await third;
  answers[0]?.('free');
  expect(await first).toBe(await second);
  expect((await resolver.resolve(user())).info.tier).toBe('plus');
});
