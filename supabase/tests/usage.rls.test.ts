import { plans, tiers } from '@cairn/contracts/plans';
import { actAs, type TestActor } from '@cairn/testkit/act-as';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
let db: Client;

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
});
afterAll(() => people.close());
beforeEach(async () => {
  await db.query('delete from private.quota_charges');
  await db.query('delete from public.ai_usage_logs');
  await db.query('delete from public.user_subscriptions');
  await db.query("update public.profiles set subscription_tier = 'free'");
});

/** One value of one function, as an actor; what it wrote stays. */
async function call<T = Record<string, unknown>>(actor: TestActor, sql: string, ...values: unknown[]): Promise<T> {
  const { rows } = await actAs(db, actor, (client) => client.query(`select x.* from ${sql} as x`, values), {
    commit: true,
  });
  const row = rows[0] as Record<string, unknown>;
  const columns = Object.keys(row);
  return (columns.length === 1 && columns[0] === 'x' ? row.x : row) as T;
}
interface Outcome {
  chargeId: string | null;
  quota: Record<string, unknown>;
}
const consume = (user: string, kind: string, units = 1) =>
  call<Outcome>('service_role', 'private.consume_quota($1, $2, $3)', user, kind, units);
const subscriptionOf = async (user: string) =>
  (await db.query('select * from public.user_subscriptions where user_id = $1', [user])).rows[0];
const refusal = (work: Promise<unknown>) =>
  work.then(() => 'allowed').catch((error) => (error as { code: string }).code);

describe('the plans', () => {
  it.each(tiers)('of the database are those of the contracts: %s', async (tier) => {
    const { rows } = await db.query('select * from private.plan_limits($1)', [tier]);
    const { price, dailyRequests, monthlyRequests, monthlyImports, features } = plans[tier];
    expect(rows).toEqual([
      {
        price: price === null ? null : price.toFixed(2),
        daily_requests: dailyRequests,
        monthly_requests: monthlyRequests,
        monthly_imports: monthlyImports,
        features,
      },
    ]);
    await db.query('insert into public.user_subscriptions (user_id) values ($1)', [alice]);
    await db.query('update public.user_subscriptions set tier = $2 where user_id = $1', [alice, tier]);
    expect((await subscriptionOf(alice)).monthly_request_limit).toBe(monthlyRequests);
  });
});

describe('attacks', () => {
  const attempts: [string, string, unknown[]][] = [
    ['make a subscription', "insert into public.user_subscriptions (user_id, tier) values ($1, 'enterprise')", [alice]],
    ['raise the own tier', "update public.user_subscriptions set tier = 'plus' where user_id = $1", [alice]],
    ['lower the own use', 'update public.user_subscriptions set current_month_usage = 0 where user_id = $1', [alice]],
    ['drop the subscription', 'delete from public.user_subscriptions where user_id = $1', [alice]],
    ['take a manual grant', "update public.profiles set subscription_tier = 'enterprise' where id = $1", [alice]],
    ['delete own usage', 'delete from public.ai_usage_logs where user_id = $1', [alice]],
    ['add usage', "insert into public.ai_usage_logs (user_id, operation_type) values ($1, 'ask')", [alice]],
    ['read the ledger', 'select * from private.quota_charges where user_id = $1', [alice]],
    ['charge directly', "select private.consume_quota($1, 'ai_request', 1)", [alice]],
    ['refund themself', 'select private.refund_quota($1)', [alice]],
    ['reset the day', 'select public.reset_usage_today($1)', [alice]],
    [
      'invent a payment',
      "insert into public.stripe_subscriptions (user_id, customer_id, status) values ($1, 'c', 'active')",
      [alice],
    ],
    ['count for another', 'select * from public.increment_user_usage($1, 1)', [bob]],
    ["look up another's tier", 'select * from public.get_user_tier($1)', [bob]],
    ["look up another's quota", 'select public.check_usage_limit($1)', [bob]],
    ["look up another's meter", 'select public.get_hybrid_usage($1)', [bob]],
    ["look up another's days", 'select * from public.get_usage_analytics($1)', [bob]],
  ];
  it.each(attempts)('a user cannot %s', async (_what, sql, values) => {
    await consume(alice, 'ai_request');
    expect(await refusal(actAs(db, alice, (client) => client.query(sql, values)))).toBe('42501');
  });

  it('a visitor can call none of it', async () => {
    for (const name of ['get_user_tier', 'check_usage_limit', 'get_hybrid_usage', 'increment_user_usage']) {
      expect(await refusal(actAs(db, 'anon', (client) => client.query(`select public.${name}($1)`, [alice])))).toBe(
        '42501',
      );
    }
  });

  it.each([-5, 0, 101, null])('an increment of %s changes nothing', async (increment) => {
    await consume(alice, 'ai_request');
    const answer = await call(alice, 'public.increment_user_usage($1, $2)', alice, increment);
    expect(answer).toEqual({ success: false, error: 'p_increment must be 1 to 100.' });
    expect((await subscriptionOf(alice)).current_month_usage).toBe(1);
  });

  it('metadata grants nothing', async () => {
    await db.query(`update auth.users set raw_user_meta_data = '{"user_tier":"enterprise"}' where id = $1`, [alice]);
    expect(await call(alice, 'public.get_user_tier($1)', alice)).toMatchObject({ tier: 'free', monthly_limit: 80 });
    const mallory = 'bad00000-0000-4000-8000-000000000009';
    await db.query(
      `insert into auth.users (id, raw_user_meta_data) values ($1, '{"tier":"plus","user_tier":"plus"}')`,
      [mallory],
    );
    expect(await subscriptionOf(mallory)).toMatchObject({ tier: 'free', status: 'active', monthly_request_limit: 80 });
    await db.query('delete from auth.users where id = $1', [mallory]);
  });
});

describe('who is entitled to what', () => {
  const setTier = (tier: string, status: string) =>
    db.query(
      `insert into public.user_subscriptions (user_id, tier, status) values ($1, $2, $3)
       on conflict (user_id) do update set tier = excluded.tier, status = excluded.status`,
      [alice, tier, status],
    );
  const tierOf = () => call(alice, 'public.get_user_tier($1)', alice);

  it('a missing row is made, free and active', async () => {
    expect(await tierOf()).toEqual({
      tier: 'free',
      status: 'active',
      monthly_limit: 80,
      current_usage: 0,
      days_until_reset: expect.any(Number),
    });
    expect(await subscriptionOf(alice)).toMatchObject({ tier: 'free', status: 'active', email: 'alice@example.com' });
  });

  it('active and trialing entitle, nothing else does', async () => {
    for (const status of ['active', 'trialing']) {
      await setTier('plus', status);
      expect(await tierOf()).toMatchObject({ tier: 'plus', status, monthly_limit: 2000 });
    }
    for (const status of ['past_due', 'canceled', 'incomplete', 'incomplete_expired', 'unpaid', 'paused']) {
      await setTier('plus', status);
      expect(await tierOf()).toMatchObject({ tier: 'free', monthly_limit: 80 });
    }
  });

  it('a manual grant counts where no paid subscription does', async () => {
    await db.query("update public.profiles set subscription_tier = 'premium' where id = $1", [alice]);
    expect(await tierOf()).toMatchObject({ tier: 'premium', status: 'active', monthly_limit: 7500 });
    await setTier('plus', 'canceled');
    expect(await tierOf()).toMatchObject({ tier: 'premium' });
    await setTier('plus', 'active');
    expect(await tierOf()).toMatchObject({ tier: 'plus' });
  });
});

describe('charging', () => {
  it('stops at the day, tells so, and offers the upgrade to free users only', async () => {
    for (let n = 1; n <= 5; n += 1)
      expect((await consume(alice, 'ai_request')).quota).toMatchObject({ used: n, allowed: true });
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    const refused = await consume(alice, 'ai_request');
    expect(refused).toEqual({
      chargeId: null,
      quota: {
        allowed: false,
        used: 5,
        limit: 5,
        remaining: 0,
        resetTime: midnight.toISOString(),
        tier: 'free',
        upgrade: { nextTier: 'plus', features: plans.plus.features, price: 9.99 },
      },
    });
    expect(await call(alice, 'public.check_usage_limit($1)', alice)).toEqual(refused.quota);
    await db.query("update public.user_subscriptions set tier = 'plus' where user_id = $1", [alice]);
    expect((await consume(alice, 'ai_request')).quota).toEqual({
      allowed: true,
      used: 6,
      limit: 100,
      remaining: 94,
      resetTime: midnight.toISOString(),
      tier: 'plus',
    });
  });

  it('yesterday does not count for the day', async () => {
    await consume(alice, 'ai_request', 5);
    await db.query(
      "update public.ai_usage_logs set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '1 ms'",
    );
    expect((await consume(alice, 'ai_request')).chargeId).not.toBeNull();
  });

  it('enforces the month for free, and only shows it for others', async () => {
    await consume(alice, 'ai_request');
    await db.query('update public.user_subscriptions set current_month_usage = 80 where user_id = $1', [alice]);
    const { usage_reset_date } = await subscriptionOf(alice);
    expect(await consume(alice, 'ai_request')).toMatchObject({
      chargeId: null,
      quota: { used: 80, limit: 80, resetTime: usage_reset_date.toISOString() },
    });
    expect(await call(alice, 'public.check_usage_limit($1)', alice)).toMatchObject({ allowed: false, remaining: 0 });
    await db.query(
      "update public.user_subscriptions set tier = 'plus', current_month_usage = 9000 where user_id = $1",
      [alice],
    );
    expect((await consume(alice, 'ai_request')).chargeId).not.toBeNull();
  });

  it('counts imports by themselves, and never in the log', async () => {
    await consume(alice, 'article_import', 10);
    expect(await consume(alice, 'article_import')).toMatchObject({ chargeId: null, quota: { used: 10, limit: 10 } });
    expect((await db.query('select from public.ai_usage_logs')).rowCount).toBe(0);
    await db.query("update public.user_subscriptions set tier = 'enterprise' where user_id = $1", [alice]);
    expect(await consume(alice, 'article_import', 100)).toMatchObject({ quota: { allowed: true, limit: null } });
  });

  it('lets 30 free answers through in an hour', async () => {
    await consume(alice, 'free_answer', 30);
    expect((await consume(alice, 'free_answer')).chargeId).toBeNull();
    await db.query("update private.quota_charges set charged_at = charged_at - interval '1 hour'");
    expect((await consume(alice, 'free_answer')).chargeId).not.toBeNull();
    expect((await subscriptionOf(alice)).current_month_usage).toBe(0);
  });

  it('gives nothing to an account without a person', async () => {
    await db.query('update auth.users set is_anonymous = true where id = $1', [alice]);
    expect(await consume(alice, 'ai_request')).toMatchObject({ chargeId: null, quota: { limit: 0 } });
    await db.query('update auth.users set is_anonymous = false where id = $1', [alice]);
  });

  it('lets no two requests take the last unit', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => people.connect()));
    const outcomes: (string | null)[] = [];
    await Promise.all(
      clients.map(async (client) => {
        for (let n = 0; n < 5; n += 1) {
          const { rows } = await client.query("select private.consume_quota($1, 'ai_request', 1) as o", [alice]);
          outcomes.push(rows[0].o.chargeId);
        }
      }),
    );
    expect(outcomes).toHaveLength(40);
    expect(outcomes.filter((chargeId) => chargeId !== null)).toHaveLength(5);
    expect((await subscriptionOf(alice)).current_month_usage).toBe(5);
  });
});

describe('refunds', () => {
  const refund = (id: string | null) => call<boolean>('service_role', 'private.refund_quota($1)', id);

  it('give back once, and not after the charge was settled', async () => {
    const first = await consume(alice, 'ai_request');
    expect(await refund(first.chargeId)).toBe(true);
    expect(await refund(first.chargeId)).toBe(false);
    const second = await consume(alice, 'ai_request');
    expect(second.quota).toMatchObject({ used: 1 });
    expect(await call('service_role', 'private.settle_charge($1, $2)', second.chargeId, 'a model')).toBe(true);
    expect(await refund(second.chargeId)).toBe(false);
    const { rows } = await db.query('select operation_type, model_used from public.ai_usage_logs');
    expect(rows).toEqual([{ operation_type: 'ask', model_used: 'a model' }]);
    expect((await subscriptionOf(alice)).current_month_usage).toBe(1);
  });

  it('do not reach into another month', async () => {
    const old = await consume(alice, 'article_import', 3);
    await db.query("update private.quota_charges set usage_reset_date = usage_reset_date - interval '1 month'");
    await db.query(
      "update public.user_subscriptions set usage_reset_date = now() - interval '1 minute' where user_id = $1",
      [alice],
    );
    await consume(alice, 'article_import', 2);
    expect(await refund(old.chargeId)).toBe(true);
    expect((await subscriptionOf(alice)).current_month_imports).toBe(2);
  });

  it('reach what a dead server left open, and only that', async () => {
    const [left, done, young] = [
      await consume(alice, 'ai_request'),
      await consume(alice, 'ai_request'),
      await consume(alice, 'ai_request'),
    ];
    await call('service_role', 'private.settle_charge($1)', done.chargeId);
    await db.query("update private.quota_charges set charged_at = charged_at - interval '11 minutes' where id <> $1", [
      young.chargeId,
    ]);
    await db.query(
      "update public.ai_usage_logs set created_at = created_at - interval '11 minutes' where charge_id <> $1",
      [young.chargeId],
    );
    expect(await call('service_role', "private.refund_abandoned_charges('10 minutes')")).toBe(1);
    const { rows } = await db.query('select refunded_at is not null as back from private.quota_charges where id = $1', [
      left.chargeId,
    ]);
    expect(rows).toEqual([{ back: true }]);
    expect((await subscriptionOf(alice)).current_month_usage).toBe(2);
  });

  it('and a reset of the day do not give back twice', async () => {
    const charge = await consume(alice, 'ai_request', 3);
    expect(await call('service_role', 'public.reset_usage_today($1)', alice)).toBe(3);
    await refund(charge.chargeId);
    expect((await subscriptionOf(alice)).current_month_usage).toBe(0);
  });
});

describe('the month', () => {
  const reset = async (anchor: string, after: string) =>
    (await db.query('select private.next_usage_reset($1, $2) as at', [anchor, after])).rows[0].at.toISOString();

  it.each([
    ['2026-01-31T10:00:00Z', '2026-02-10T00:00:00Z', '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2025-02-01T00:00:00Z', '2025-02-28T00:00:00.000Z'],
    ['2027-05-15T00:00:00Z', '2026-11-21T00:00:00Z', '2026-12-15T00:00:00.000Z'],
    ['2026-12-20T00:00:00Z', '2026-12-31T23:59:59Z', '2027-01-20T00:00:00.000Z'],
  ])('anchored at %s begins anew after %s at %s', async (anchor, after, expected) => {
    expect(await reset(anchor, after)).toBe(expected);
  });

  it('rolls forward with whatever asks first, and both counters with it', async () => {
    for (const ask of [
      () => call(alice, 'public.get_user_tier($1)', alice),
      () => call(alice, 'public.check_usage_limit($1)', alice),
      () => call(alice, 'public.get_hybrid_usage($1)', alice),
      () => consume(alice, 'free_answer'),
    ]) {
      await consume(alice, 'free_answer');
      await db.query(
        "update public.user_subscriptions set usage_reset_date = now() - interval '40 days', current_month_usage = 80, current_month_imports = 10 where user_id = $1",
        [alice],
      );
      await ask();
      const row = await subscriptionOf(alice);
      expect(row).toMatchObject({ current_month_usage: 0, current_month_imports: 0 });
      expect(row.usage_reset_date.getTime()).toBeGreaterThan(Date.now());
    }
    await db.query(
      "update public.user_subscriptions set usage_reset_date = now() - interval '1 day', current_month_usage = 80 where user_id = $1",
      [alice],
    );
    expect(await call(alice, 'public.increment_user_usage($1, 2)', alice)).toEqual({ success: true, error: null });
    expect((await subscriptionOf(alice)).current_month_usage).toBe(2);
  });

  it("of a paid plan follows the paid period's end", async () => {
    await consume(alice, 'free_answer');
    await db.query(
      `update public.user_subscriptions set tier = 'plus', next_renewal_date = now() + interval '6 days', usage_reset_date = now() where user_id = $1`,
      [alice],
    );
    expect(await call(alice, 'public.get_user_tier($1)', alice)).toMatchObject({ days_until_reset: 6 });
  });
});

describe('the meter', () => {
  it('shows imports to free users, and requests to plus', async () => {
    await consume(alice, 'article_import', 7);
    await consume(alice, 'ai_request', 2);
    const { usage_reset_date } = await subscriptionOf(alice);
    const meter = () => call(alice, 'public.get_hybrid_usage($1)', alice);
    expect(await meter()).toEqual({
      current_usage: 7,
      monthly_limit: 10,
      daily_limit: 5,
      daily_used: 2,
      reset_date: usage_reset_date.toISOString(),
      tier: 'free',
      usage_type: 'article_imports',
      percentage: 70,
      remaining: 3,
      can_request: true,
      days_until_reset: expect.any(Number),
    });
    await db.query("update public.user_subscriptions set tier = 'plus' where user_id = $1", [alice]);
    expect(await meter()).toMatchObject({
      usage_type: 'api_requests',
      current_usage: 2,
      monthly_limit: 2000,
      can_request: true,
    });
    await db.query("update public.user_subscriptions set tier = 'enterprise' where user_id = $1", [alice]);
    expect(await meter()).toMatchObject({ monthly_limit: null, remaining: null, percentage: 0, can_request: true });
  });

  it('shows the last seven days, today last', async () => {
    await consume(alice, 'ai_request', 3);
    await consume(bob, 'ai_request', 1);
    const { rows } = await actAs(db, alice, (client) =>
      client.query('select day::text, requests from public.get_usage_analytics($1)', [alice]),
    );
    expect(rows).toHaveLength(7);
    expect(rows.map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0, 0, 3]);
    expect(rows[6].day).toBe(new Date().toISOString().slice(0, 10));
  });

  it('a test request is spent like any other, and finished at once', async () => {
    expect(await call(alice, 'public.spend_test_request()')).toMatchObject({ allowed: true, used: 1 });
    const { rows } = await db.query('select operation_type from public.ai_usage_logs');
    expect(rows).toEqual([{ operation_type: 'test' }]);
    expect((await db.query('select from private.quota_charges where settled_at is null')).rowCount).toBe(0);
  });

  it('payment views show nothing until something is paid, and then only the own', async () => {
    const read = (actor: string) =>
      actAs(db, actor, async (client) => [
        (await client.query('select subscription_status, price_id, customer_id from public.stripe_user_subscriptions'))
          .rows,
        (await client.query('select order_status, amount_total from public.stripe_user_orders')).rows,
      ]);
    expect(await read(alice)).toEqual([[], []]);
    await db.query(
      "insert into public.stripe_subscriptions (user_id, customer_id, status, price_id) values ($1, 'cus_1', 'active', 'price_1')",
      [alice],
    );
    await db.query(
      `insert into public.stripe_orders (user_id, checkout_session_id, amount_subtotal, amount_total, currency, payment_status)
       values ($1, 'cs_1', 999, 999, 'usd', 'paid')`,
      [alice],
    );
    expect(await read(bob)).toEqual([[], []]);
    expect(await read(alice)).toEqual([
      [{ subscription_status: 'active', price_id: 'price_1', customer_id: 'cus_1' }],
      [{ order_status: 'pending', amount_total: '999' }],
    ]);
  });
});
