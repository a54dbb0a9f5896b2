import type { HybridUsage, QuotaResult, Usage } from '@cairn/contracts/plans';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MissingProviderError } from '../../lib/required-context.ts';
import type { Clock } from '../environment.ts';
import { createHybridUsage } from './hybrid-usage.ts';
import { checkQuota } from './quota.ts';
import type { AccountUser } from './tier.ts';
import { createTierResolver } from './tier-resolver.ts';
import { UsageProvider, useHybridUsage, useQuota, useTier, useUsage } from './usage-provider.tsx';
import { createUsageService } from './usage-service.ts';

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};
const noon = Date.UTC(2026, 0, 5, 12);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const record = (used = 1): Partial<HybridUsage> => ({ tier: 'free', monthly_limit: 10, current_usage: used });
const away = () => Promise.reject(new Error('The database is away.'));

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

test('requests within 250 ms are one, and what is known holds for 30 s', async () => {
  const read = vi.fn(async () => record());
  const { request, state } = createHybridUsage(clock, read);
  for (const _ of [1, 2, 3]) {
    request();
    await pass(249);
  }
  expect(read).not.toHaveBeenCalled();
  await pass(1);
  expect(read).toHaveBeenCalledTimes(1);
  expect(state.get()).toMatchObject({ status: 'ready', usage: { percentage: 10, remaining: 9 } });
  await pass(29_499);
  request();
  await pass(250);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(1);
  request();
  await pass(250);
  expect(read).toHaveBeenCalledTimes(2);
});

test('three retries after 2, 4 and 8 s; then the error holds for five minutes, over what was known', async () => {
  const at: number[] = [];
  const read = vi.fn((): Promise<Partial<HybridUsage>> => {
    at.push(Date.now() - noon);
    return at.length === 1 ? Promise.resolve(record(4)) : away();
  });
  const { request, refresh, state } = createHybridUsage(clock, read);
  request();
  await pass(40_250);
  request();
  await pass(14_250);
  expect(at).toEqual([250, 40_500, 42_500, 46_500, 54_500]);
  expect(state.get()).toMatchObject({ status: 'error', usage: { current_usage: 4 } });
  expect(state.get().error?.message).toBe('The database is away.');
  await pass(299_000);
  request();
  await pass(250);
  expect(read).toHaveBeenCalledTimes(5);
  // A person who asks does not wait.
  refresh();
  await pass(250);
  expect(read).toHaveBeenCalledTimes(6);
  await pass(14_000 + 300_000);
  request();
  await pass(250);
  expect(read).toHaveBeenCalledTimes(10);
});

test('500 ms after a charge it is read anew, and the answer of an earlier reading does not come on top', async () => {
  const answers: ((used: number) => void)[] = [];
  const { request, incremented, state } = createHybridUsage(
    clock,
    () => new Promise((resolve) => answers.push((used) => resolve(record(used)))),
  );
  request();
  await pass(250);
  // Whoever asks while it is being read begins no second reading.
  request();
  await pass(250);
  expect(answers).toHaveLength(1);
  incremented();
  await pass(100);
  request();
  await pass(399);
  expect(answers).toHaveLength(1);
  await pass(1);
  expect(answers).toHaveLength(2);
  answers[1]?.(3);
  await pass(0);
  answers[0]?.(2);
  await pass(0);
  expect(state.get()).toMatchObject({ status: 'ready', usage: { current_usage: 3 } });
});

const refusedQuota: QuotaResult = {
  allowed: false,
  remaining: 0,
  used: 5,
  limit: 5,
  resetTime: '2026-01-06T00:00:00.000Z',
  tier: 'free',
};

test('a quota that says no is a no', async () => {
  const report = vi.fn();
  const checked = await checkQuota({ clock, read: async () => refusedQuota, lastTier: () => 'plus', report });
  expect(checked).toEqual({ quota: refusedQuota, failedOpen: null });
  expect(report).not.toHaveBeenCalled();
});

test.each([
  ['an error', away, 0],
  ['an answer of another shape', async () => ({ message: 'busy' }), 0],
  ['no answer in 10 s', () => new Promise<never>(() => {}), 10_000],
] as const)('a check that fails (%s) lets through with the full day, and is reported', async (_, read, ms) => {
  for (const [tier, limit] of [
    ['plus', 100],
    [undefined, 5],
  ] as const) {
    const report = vi.fn();
    const at = Date.now();
    let ended: AbortSignal | undefined;
    const checking = checkQuota({
      clock,
      read: (signal) => {
        ended = signal;
        return read();
      },
      lastTier: () => tier,
      report,
    });
    if (ms > 0) {
      await pass(ms - 1);
      expect(report).not.toHaveBeenCalled();
      await pass(1);
    }
    const { quota, failedOpen } = await checking;
    expect(quota).toMatchObject({ allowed: true, remaining: limit, limit, used: 0, tier: tier ?? 'free' });
    expect(quota.resetTime).toBe('2026-01-06T00:00:00.000Z');
    expect(quota.upgrade?.nextTier).toBe(tier ? undefined : 'plus');
    expect(failedOpen).toBeTruthy();
    expect(report).toHaveBeenCalledExactlyOnceWith({ reason: failedOpen, ms, at });
    expect(ended?.aborted).toBe(ms > 0);
  }
});

function world(remembered: 'plus' | 'free' | null = null) {
  const listeners = { session: () => {}, charged: () => {}, wake: () => {}, visible: (_: boolean) => {} };
  const changes = new Map<string, () => void>();
  let user: AccountUser | null = null;
  const userTier = vi.fn(
    async (): Promise<Partial<Usage>> => ({ tier: 'free', status: 'active', monthly_limit: 80, current_usage: 20 }),
  );
  const hybridUsage = vi.fn(async (_: string) => record());
  const checkLimit = vi.fn(async () => refusedQuota);
  const increment = vi.fn(async (_: string, __: number) => {});
  const follow = (name: 'session' | 'charged' | 'wake') => (call: () => void) => {
    listeners[name] = call;
    return () => {
      listeners[name] = () => {};
    };
  };
  const none = async () => null;
  const service = createUsageService({
    environment: {
      clock,
      onVisibilityChange: (call) => {
        listeners.visible = call;
        return () => {};
      },
    },
    user: () => user,
    resolver: createTierResolver(clock, { userTier, activeSubscription: none, profileTier: none }),
    hybridUsage,
    checkLimit,
    increment,
    report: () => {},
    resolved: () => {},
    rememberedPlan: () => remembered,
    onSession: follow('session'),
    onCharged: follow('charged'),
    onWake: follow('wake'),
    onSubscriptionChange: (id, call) => {
      changes.set(id, call);
      return () => void changes.delete(id);
    },
  });
  const signIn = (id: string | null, metadata: AccountUser['user_metadata'] = {}) => {
    user = id ? { id, email: `${id}@example.org`, user_metadata: metadata, raw_user_meta_data: {} } : null;
    act(() => listeners.session());
  };
  return { service, signIn, listeners, changes, userTier, hybridUsage, checkLimit, increment };
}

function Everything() {
  const [tier, usage, hybrid, quota] = [useTier(), useUsage(), useHybridUsage(), useQuota()];
  return (
    <p>
      {[
        tier?.info.tier,
        tier?.plan,
        usage?.usage.usage_percentage,
        usage?.allowed,
        hybrid?.usage?.percentage,
        quota?.checked?.quota.allowed,
      ]
        .map(String)
        .join(' ')}
    </p>
  );
}

const show = (service: ReturnType<typeof world>['service']) =>
  render(
    <UsageProvider service={service}>
      <Everything />
    </UsageProvider>,
  );
const nothing = 'undefined undefined undefined undefined undefined undefined';
const shown = () => screen.getByRole('paragraph').textContent;

test('the hooks give nothing without a user, everything with one, and nothing of one person to the next', async () => {
  const { service, signIn, hybridUsage } = world();
  show(service);
  await pass(1000);
  expect(shown()).toBe(nothing);
  expect(hybridUsage).not.toHaveBeenCalled();
  signIn('ada');
  await pass(1000);
  expect(shown()).toBe('free free 25 true 10 false');
  signIn('bob');
  expect(shown()).toBe(nothing);
  await pass(1000);
  expect(hybridUsage.mock.calls).toEqual([['ada'], ['bob']]);
  signIn(null);
  expect(shown()).toBe(nothing);
  service.stop();
});

test('without any answer the badge goes on saying the plan that was known, and nothing else follows from it', async () => {
  const { service, signIn, userTier } = world('plus');
  userTier.mockImplementation(away);
  const { container } = show(service);
  signIn('ada');
  await pass(1000);
  expect(container.textContent).toMatch(/^free plus /);
  // An answer counts more than what was known.
  userTier.mockResolvedValue({ tier: 'free', status: 'active' });
  act(() => service.account.get()?.refresh());
  await pass(1000);
  expect(container.textContent).toMatch(/^free free /);
  service.stop();
});

const Lonely = ({ useHook }: { useHook: () => unknown }) => <p>{String(useHook())}</p>;

test.each([
  ['useTier', useTier],
  ['useUsage', useUsage],
  ['useHybridUsage', useHybridUsage],
  ['useQuota', useQuota],
])('%s throws a named error outside its provider', (name, hook) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Lonely useHook={hook} />)).toThrow(MissingProviderError);
  expect(() => render(<Lonely useHook={hook} />)).toThrow(`${name} must be used within a UsageProvider.`);
  vi.restoreAllMocks();
});

test('everything is read anew 500 ms after a charge, once for several', async () => {
  const { service, signIn, listeners, userTier, hybridUsage, checkLimit } = world();
  show(service);
  signIn('ada');
  await pass(1000);
  listeners.charged();
  await pass(100);
  listeners.charged();
  await pass(499);
  expect([userTier, hybridUsage, checkLimit].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  await pass(1);
  expect([userTier, hybridUsage, checkLimit].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2]);
  service.stop();
});

test('what the client counts itself is told to the server, then read', async () => {
  const { service, signIn, increment, hybridUsage } = world();
  signIn('ada');
  await pass(1000);
  await service.account.get()?.increment(3);
  expect(increment).toHaveBeenCalledExactlyOnceWith('ada', 3);
  await pass(500);
  expect(hybridUsage).toHaveBeenCalledTimes(2);
  service.stop();
});

test('a change of the subscription, a tab that returns and the next UTC day lead to new answers', async () => {
  const { service, signIn, listeners, changes, userTier, hybridUsage } = world();
  signIn('ada');
  await pass(1000);
  userTier.mockResolvedValue({ tier: 'plus', status: 'active' });
  changes.get('ada')?.();
  await pass(250);
  expect(service.account.get()?.tier.get()?.info.tier).toBe('plus');
  expect(hybridUsage).toHaveBeenCalledTimes(2);
  // At once after that there is nothing new to read.
  listeners.visible(true);
  await pass(250);
  expect(userTier).toHaveBeenCalledTimes(2);
  await pass(60_000);
  listeners.visible(false);
  await pass(250);
  expect(userTier).toHaveBeenCalledTimes(2);
  listeners.visible(true);
  await pass(250);
  expect([userTier, hybridUsage].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
  await pass(12 * 60 * 60_000);
  expect([userTier, hybridUsage].map(({ mock }) => mock.calls.length)).toEqual([4, 4]);
  signIn(null);
  expect(changes.size).toBe(0);
  await pass(24 * 60 * 60_000);
  expect(userTier).toHaveBeenCalledTimes(4);
  service.stop();
});

test('a failed meter is read again when the connection is back', async () => {
  const { service, signIn, listeners, hybridUsage } = world();
  hybridUsage.mockImplementation(away);
  signIn('ada');
  await pass(20_000);
  expect(service.account.get()?.hybrid.state.get().status).toBe('error');
  hybridUsage.mockResolvedValue(record(2));
  listeners.wake();
  await pass(250);
  expect(service.account.get()?.hybrid.state.get()).toMatchObject({ status: 'ready', usage: { current_usage: 2 } });
  service.stop();
});

test('new metadata of the same person changes the badge, a renewed token nothing', async () => {
  const { service, signIn, userTier } = world();
  signIn('ada');
  await pass(1000);
  signIn('ada');
  expect(userTier).toHaveBeenCalledTimes(1);
  signIn('ada', { user_tier: 'plus' });
  await pass(0);
  expect(service.account.get()?.tier.get()).toMatchObject({ plan: 'plus', info: { tier: 'free', source: 'database' } });
  service.stop();
});
