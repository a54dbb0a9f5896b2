-- What the dashboard shows. Both views run with the rights of whoever asks (security_invoker): the tables' own policies decide.

create view public.library_counts with (security_invoker = true) as
  select
    (select count(*) from public.notes n where n.trashed_at is null) as notes,
    (select count(*) from public.articles) as articles,
    (select count(*) from public.highlights) as highlights;
comment on view public.library_counts is
  'One row: how many notes (outside the trash), articles and highlights the person has. Read by its owner; for the server it counts everybody''s.';
revoke all on public.library_counts from public, anon, authenticated;
grant select on public.library_counts to authenticated, service_role;

-- Each branch takes its last rows from the index (user_id, created_at desc, id) of its table before they are put together: over a
-- plain "union all" the planner cannot use that order, because a policy's condition does not reach it there (it read the whole table).
create view public.recent_activity with (security_invoker = true) as
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
  );
comment on view public.recent_activity is
  'What a person did last, at most 20 of each kind (article_imported, note_created, highlight_made). Sort it by occurred_at when reading.';
comment on column public.recent_activity.title is 'Title of the article or note; of a highlight its quote, at most 300 characters.';
comment on column public.recent_activity.article_id is 'The article itself, the note''s article, or the article that the highlight is in.';
comment on column public.recent_activity.locator is 'Of a highlight: its place in the article.';
revoke all on public.recent_activity from public, anon, authenticated;
grant select on public.recent_activity to authenticated, service_role;
