-- What a person decides about the account: preferences, where it is signed in, and its end.

-- ── preferences ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table public.profiles add column preferences jsonb not null default '{}'
  check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) <= 8192);
comment on column public.profiles.preferences is
  'How its owner wants the app, the same on every device: UserPreferences in packages/contracts/src/preferences.ts. Missing: the default.';
grant update (preferences) on public.profiles to authenticated;

-- ── sessions ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, is_current boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select s.id, s.created_at, greatest(s.created_at, s.updated_at), left(s.user_agent, 500), host(s.ip),
      s.id::text is not distinct from (auth.jwt() ->> 'session_id')
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 6 desc, 3 desc limit 100;
end
$$;
comment on function public.list_sessions() is
  'Where one''s own account is signed in, this session first, then the last used; at most 100. Signing out of one: end_session.';

create function public.end_session(p_session_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from auth.sessions s where s.id = p_session_id and s.user_id = auth.uid();
  return found;
end
$$;
comment on function public.end_session(uuid) is
  'Signs one''s own account out somewhere: its refresh token works no more; an access token already given runs out by itself. False: no such session.';
revoke all on function public.list_sessions(), public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.list_sessions(), public.end_session(uuid) to authenticated, service_role;

-- ── account_deletions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days'
);
create index account_deletions_due_idx on public.account_deletions (due_at);
comment on table public.account_deletions is 'An account whose owner wants it gone. Until due_at it works as before and the wish can be taken back.';

alter table public.account_deletions enable row level security;
create policy "Owners see that their account will go" on public.account_deletions for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages deletions" on public.account_deletions for all to service_role using (true) with check (true);
revoke all on public.account_deletions from public, anon, authenticated;
grant select on public.account_deletions to authenticated;
grant select, insert, update, delete on public.account_deletions to service_role;

create function private.delete_due_accounts(most int) returns setof uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  due uuid[];
begin
  select array_agg(d.user_id) into due from (
    select user_id from public.account_deletions where due_at <= now() order by due_at limit most for update skip locked
  ) d;
  -- Files have no foreign key to accounts.
  delete from storage.objects o where o.owner_id = any (select unnest(due)::text);
  return query delete from auth.users u where u.id = any (due) returning u.id;
end
$$;
comment on function private.delete_due_accounts(int) is
  'Deletes accounts whose time is over, with everything that belongs to them; their files'' bytes are found and removed afterwards. Returns their ids.';
revoke all on function private.delete_due_accounts(int) from public, anon, authenticated;
grant execute on function private.delete_due_accounts(int) to service_role;

-- Mail about the account itself.
alter table private.mailbox_messages drop constraint mailbox_messages_kind_check;
alter table private.mailbox_messages add constraint mailbox_messages_kind_check
  check (kind in ('recovery', 'confirmation', 'email_change', 'test', 'account'));
