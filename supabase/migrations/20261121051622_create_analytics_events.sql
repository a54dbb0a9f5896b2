-- What people ask for and how the app does in their browsers. Written by the server alone (POST /api/events); no third party sees any of it.

create table public.analytics_events (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  user_plan text not null check (user_plan in ('no-account', 'free', 'plus')),
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object' and pg_column_size(properties) <= 4096),
  created_at timestamptz not null default now()
);
create index analytics_events_user_id_idx on public.analytics_events (user_id, created_at desc);
create index analytics_events_name_idx on public.analytics_events (name, created_at desc);
comment on table public.analytics_events is 'Events of the closed list in packages/contracts/src/events.ts.';
comment on column public.analytics_events.user_id is 'Taken from the token of the call; null: without an account.';
comment on column public.analytics_events.user_plan is 'The displayed plan when it happened, from the server''s own tables.';
comment on column public.analytics_events.properties is 'What else the event carries; its shape belongs to its name.';

alter table public.analytics_events enable row level security;
create policy "Owners read their own events" on public.analytics_events for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages events" on public.analytics_events for all to service_role using (true) with check (true);
revoke all on public.analytics_events from public, anon, authenticated;
grant select on public.analytics_events to authenticated;
grant select, insert, update, delete on public.analytics_events to service_role;
revoke all on sequence public.analytics_events_id_seq from public, anon, authenticated;
