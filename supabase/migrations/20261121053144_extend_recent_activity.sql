-- Two more kinds of recent activity: what was completed, and when somebody learned.

create index tasks_completed_idx on public.tasks (user_id, completed_at desc, id)
  where completed_at is not null and note_id is not null;
create index ai_learning_sessions_end_idx on public.ai_learning_sessions (user_id, end_time desc, id) where end_time is not null;

-- Each branch takes its last rows from an index of its own, see 20261121032813.
create or replace view public.recent_activity with (security_invoker = true) as
  (
    select
      'article_imported' as kind, a.id as item_id, a.user_id, a.created_at as occurred_at,
      a.title, a.site_name as detail, a.id as article_id, null::jsonb as locator
    from public.articles a order by a.created_at desc, a.id limit 20
  )
  union all
  (
    select 'note_created', n.id, n.user_id, n.created_at, n.title, left(nullif(n.summary, ''), 200), n.article_id, null::jsonb
    from public.notes n where n.trashed_at is null order by n.created_at desc, n.id limit 20
  )
  union all
  (
    select
      'highlight_made', h.id, h.user_id, h.created_at, left(h.locator ->> 'quote', 300), left(h.comment, 200), h.article_id, h.locator
    from public.highlights h order by h.created_at desc, h.id limit 20
  )
  union all
  (
    select 'task_completed', t.note_id, t.user_id, t.completed_at, t.title, null, null::uuid, null::jsonb
    from public.tasks t where t.completed_at is not null and t.note_id is not null order by t.completed_at desc, t.id limit 20
  )
  union all
  (
    select
      'session_ended', s.id, s.user_id, s.end_time, coalesce(s.goal, ''),
      ceil(extract(epoch from s.end_time - s.start_time) / 60)::int::text, null::uuid, null::jsonb
    from public.ai_learning_sessions s where s.end_time is not null order by s.end_time desc, s.id limit 20
  );
comment on view public.recent_activity is
  'What a person did last, at most 20 of each kind (article_imported, note_created, highlight_made, task_completed, session_ended). Sort it by occurred_at when reading.';
comment on column public.recent_activity.item_id is 'The item. Of a completed task: the note that it stands in.';
comment on column public.recent_activity.title is 'Title of the article, note or task; of a highlight its quote, at most 300 characters; of a learning session its goal, or empty.';
comment on column public.recent_activity.detail is 'Site, summary or comment; of a learning session its length in minutes, a begun one counted whole.';
