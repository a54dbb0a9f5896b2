-- What the payment provider tells about a person, in the shape the app reads. Empty until checkout writes it.

create table public.stripe_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  customer_id text not null check (char_length(customer_id) between 1 and 255),
  subscription_id text check (char_length(subscription_id) between 1 and 255),
  status text not null check (char_length(status) between 1 and 50),
  price_id text check (char_length(price_id) between 1 and 255),
  current_period_start timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  payment_method_brand text check (char_length(payment_method_brand) <= 50),
  payment_method_last4 text check (payment_method_last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint stripe_subscriptions_user_key unique (user_id)
);
create unique index stripe_subscriptions_customer_key on public.stripe_subscriptions (customer_id);
create unique index stripe_subscriptions_subscription_key on public.stripe_subscriptions (subscription_id);
comment on table public.stripe_subscriptions is 'The subscription of an account as the payment provider knows it; one row each. Only the server writes it.';
comment on column public.stripe_subscriptions.status is 'The provider''s word for it: active, trialing, past_due, canceled, not_started …';
create trigger stamp_update before update on public.stripe_subscriptions for each row execute function private.stamp_update();

alter table public.stripe_subscriptions enable row level security;
create policy "Owners read their payment subscription" on public.stripe_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "The server manages payment subscriptions" on public.stripe_subscriptions for all to service_role using (true) with check (true);
revoke all on public.stripe_subscriptions from public, anon, authenticated;
grant select on public.stripe_subscriptions to authenticated;
grant select, insert, update, delete on public.stripe_subscriptions to service_role;
select private.attach_change_feed('public.stripe_subscriptions');

create table public.stripe_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  checkout_session_id text not null check (char_length(checkout_session_id) between 1 and 255),
  payment_intent_id text check (char_length(payment_intent_id) between 1 and 255),
  amount_subtotal bigint not null check (amount_subtotal >= 0),
  amount_total bigint not null check (amount_total >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  payment_status text not null check (char_length(payment_status) between 1 and 50),
  status text not null default 'pending' check (status in ('pending', 'completed', 'canceled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index stripe_orders_session_key on public.stripe_orders (checkout_session_id);
create index stripe_orders_date_idx on public.stripe_orders (user_id, created_at desc, id);
comment on table public.stripe_orders is 'One checkout of a person. Only the server writes it.';
comment on column public.stripe_orders.amount_total is 'In the smallest unit of the currency (cents).';
create trigger stamp_update before update on public.stripe_orders for each row execute function private.stamp_update();

alter table public.stripe_orders enable row level security;
create policy "Owners read their orders" on public.stripe_orders for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages orders" on public.stripe_orders for all to service_role using (true) with check (true);
revoke all on public.stripe_orders from public, anon, authenticated;
grant select on public.stripe_orders to authenticated;
grant select, insert, update, delete on public.stripe_orders to service_role;
select private.attach_change_feed('public.stripe_orders');

create view public.stripe_user_subscriptions with (security_invoker = true) as
  select s.user_id, s.customer_id, s.subscription_id, s.status as subscription_status, s.price_id, s.current_period_start,
    s.current_period_end, s.cancel_at_period_end, s.payment_method_brand, s.payment_method_last4
  from public.stripe_subscriptions s;
comment on view public.stripe_user_subscriptions is 'The payment subscription of whoever asks; no row without one.';

create view public.stripe_user_orders with (security_invoker = true) as
  select o.user_id, o.id as order_id, o.checkout_session_id, o.payment_intent_id, o.amount_subtotal, o.amount_total, o.currency,
    o.payment_status, o.status as order_status, o.created_at as order_date
  from public.stripe_orders o;
comment on view public.stripe_user_orders is 'The orders of whoever asks. Amounts in the smallest unit of the currency (cents).';

revoke all on public.stripe_user_subscriptions, public.stripe_user_orders from public, anon, authenticated;
grant select on public.stripe_user_subscriptions, public.stripe_user_orders to authenticated, service_role;
