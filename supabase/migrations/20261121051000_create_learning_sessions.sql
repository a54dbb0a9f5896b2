-- Learning sessions: when a person was at work here. The app starts one, beats while it is used, and ends it.

create table public.ai_learning_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  last_seen_at timestamptz not null default now(),
  goal text check (char_length(goal) between 1 and 500),
  constraint ai_learning_sessions_order_check check (last_seen_at >= start_time and end_time >= start_time)
);
create index ai_learning_sessions_start_idx on public.ai_learning_sessions (user_id, start_time desc);
create unique index ai_learning_sessions_open_key on public.ai_learning_sessions (user_id) where end_time is null;
comment on table public.ai_learning_sessions is 'A stretch of time in which a person learned here. At most one is open. Written only through its functions.';
comment on column public.ai_learning_sessions.end_time is 'Null while it is open. Of one that was left behind: when it was last seen.';
comment on column public.ai_learning_sessions.last_seen_at is 'The last heartbeat; a session unseen for 10 minutes is over.';

alter table public.ai_learning_sessions enable row level security;
create policy "Owners read their learning sessions" on public.ai_learning_sessions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "The server manages learning sessions" on public.ai_learning_sessions for all to service_role using (true) with check (true);
revoke all on public.ai_learning_sessions from public, anon, authenticated;
grant select on public.ai_learning_sessions to authenticated;
grant select, insert, update, delete on public.ai_learning_sessions to service_role;

create function public.start_learning_session(p_goal text default null) returns setof public.ai_learning_sessions
language plpgsql security definer
set search_path = ''
as $$
declare
  asker uuid := auth.uid();
  wanted text := nullif(left(btrim(p_goal), 500), '');
begin
  if asker is null then
    raise exception 'Only a signed-in person learns.' using errcode = '42501';
  end if;
  -- Two tabs that start at once get the same session.
  perform pg_advisory_xact_lock(hashtextextended('learning-session ' || asker::text, 0));
  update public.ai_learning_sessions s set end_time = s.last_seen_at
    where s.user_id = asker and s.end_time is null and s.last_seen_at < now() - interval '10 minutes';
  insert into public.ai_learning_sessions (user_id, goal) values (asker, wanted)
    on conflict (user_id) where end_time is null do update
      set last_seen_at = greatest(ai_learning_sessions.last_seen_at, now()), goal = coalesce(excluded.goal, ai_learning_sessions.goal);
  return query select s.* from public.ai_learning_sessions s where s.user_id = asker and s.end_time is null;
end
$$;
comment on function public.start_learning_session(text) is
  'Takes up the open session when it was seen within 10 minutes; else ends it where it was last seen and starts a new one. Returns it.';

create function public.heartbeat_learning_session(p_session_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  -- After a longer silence (a sleeping computer) the time between was no learning: the session ended where it was last seen.
  update public.ai_learning_sessions s
    set last_seen_at = case when s.last_seen_at < now() - interval '10 minutes' then s.last_seen_at else greatest(s.last_seen_at, now()) end,
      end_time = case when s.last_seen_at < now() - interval '10 minutes' then s.last_seen_at end
    where s.id = p_session_id and s.user_id = auth.uid() and s.end_time is null;
  return exists (select from public.ai_learning_sessions s where s.id = p_session_id and s.user_id = auth.uid() and s.end_time is null);
end
$$;
comment on function public.heartbeat_learning_session(uuid) is 'Says that one''s own session goes on. False when it is over: then a new one is to be started.';

create function public.end_learning_session(p_session_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.ai_learning_sessions s
    set end_time = case when s.last_seen_at < now() - interval '10 minutes' then s.last_seen_at else greatest(s.last_seen_at, now()) end,
      last_seen_at = case when s.last_seen_at < now() - interval '10 minutes' then s.last_seen_at else greatest(s.last_seen_at, now()) end
    where s.id = p_session_id and s.user_id = auth.uid() and s.end_time is null;
  return found;
end
$$;
comment on function public.end_learning_session(uuid) is 'Ends one''s own open session. False when there is none with this id.';

create function public.get_learning_streak() returns int
language sql stable
set search_path = ''
as $$
  with days as (
    select distinct (s.start_time at time zone 'utc')::date as day from public.ai_learning_sessions s where s.user_id = (select auth.uid())
  ), runs as (
    -- Consecutive days have the same distance from their place in the row.
    select d.day, d.day - (row_number() over (order by d.day))::int as run from days d
  )
  select coalesce((
    select count(*)::int from runs r group by r.run having max(r.day) >= (now() at time zone 'utc')::date - 1 order by max(r.day) desc limit 1), 0)
$$;
comment on function public.get_learning_streak() is
  'Consecutive UTC days with at least one learning session, ending today or yesterday; 0 when the last is older. Without a maximum.';

create function public.get_dashboard_stats() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'totalSessions', (select count(*) from public.ai_learning_sessions s where s.user_id = (select auth.uid())),
    'totalItems', (select c.notes + c.articles + c.highlights from public.library_counts c),
    'activeStreak', public.get_learning_streak(),
    'totalLearningTime', (
      select coalesce(round(sum(extract(epoch from coalesce(s.end_time - s.start_time, interval '15 minutes'))) / 60), 0)::int
      from public.ai_learning_sessions s where s.user_id = (select auth.uid()))
  )
$$;
comment on function public.get_dashboard_stats() is
  'What the dashboard counts: totalSessions, totalItems (notes, articles, highlights), activeStreak in days, totalLearningTime in minutes '
  '(the recorded length of each session; 15 minutes for one without a recorded end).';

revoke all on function public.start_learning_session(text), public.heartbeat_learning_session(uuid), public.end_learning_session(uuid),
  public.get_learning_streak(), public.get_dashboard_stats() from public, anon, authenticated;
grant execute on function public.start_learning_session(text), public.heartbeat_learning_session(uuid), public.end_learning_session(uuid),
  public.get_learning_streak(), public.get_dashboard_stats() to authenticated;
