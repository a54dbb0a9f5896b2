-- An article is also found by who wrote it and where it appeared: "thoreau" finds Walden although no passage names him.

create function private.article_naming(title text, byline text, site_name text) returns text
language sql immutable
set search_path = ''
as $$
  select title || coalesce(' · ' || byline, '') || coalesce(' · ' || site_name, '')
$$;
comment on function private.article_naming(text, text, text) is 'What an article is called by: title, author, site. What searching by title looks at.';
revoke all on function private.article_naming(text, text, text) from public, anon, authenticated;
-- Index expressions run as the writing client.
grant execute on function private.article_naming(text, text, text) to authenticated, service_role;

drop index public.articles_title_search_idx;
create index articles_naming_search_idx on public.articles
  using gin (user_id, private.search_vector(private.search_language(language), null, private.article_naming(title, byline, site_name)))
  with (gin_pending_list_limit = 512);

-- As before, but for the titles.
create or replace function public.search_library(search_query text, item_kinds text[] default null, max_results int default 20)
returns table (item_kind text, item_id uuid, chunk_id bigint, title text, snippet text, locator jsonb, rank real)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  owner uuid := (select auth.uid());
  wanted int := least(greatest(coalesce(max_results, 20), 1), 50);
  plan private.search_plan;
  candidates bigint[];
  ranking tsquery;
begin
  if owner is null then
    return;
  end if;
  plan := private.plan_search(search_query, private.library_languages(owner));
  if plan.complete is null then
    return;
  end if;

  ranking := plan.complete;
  candidates := array(select private.matching_chunks(owner, plan.complete, item_kinds, 500));
  if cardinality(candidates) = 0 and cardinality(plan.loose) > 1 then
    -- Not all words in one passage: then those that have most of them.
    candidates := array(select l.chunk_id from private.loosely_matching_chunks(owner, plan.loose, item_kinds, 300) as l);
    select string_agg('(' || q::text || ')', ' | ')::tsquery into ranking from unnest(plan.loose) as q;
  end if;

  return query
    with titles as materialized (
      -- A title that matches outweighs any passage; the fewer other words it has, the more.
      select t.kind, t.id, (1 + 10.0 / (10 + char_length(t.title)))::real as score
      from (
        (select 'article' as kind, a.id, a.title
        from public.articles a
        where a.user_id = owner
          and private.search_vector(private.search_language(a.language), null, private.article_naming(a.title, a.byline, a.site_name)) @@ ranking
        limit 200)
        union all
        (select 'note', n.id, n.title
        from public.notes n
        where n.user_id = owner and n.trashed_at is null
          and private.search_vector('pg_catalog.simple', null, n.title) @@ ranking
        limit 200)
      ) as t
      where search_library.item_kinds is null or t.kind = any (search_library.item_kinds)
    ), chunks as materialized (
      select c.id, c.item_kind, c.item_id, ts_rank_cd(c.tsv, ranking, 1) as score
      from public.search_chunks c
      where c.id = any (candidates) and c.user_id = owner
    ), best as (
      -- One result per item: its best passage.
      select distinct on (c.item_kind, c.item_id) c.item_kind, c.item_id, c.id as chunk_id, c.score
      from chunks c order by c.item_kind, c.item_id, c.score desc, c.id
    ), items as (
      select coalesce(b.item_kind, t.kind) as item_kind, coalesce(b.item_id, t.id) as item_id, b.chunk_id,
        (coalesce(b.score, 0) + coalesce(t.score, 0))::real as rank
      from best b full join titles t on t.kind = b.item_kind and t.id = b.item_id
    ), named as (
      select i.item_kind, i.item_id, i.chunk_id, i.rank, coalesce(n.title, a.title, ha.title) as title
      from items i
      left join public.notes n on i.item_kind = 'note' and n.id = i.item_id and n.user_id = owner
      left join public.articles a on i.item_kind = 'article' and a.id = i.item_id and a.user_id = owner
      left join public.highlights h on i.item_kind = 'highlight' and h.id = i.item_id and h.user_id = owner
      left join public.articles ha on ha.id = h.article_id and ha.user_id = owner
      where n.trashed_at is null and coalesce(n.title, a.title, ha.title) is not null
      order by i.rank desc, i.item_id
      limit wanted
    )
    select s.item_kind, s.item_id, c.id, s.title, coalesce(p.snippet, ''), p.locator, s.rank
    from named s
    left join lateral (
      select c.* from public.search_chunks c
      where c.user_id = owner and c.item_kind = s.item_kind and c.item_id = s.item_id and (s.chunk_id is null or c.id = s.chunk_id)
      order by c.ordinal limit 1
    ) as c on true
    left join lateral private.present_match(c.text, c.text_hash, c.language, plan) as p on c.id is not null
    order by s.rank desc, s.item_id;
end
$$;
comment on function public.search_library(text, text[], int) is
  'Searches the asker''s own library, best first, one row per item with its best passage. snippet: plain text, matches between U+E000 and '
  'U+E001. chunk_id and locator are null and snippet is empty when only the title matched and the item has no text. max_results: 1 to 50.';
