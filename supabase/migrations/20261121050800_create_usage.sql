-- Tier, usage and quota. Who decides what a person may do stands here, in tables that the person can read and not write.
--
-- Reading guide:
--  * user_subscriptions holds one row per account: what billing says, and the counters of the current month.
--  * ai_usage_logs holds one row per AI request that was charged: the day's use is the count of today's rows (UTC).
--  * private.quota_charges is the ledger: a charge is open until its work has an outcome, then settled or refunded, once.
--  * Whoever charges locks the account's subscription row first, so two requests cannot both take the last unit.

-- ── Limits ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.plan_limits(of_tier text)
returns table (price numeric, daily_requests int, monthly_requests int, monthly_imports int, features text[])
language sql immutable
set search_path = ''
as $$
  select p.price, p.daily_requests, p.monthly_requests, p.monthly_imports, p.features
  from (values
    ('free', 0.00, 5, 80, 10, array['Basic chat', 'Knowledge management']),
    ('plus', 9.99, 100, 2000, 100, array['Advanced chat', 'Analytics', 'Priority support']),
    ('premium', 29.99, 250, 7500, 500, array['Custom instructions', 'Premium support']),
    ('enterprise', null, 1000, 10000, null, array['Custom integrations'])
  ) as p (tier, price, daily_requests, monthly_requests, monthly_imports, features)
  where p.tier = of_tier
$$;
comment on function private.plan_limits(text) is
  'The database''s copy of the plans in packages/contracts/src/plans.ts; a test holds it to them. Null: on request, or without a limit.';

create function private.next_usage_reset(anchor timestamptz, after_time timestamptz) returns timestamptz
language sql immutable
set search_path = ''
as $$
  -- Counted in whole months from the anchor each time, so that the 31st comes back after a short month.
  select min(r.reset_at) from (
    select ((anchor at time zone 'utc') + make_interval(months => m.months)) at time zone 'utc' as reset_at
    from (
      select 12 * (extract(year from after_time at time zone 'utc') - extract(year from anchor at time zone 'utc'))::int
        + (extract(month from after_time at time zone 'utc') - extract(month from anchor at time zone 'utc'))::int as months
    ) as apart, lateral generate_series(apart.months - 1, apart.months + 1) as m (months)
  ) as r where r.reset_at > after_time
$$;
comment on function private.next_usage_reset(timestamptz, timestamptz) is
  'The first moment after a time that is a whole number of months from the anchor (before or after it), clamped to the month''s end. UTC.';

-- ── user_subscriptions ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.user_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  email text,
  tier text not null default 'free' check (tier in ('free', 'plus', 'premium', 'enterprise')),
  status text not null default 'active'
    check (status in ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'incomplete_expired', 'unpaid', 'paused')),
  monthly_request_limit int not null default 80 check (monthly_request_limit >= 0),
  current_month_usage int not null default 0 check (current_month_usage >= 0),
  current_month_imports int not null default 0 check (current_month_imports >= 0),
  next_renewal_date timestamptz,
  usage_reset_date timestamptz not null default private.next_usage_reset(now(), now()),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint user_subscriptions_user_key unique (user_id)
);
comment on table public.user_subscriptions is
  'What an account is entitled to by subscription, and what it used this month. One row each, made by a trigger. Only the server writes it.';
comment on column public.user_subscriptions.status is 'Only active and trialing entitle to the tier.';
comment on column public.user_subscriptions.monthly_request_limit is 'Set by every change of tier. Enforced for free; shown for the paid tiers.';
comment on column public.user_subscriptions.current_month_usage is 'AI requests since the last reset.';
comment on column public.user_subscriptions.current_month_imports is 'Imports since the last reset; they are never in ai_usage_logs.';
comment on column public.user_subscriptions.next_renewal_date is 'End of the paid period; null without one. The months of a paid plan are counted from it.';
comment on column public.user_subscriptions.usage_reset_date is 'When the month''s counters begin anew. Rolled forward by whatever reads or charges usage.';

create function private.set_limit_of_tier() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.tier = 'free' then
    return new;
  end if;
  if tg_op = 'INSERT' or new.tier is distinct from old.tier then
    select l.monthly_requests into new.monthly_request_limit from private.plan_limits(new.tier) l;
  end if;
  return new;
end
$$;
comment on function private.set_limit_of_tier() is 'Before insert or update of a subscription: a change of tier sets that tier''s monthly limit.';
create trigger set_limit_of_tier before insert or update on public.user_subscriptions
  for each row execute function private.set_limit_of_tier();
create trigger stamp_update before update on public.user_subscriptions for each row execute function private.stamp_update();

alter table public.user_subscriptions enable row level security;
create policy "Owners read their subscription" on public.user_subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages subscriptions" on public.user_subscriptions for all to service_role using (true) with check (true);
revoke all on public.user_subscriptions from public, anon, authenticated;
grant select on public.user_subscriptions to authenticated;
grant select, insert, update, delete on public.user_subscriptions to service_role;
select private.attach_change_feed('public.user_subscriptions');

create function private.create_subscription_for_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Free and active, whatever the sign-up metadata says.
  insert into public.user_subscriptions (user_id, email) values (new.id, new.email) on conflict (user_id) do nothing;
  return null;
end
$$;
comment on function private.create_subscription_for_account() is 'After insert on auth.users: makes the subscription, free and active.';
create trigger create_subscription after insert on auth.users for each row execute function private.create_subscription_for_account();

create function private.copy_email_to_subscription() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.user_subscriptions s set email = new.email where s.user_id = new.id;
  return null;
end
$$;
comment on function private.copy_email_to_subscription() is 'After an account''s address has changed: keeps the subscription''s copy.';
create trigger copy_email_to_subscription after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.copy_email_to_subscription();

insert into public.user_subscriptions (user_id, email) select u.id, u.email from auth.users u on conflict (user_id) do nothing;

-- ── ai_usage_logs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.ai_usage_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  operation_type text not null check (char_length(operation_type) between 1 and 50),
  model_used text check (char_length(model_used) <= 200),
  tokens_used int not null default 0 check (tokens_used >= 0),
  cost numeric(12, 6) not null default 0 check (cost >= 0),
  metadata jsonb not null default '{}',
  charge_id uuid,
  created_at timestamptz not null default now()
);
create index ai_usage_logs_day_idx on public.ai_usage_logs (user_id, created_at desc);
comment on table public.ai_usage_logs is 'One AI request that was charged. The day''s use is the count of today''s rows (UTC). Only the server writes it.';
comment on column public.ai_usage_logs.operation_type is 'What was asked for: ask, test.';
comment on column public.ai_usage_logs.cost is 'What the provider took for it, in US dollars.';
comment on column public.ai_usage_logs.charge_id is 'The charge of the ledger that it belongs to; a refund removes the row.';

alter table public.ai_usage_logs enable row level security;
create policy "Owners read their AI usage" on public.ai_usage_logs for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages AI usage" on public.ai_usage_logs for all to service_role using (true) with check (true);
revoke all on public.ai_usage_logs from public, anon, authenticated;
grant select on public.ai_usage_logs to authenticated;
grant select, insert, update, delete on public.ai_usage_logs to service_role;

-- ── The ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table private.quota_charges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('ai_request', 'article_import', 'free_answer')),
  amount int not null check (amount between 1 and 100),
  usage_reset_date timestamptz not null,
  charged_at timestamptz not null,
  settled_at timestamptz,
  refunded_at timestamptz,
  constraint quota_charges_one_end_check check (settled_at is null or refunded_at is null)
);
create index quota_charges_user_idx on private.quota_charges (user_id, kind, charged_at);
create index quota_charges_open_idx on private.quota_charges (charged_at) where settled_at is null and refunded_at is null;
comment on table private.quota_charges is
  'What was charged and what became of it. Open: the work is under way, or its server died; such a charge is refunded after a while.';
comment on column private.quota_charges.kind is 'free_answer costs nothing; its charges only count how many there were in an hour.';
comment on column private.quota_charges.usage_reset_date is 'Which month was charged: a refund gives nothing back to a later one.';
revoke all on private.quota_charges from public, anon, authenticated;
grant select, insert, update, delete on private.quota_charges to service_role;

-- ── Reading usage ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.require_self(claimed_user_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.role() is distinct from 'service_role' and (auth.uid() is null or claimed_user_id is distinct from auth.uid()) then
    raise exception 'This is about another account.' using errcode = '42501';
  end if;
  if claimed_user_id is null then
    raise exception 'p_user_id is missing.' using errcode = '22023';
  end if;
end
$$;
comment on function private.require_self(uuid) is 'Refuses (42501) whoever names another account than their own, the server excepted.';

create function private.current_subscription(of_user uuid, for_charging boolean) returns public.user_subscriptions
language plpgsql
set search_path = ''
as $$
declare
  found_row public.user_subscriptions;
begin
  if for_charging then
    select s.* into found_row from public.user_subscriptions s where s.user_id = of_user for update;
  else
    select s.* into found_row from public.user_subscriptions s where s.user_id = of_user;
  end if;
  if not found then
    insert into public.user_subscriptions (user_id, email)
      select u.id, u.email from auth.users u where u.id = of_user on conflict (user_id) do nothing;
    select s.* into found_row from public.user_subscriptions s where s.user_id = of_user for update;
    if not found then
      raise exception 'There is no such account.' using errcode = 'P0002';
    end if;
  end if;
  if found_row.usage_reset_date <= clock_timestamp() then
    update public.user_subscriptions s
      set current_month_usage = 0, current_month_imports = 0,
        usage_reset_date = private.next_usage_reset(
          case when s.tier <> 'free' then coalesce(s.next_renewal_date, s.created_at) else s.created_at end, clock_timestamp())
      where s.user_id = of_user and s.usage_reset_date <= clock_timestamp();
    select s.* into found_row from public.user_subscriptions s where s.user_id = of_user;
  end if;
  return found_row;
end
$$;
comment on function private.current_subscription(uuid, boolean) is
  'The subscription of an account, made when missing, its month rolled forward when it is over; locked until the transaction ends when charging.';

create function private.usage_of(of_user uuid, for_charging boolean)
returns table (
  tier text, status text, monthly_limit int, monthly_used int, monthly_imports_limit int, monthly_imports_used int,
  daily_limit int, daily_used int, reset_at timestamptz, day_ends_at timestamptz
)
language plpgsql
set search_path = ''
as $$
declare
  subscription public.user_subscriptions := private.current_subscription(of_user, for_charging);
  granted text;
  is_anonymous boolean := false;
  day_begin timestamptz := date_trunc('day', clock_timestamp() at time zone 'utc') at time zone 'utc';
begin
  select p.subscription_tier into granted from public.profiles p where p.id = of_user;
  -- An account without a person behind it has no AI quota. (As JSON: an older auth service has no such column.)
  select coalesce((to_jsonb(u) ->> 'is_anonymous')::boolean, false) into is_anonymous from auth.users u where u.id = of_user;

  if subscription.status in ('active', 'trialing') and (subscription.tier <> 'free' or coalesce(granted, 'free') = 'free') then
    tier := subscription.tier;
    status := subscription.status;
    monthly_limit := subscription.monthly_request_limit;
  else
    -- A lapsed subscription entitles to nothing: what is left is the manual grant, or free.
    tier := coalesce(granted, 'free');
    status := 'active';
  end if;
  select coalesce(monthly_limit, l.monthly_requests), l.monthly_imports, case when is_anonymous then 0 else l.daily_requests end
    into monthly_limit, monthly_imports_limit, daily_limit from private.plan_limits(tier) l;
  monthly_used := subscription.current_month_usage;
  monthly_imports_used := subscription.current_month_imports;
  select count(*) into daily_used from public.ai_usage_logs a where a.user_id = of_user and a.created_at >= day_begin;
  reset_at := subscription.usage_reset_date;
  day_ends_at := day_begin + interval '1 day';
  return next;
end
$$;
comment on function private.usage_of(uuid, boolean) is
  'What an account is entitled to (its active or trialing paid subscription, else profiles.subscription_tier) and what it used today and this month.';

create function private.quota_result(is_allowed boolean, used int, most int, resets_at timestamptz, of_tier text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'allowed', is_allowed, 'used', used, 'limit', most, 'remaining', case when most is not null then greatest(most - used, 0) end,
    'resetTime', to_char(resets_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tier', of_tier
  ) || case when of_tier <> 'free' then '{}'::jsonb else (
    select jsonb_build_object('upgrade', jsonb_build_object('nextTier', 'plus', 'features', l.features, 'price', l.price))
    from private.plan_limits('plus') l) end
$$;
comment on function private.quota_result(boolean, int, int, timestamptz, text) is
  'The quota result as the wire carries it (QuotaResult in packages/contracts/src/plans.ts). Without a limit, limit and remaining are null.';

create function private.days_until(moment timestamptz) returns int
language sql stable
set search_path = ''
as $$
  select greatest(ceil(extract(epoch from moment - clock_timestamp()) / 86400), 0)::int
$$;
comment on function private.days_until(timestamptz) is 'Days until a moment, a begun one counted whole.';

create function public.get_user_tier(p_user_id uuid)
returns table (tier text, status text, monthly_limit int, current_usage int, days_until_reset int)
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_self(p_user_id);
  return query
    select u.tier, u.status, u.monthly_limit, u.monthly_used, private.days_until(u.reset_at) from private.usage_of(p_user_id, false) u;
end
$$;
comment on function public.get_user_tier(uuid) is
  'The tier that an account is entitled to, with the month''s AI requests. One row. Only one''s own, the server excepted.';

create function public.check_usage_limit(p_user_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  u record;
  left_now int;
begin
  perform private.require_self(p_user_id);
  select * into u from private.usage_of(p_user_id, false);
  left_now := greatest(least(u.daily_limit - u.daily_used,
    case when u.tier = 'free' then u.monthly_limit - u.monthly_used else u.daily_limit end), 0);
  return private.quota_result(left_now > 0, u.daily_used, u.daily_limit, u.day_ends_at, u.tier)
    || jsonb_build_object('remaining', left_now);
end
$$;
comment on function public.check_usage_limit(uuid) is
  'The quota result of the day: AI requests used and left (never more than what is left of a free month), resetTime the next 00:00 UTC. Charges nothing.';

create function public.get_hybrid_usage(p_user_id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  u record;
  counts_requests boolean;
  used int;
  most int;
begin
  perform private.require_self(p_user_id);
  select * into u from private.usage_of(p_user_id, false);
  counts_requests := u.tier in ('plus', 'premium');
  used := case when counts_requests then u.monthly_used else u.monthly_imports_used end;
  most := case when counts_requests then u.monthly_limit else u.monthly_imports_limit end;
  return jsonb_build_object(
    'current_usage', used, 'monthly_limit', most, 'daily_limit', u.daily_limit, 'daily_used', u.daily_used,
    'reset_date', to_char(u.reset_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tier', u.tier,
    'usage_type', case when counts_requests then 'api_requests' else 'article_imports' end,
    'percentage', case when most > 0 then round(100.0 * used / most)::int else 0 end,
    'remaining', case when most is not null then greatest(most - used, 0) end,
    -- Of a paid plan the month is shown, not enforced: what can refuse is the day.
    'can_request', case when counts_requests then u.daily_used < u.daily_limit else most is null or used < most end,
    'days_until_reset', private.days_until(u.reset_at)
  );
end
$$;
comment on function public.get_hybrid_usage(uuid) is
  'Everything the usage meter shows, in one call (HybridUsage in packages/contracts/src/plans.ts). Of plus and premium the month counts AI requests, of the others imports.';

create function public.get_usage_analytics(p_user_id uuid, p_days int default 7)
returns table (day date, requests int, tokens_used bigint, cost numeric)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  perform private.require_self(p_user_id);
  return query
    select d.day::date, count(a.id)::int, coalesce(sum(a.tokens_used), 0)::bigint, coalesce(sum(a.cost), 0)::numeric
    from generate_series((today - (least(greatest(coalesce(p_days, 7), 1), 90) - 1))::timestamp, today::timestamp, interval '1 day') as d (day)
    left join public.ai_usage_logs a on a.user_id = p_user_id
      and a.created_at >= d.day at time zone 'utc' and a.created_at < (d.day + interval '1 day') at time zone 'utc'
    group by d.day order by d.day;
end
$$;
comment on function public.get_usage_analytics(uuid, int) is 'AI requests per UTC day, oldest first, today last; days without any included. 1 to 90 days.';

-- ── Charging ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.consume_quota(of_user uuid, of_kind text, units int, operation text default 'ask') returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  u record;
  charge uuid := gen_random_uuid();
  charged timestamptz;
  used int;
  most int;
  resets timestamptz;
begin
  if units is null or units not between 1 and 100 then
    raise exception 'A charge is of 1 to 100 units.' using errcode = '22023';
  end if;
  -- The lock. Every statement after it sees what those who held it before have committed.
  select * into u from private.usage_of(of_user, true);
  charged := clock_timestamp();

  if of_kind = 'ai_request' then
    used := u.daily_used;
    most := u.daily_limit;
    resets := u.day_ends_at;
    if u.tier = 'free' and used + units <= most and u.monthly_used + units > u.monthly_limit then
      used := u.monthly_used;
      most := u.monthly_limit;
      resets := u.reset_at;
    end if;
  elsif of_kind = 'article_import' then
    used := u.monthly_imports_used;
    most := u.monthly_imports_limit;
    resets := u.reset_at;
  elsif of_kind = 'free_answer' then
    select coalesce(sum(c.amount), 0), min(c.charged_at) + interval '1 hour' into used, resets from private.quota_charges c
      where c.user_id = of_user and c.kind = of_kind and c.charged_at > charged - interval '1 hour' and c.refunded_at is null;
    resets := coalesce(resets, charged + interval '1 hour');
    most := 30;
  else
    raise exception 'Nothing is charged as %.', of_kind using errcode = '22023';
  end if;

  if used + units > most then
    return jsonb_build_object('chargeId', null, 'quota', private.quota_result(false, used, most, resets, u.tier));
  end if;

  insert into private.quota_charges (id, user_id, kind, amount, usage_reset_date, charged_at)
    values (charge, of_user, of_kind, units, u.reset_at, charged);
  if of_kind = 'ai_request' then
    insert into public.ai_usage_logs (user_id, operation_type, charge_id, created_at)
      select of_user, operation, charge, charged from generate_series(1, units);
    update public.user_subscriptions s set current_month_usage = s.current_month_usage + units where s.user_id = of_user;
  elsif of_kind = 'article_import' then
    update public.user_subscriptions s set current_month_imports = s.current_month_imports + units where s.user_id = of_user;
  end if;
  return jsonb_build_object('chargeId', charge, 'quota', private.quota_result(true, used + units, most, resets, u.tier));
end
$$;
comment on function private.consume_quota(uuid, text, int, text) is
  'Checks and charges in one step: { chargeId, quota }. chargeId is null when it was refused; quota is the result of the limit that decided. '
  'Kinds: ai_request (the day''s limit; of free also the month''s), article_import (the month''s), free_answer (30 per hour, costs nothing). '
  'Waits at most 3 s for another charge of the account (55P03).';

create function private.settle_charge(charge uuid, model text default null, tokens int default 0, provider_cost numeric default 0)
returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.quota_charges c set settled_at = clock_timestamp() where c.id = charge and c.settled_at is null and c.refunded_at is null;
  if not found then
    return false;
  end if;
  update public.ai_usage_logs a set model_used = model, tokens_used = greatest(tokens, 0), cost = greatest(provider_cost, 0)
    from private.quota_charges c where c.id = charge and c.kind = 'ai_request'
    and a.user_id = c.user_id and a.created_at = c.charged_at and a.charge_id = charge;
  return true;
end
$$;
comment on function private.settle_charge(uuid, text, int, numeric) is
  'The work has its outcome: the charge stays. False when the charge is not open (settled or refunded before).';

create function private.refund_quota(charge uuid) returns boolean
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  c private.quota_charges;
  given_back int;
begin
  select q.* into c from private.quota_charges q where q.id = charge;
  if not found then
    return false;
  end if;
  -- The account first, as in charging: two that want both never wait for each other.
  perform 1 from public.user_subscriptions s where s.user_id = c.user_id for update;
  update private.quota_charges q set refunded_at = clock_timestamp() where q.id = charge and q.settled_at is null and q.refunded_at is null;
  if not found then
    return false;
  end if;
  if c.kind = 'ai_request' then
    delete from public.ai_usage_logs a where a.user_id = c.user_id and a.created_at = c.charged_at and a.charge_id = charge;
    get diagnostics given_back = row_count;
    update public.user_subscriptions s set current_month_usage = greatest(s.current_month_usage - given_back, 0)
      where s.user_id = c.user_id and s.usage_reset_date = c.usage_reset_date;
  elsif c.kind = 'article_import' then
    update public.user_subscriptions s set current_month_imports = greatest(s.current_month_imports - c.amount, 0)
      where s.user_id = c.user_id and s.usage_reset_date = c.usage_reset_date;
  end if;
  return true;
end
$$;
comment on function private.refund_quota(uuid) is
  'Gives an open charge back, once: false when it was settled or refunded before. A charge of an earlier month changes no counter of this one.';

create function private.refund_abandoned_charges(older_than interval) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  charge uuid;
  refunded int := 0;
begin
  for charge in
    select q.id from private.quota_charges q
    where q.settled_at is null and q.refunded_at is null and q.charged_at < clock_timestamp() - older_than
    order by q.user_id, q.charged_at limit 1000
  loop
    if private.refund_quota(charge) then
      refunded := refunded + 1;
    end if;
  end loop;
  -- What has ended long ago answers no question any more.
  delete from private.quota_charges q where q.charged_at < now() - interval '40 days' and (q.settled_at is not null or q.refunded_at is not null);
  return refunded;
end
$$;
comment on function private.refund_abandoned_charges(interval) is
  'Refunds charges that are still open after a time in which any work has ended (its server died); returns how many. Forgets ends older than 40 days.';

create function public.increment_user_usage(p_user_id uuid, p_increment int default 1)
returns table (success boolean, error text)
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
as $$
declare
  u record;
begin
  perform private.require_self(p_user_id);
  if p_increment is null or p_increment not between 1 and 100 then
    return query select false, 'p_increment must be 1 to 100.';
    return;
  end if;
  select * into u from private.usage_of(p_user_id, true);
  if u.tier = 'free' and u.monthly_used + p_increment > u.monthly_limit then
    return query select false, 'The limit of this month is reached.';
    return;
  end if;
  update public.user_subscriptions s set current_month_usage = least(s.current_month_usage::bigint + p_increment, 2000000000)::int
    where s.user_id = p_user_id;
  return query select true, null::text;
end
$$;
comment on function public.increment_user_usage(uuid, int) is
  'Adds 1 to 100 to the month''s AI requests of one''s own account; for work that the server has not charged. Nothing makes the number smaller.';

create function public.spend_test_request() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  outcome jsonb;
begin
  perform private.require_self(auth.uid());
  outcome := private.consume_quota(auth.uid(), 'ai_request', 1, 'test');
  if outcome ->> 'chargeId' is not null then
    perform private.settle_charge((outcome ->> 'chargeId')::uuid);
  end if;
  return outcome -> 'quota';
end
$$;
comment on function public.spend_test_request() is 'Spends one AI request of one''s own account on nothing, for the screen that shows how the quota works. Returns the quota result.';

create function public.reset_usage_today(p_user_id uuid) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  removed int;
begin
  if auth.role() is distinct from 'service_role' then
    raise exception 'Only the server resets usage.' using errcode = '42501';
  end if;
  perform private.current_subscription(p_user_id, true);
  delete from public.ai_usage_logs a
    where a.user_id = p_user_id and a.created_at >= date_trunc('day', clock_timestamp() at time zone 'utc') at time zone 'utc';
  get diagnostics removed = row_count;
  update public.user_subscriptions s set current_month_usage = greatest(s.current_month_usage - removed, 0) where s.user_id = p_user_id;
  return removed;
end
$$;
comment on function public.reset_usage_today(uuid) is 'Removes today''s AI requests of an account, from the day and from the month; returns how many. For the server only.';

revoke all on function private.plan_limits(text), private.next_usage_reset(timestamptz, timestamptz), private.set_limit_of_tier(),
  private.create_subscription_for_account(), private.copy_email_to_subscription(), private.require_self(uuid),
  private.current_subscription(uuid, boolean), private.usage_of(uuid, boolean), private.quota_result(boolean, int, int, timestamptz, text),
  private.days_until(timestamptz), private.consume_quota(uuid, text, int, text), private.settle_charge(uuid, text, int, numeric),
  private.refund_quota(uuid), private.refund_abandoned_charges(interval), public.get_user_tier(uuid), public.check_usage_limit(uuid),
  public.get_hybrid_usage(uuid), public.get_usage_analytics(uuid, int), public.increment_user_usage(uuid, int),
  public.spend_test_request(), public.reset_usage_today(uuid)
  from public, anon, authenticated;
-- plan_limits and next_usage_reset stand in a trigger and in a default, which run as the server when it writes.
grant execute on function private.plan_limits(text), private.next_usage_reset(timestamptz, timestamptz),
  private.consume_quota(uuid, text, int, text), private.settle_charge(uuid, text, int, numeric), private.refund_quota(uuid),
  private.refund_abandoned_charges(interval), public.reset_usage_today(uuid) to service_role;
grant execute on function public.get_user_tier(uuid), public.check_usage_limit(uuid), public.get_hybrid_usage(uuid),
  public.get_usage_analytics(uuid, int), public.increment_user_usage(uuid, int) to authenticated, service_role;
grant execute on function public.spend_test_request() to authenticated;
