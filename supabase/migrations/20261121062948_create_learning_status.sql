-- What the learning services of the browser ask when they start: how far the search index is, what is due and how hard things may be,
-- and the learning session that goes on after a reload.

-- ── The index ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create index change_dead_letters_owner_idx on private.change_dead_letters (user_id, consumer);

create function public.get_index_status() returns table (state text, waiting int, failed int)
language sql stable security definer
set search_path = ''
as $$
  with unread as (
    -- Bounded: a consumer that is far behind must not make this slow. Beyond it more of the same is waiting.
    select c.row_id, c.table_name, c.user_id
    from private.changes c
    where (c.xid, c.id) > (
      coalesce((select k.xid from private.change_consumers k where k.name = 'indexing'), '0'::xid8),
      coalesce((select k.change_id from private.change_consumers k where k.name = 'indexing'), 0)
    )
    order by c.xid, c.id
    limit 10000
  ), counted as (
    select
      (select count(distinct u.row_id)::int from unread u
        where u.user_id = (select auth.uid()) and u.table_name in ('articles', 'notes', 'highlights', 'cues')) as waiting,
      -- A later change of the same row was indexed again, or waits above.
      (select count(distinct d.row_id)::int from private.change_dead_letters d
        where d.consumer = 'indexing' and d.user_id = (select auth.uid()) and (
          exists (select from public.articles a where d.table_name = 'articles' and a.id = d.row_id and a.updated_at <= d.created_at)
          or exists (select from public.notes n where d.table_name = 'notes' and n.id = d.row_id and n.updated_at <= d.created_at)
          or exists (select from public.highlights h where d.table_name = 'highlights' and h.id = d.row_id and h.updated_at <= d.created_at)
          or exists (select from public.cues q where d.table_name = 'cues' and q.id = d.row_id and q.updated_at <= d.created_at)
        )) as failed
  )
  select case when c.failed > 0 then 'failed' when c.waiting > 0 then 'indexing' else 'ready' end, c.waiting, c.failed from counted c
$$;
comment on function public.get_index_status() is
  'How far the search index of one''s own material is: ready, indexing (waiting: how many items have changed since) or failed (failed: how '
  'many items could not be indexed as they are now). Nothing about anybody else''s material can be told from it.';

-- ── Due cues and level ────────────────────────────────────────────────────────────────────────────────────────────────────────

create index cue_reviews_time_idx on public.cue_reviews (user_id, reviewed_at desc, id desc);

create function public.get_learning_progress()
returns table (due_count int, cue_count int, next_due_at timestamptz, level double precision, answers int)
language sql stable
set search_path = ''
as $$
  with last as (
    select r.grade, row_number() over (order by r.reviewed_at desc, r.id desc) - 1 as age
    from public.cue_reviews r
    where r.user_id = (select auth.uid())
    order by r.reviewed_at desc, r.id desc
    limit 200
  ), moved as (
    -- Each answer moves the level by a tenth of its distance to what the grade stands for: again 0, hard 1/3, good 2/3, easy 1.
    select count(*)::int as answers,
      0.5 * power(0.9, count(*)) + coalesce(sum(0.1 * power(0.9, l.age) * (l.grade - 1) / 3.0), 0) as level
    from last l
  )
  select d.due_count, d.cue_count, d.next_due_at, least(greatest(m.level, 0), 1)::double precision, m.answers
  from public.due_summary() d, moved m
$$;
comment on function public.get_learning_progress() is
  'What due_summary() counts over all notes, and the complexity level 0..1: it begins at 0.5 and every graded answer moves it by a tenth of '
  'the distance to 0 (again), 1/3 (hard), 2/3 (good) or 1 (easy). Derived from the last 200 grades (answers: how many of them there are), '
  'of which older ones no longer weigh anything.';

revoke all on function public.get_index_status(), public.get_learning_progress() from public, anon, authenticated;
grant execute on function public.get_index_status(), public.get_learning_progress() to authenticated;

-- ── Learning sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

create or replace function public.start_learning_session(p_goal text default null) returns setof public.ai_learning_sessions
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
  -- A page that is loaded anew, or one tab of several that was closed, has just ended it: it goes on.
  update public.ai_learning_sessions s set end_time = null
    where s.id = (
        select l.id from public.ai_learning_sessions l where l.user_id = asker order by l.start_time desc, l.id limit 1
      )
      and s.end_time > now() - interval '1 minute'
      and not exists (select from public.ai_learning_sessions o where o.user_id = asker and o.end_time is null);
  insert into public.ai_learning_sessions (user_id, goal) values (asker, wanted)
    on conflict (user_id) where end_time is null do update
      set last_seen_at = greatest(ai_learning_sessions.last_seen_at, now()), goal = coalesce(excluded.goal, ai_learning_sessions.goal);
  return query select s.* from public.ai_learning_sessions s where s.user_id = asker and s.end_time is null;
end
$$;
comment on function public.start_learning_session(text) is
  'Takes up the open session when it was seen within 10 minutes, or the last one when it was ended less than a minute ago; else ends the '
  'open one where it was last seen and starts a new one. Returns it.';
