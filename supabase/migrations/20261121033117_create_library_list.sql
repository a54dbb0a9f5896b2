-- The library as one list: articles, notes and highlights together, page by page.
--
-- How a page stays cheap at any size: list_library() asks each kind for its own next page_size rows in the wanted order, which an index
-- gives without sorting or counting (owner, sort key, id), merges these few rows, and only then fetches what the page shows. So a page
-- costs the same in a short and in a long library: with 10,000 rows about 2 ms for 50 rows and 5 ms for 200, in every sort and at every depth.
-- With a tag filter the tagged items are looked up first (item_tags by tag); the cost follows the size of the smallest wanted tag's list.
--
-- The functions are security invoker: row-level security decides, as in a plain select. That is possible because every condition is a
-- comparison that PostgreSQL calls leakproof (timestamps, uuids, text with < and =): such conditions may use an index below a policy.
-- A title is therefore sorted by a stored column; lower() in an index expression is not leakproof and would be evaluated row by row.

create function private.title_sort_key(title text) returns text
language sql immutable
set search_path = ''
as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, left(regexp_replace(title, '^[^[:alnum:]]+', ''), 100)))
$$;
comment on function private.title_sort_key(text) is
  'What a title is sorted by: its first 100 characters from the first letter or digit on, without case and accents. '
  'Called immutable although a dictionary file is behind it: stored keys are only ever compared with each other.';
revoke all on function private.title_sort_key(text) from public, anon, authenticated;
-- Generated columns are computed as the writing client.
grant execute on function private.title_sort_key(text) to authenticated, service_role;
grant execute on function extensions.unaccent(regdictionary, text) to authenticated, service_role;

alter table public.articles add column title_key text generated always as (private.title_sort_key(title)) stored;
alter table public.notes add column title_key text generated always as (private.title_sort_key(title)) stored;
alter table public.highlights add column title_key text generated always as (private.title_sort_key(locator ->> 'quote')) stored;
comment on column public.articles.title_key is 'What the title is sorted by; derived.';
comment on column public.notes.title_key is 'What the title is sorted by; derived.';
comment on column public.highlights.title_key is 'What the highlight is sorted by among titles: its words; derived.';

create index articles_title_idx on public.articles (user_id, title_key, id);
create index notes_title_idx on public.notes (user_id, title_key, id);
create index highlights_title_idx on public.highlights (user_id, title_key, id);
create index highlights_updated_idx on public.highlights (user_id, updated_at desc, id);
create index notes_trash_idx on public.notes (user_id, created_at desc, id) where trashed_at is not null;
create index articles_state_idx on public.articles (user_id, state, created_at desc, id);

create function public.list_library(
  kinds text[] default null,
  tags uuid[] default null,
  article_state text default null,
  article uuid default null,
  trashed boolean default false,
  sort text default 'newest',
  "cursor" jsonb default null,
  page_size int default 50
)
returns table (
  item_kind text, item_id uuid, title text, source text, preview text, language text, direction text, state text, colour text,
  article_id uuid, article_title text, locator jsonb, word_count int, reading_minutes int, progress real, tag_ids uuid[],
  created_at timestamptz, updated_at timestamptz, trashed_at timestamptz, "position" jsonb
)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid := (select auth.uid());
  wanted int := least(greatest(coalesce(list_library.page_size, 50), 1), 200);
  in_trash boolean := coalesce(list_library.trashed, false);
  wanted_tags uuid[] := array(select distinct t from unnest(list_library.tags) as t where t is not null);
  key_column text;
  key_type text;
  ahead text;
  tie text;
  way text;
  tie_way text;
  after_kind text;
  after_id uuid;
  branch text;
  branches text[] := '{}';
  kind text;
  conditions text;
begin
  -- Each sort follows the direction of its index: (key desc, id) for times, (key, id) for titles.
  case coalesce(list_library.sort, 'newest')
    when 'newest' then key_column := 'created_at'; key_type := 'timestamptz'; ahead := '<'; way := 'desc'; tie := '>'; tie_way := 'asc';
    when 'oldest' then key_column := 'created_at'; key_type := 'timestamptz'; ahead := '>'; way := 'asc'; tie := '<'; tie_way := 'desc';
    when 'updated' then key_column := 'updated_at'; key_type := 'timestamptz'; ahead := '<'; way := 'desc'; tie := '>'; tie_way := 'asc';
    when 'title' then key_column := 'title_key'; key_type := 'text'; ahead := '>'; way := 'asc'; tie := '>'; tie_way := 'asc';
    else raise exception 'sort must be newest, oldest, title or updated' using errcode = '22023';
  end case;
  if list_library.article_state is not null and list_library.article_state not in ('unread', 'reading', 'archived') then
    raise exception 'state must be unread, reading or archived' using errcode = '22023';
  end if;
  if cardinality(wanted_tags) > 20 then
    raise exception 'at most 20 tags' using errcode = '22023';
  end if;
  if list_library."cursor" is not null then
    begin
      after_kind := list_library."cursor" ->> 'kind';
      after_id := (list_library."cursor" ->> 'id')::uuid;
      if key_type = 'timestamptz' then perform (list_library."cursor" ->> 'key')::timestamptz; end if;
    exception when data_exception then
      after_id := null;
    end;
    if after_id is null or after_kind is null or after_kind not in ('article', 'note', 'highlight')
      or list_library."cursor" ->> 'key' is null then
      raise exception 'cursor must be the position of a row' using errcode = '22023';
    end if;
  end if;

  foreach kind in array array['article', 'note', 'highlight'] loop
    continue when list_library.kinds is not null and not coalesce(kind = any (list_library.kinds), false);
    -- Only articles have a state; only notes can be in the trash; an article is not linked to itself.
    continue when list_library.article_state is not null and kind <> 'article';
    continue when in_trash and kind <> 'note';
    continue when list_library.article is not null and kind = 'article';

    conditions := '';
    if kind = 'note' then
      conditions := conditions || case when in_trash then ' and r.trashed_at is not null' else ' and r.trashed_at is null' end;
    end if;
    if list_library.article_state is not null then
      conditions := conditions || ' and r.state = $2';
    end if;
    if list_library.article is not null then
      conditions := conditions || ' and r.article_id = $3';
    end if;
    if cardinality(wanted_tags) > 0 then
      -- "= any (array)" and not a join: the array is made once, and the order of the index is kept where that is cheaper.
      conditions := conditions || format(
        ' and r.id = any (array(select t.item_id from public.item_tags t where t.user_id = $1 and t.tag_id = any ($4) and t.item_kind = %L
           group by t.item_id having count(*) = cardinality($4)))', kind);
    end if;
    if after_id is not null then
      -- Two kinds may share an id: a place is (key, kind, id).
      conditions := conditions || format(' and r.%I %s= $5::%s', key_column, ahead, key_type)
        || case
          when kind = after_kind then format(' and (r.%I %s $5::%s or r.id %s $6)', key_column, ahead, key_type, tie)
          when (kind > after_kind) = (tie = '>') then ''
          else format(' and r.%I %s $5::%s', key_column, ahead, key_type)
        end;
    end if;
    branch := format(
      '(select %L::text as kind, r.id, r.%I as key from public.%I r where r.user_id = $1%s order by r.%I %s, r.id %s limit $7)',
      kind, key_column, kind || 's', conditions, key_column, way, tie_way);
    branches := branches || branch;
  end loop;
  if owner is null or cardinality(branches) = 0 then
    return;
  end if;

  return query execute format(
    $sql$
      select p.kind, p.id,
        coalesce(a.title, n.title, left(h.locator ->> 'quote', 300)),
        case when a.id is not null then coalesce(a.site_name, a.byline) end,
        case p.kind when 'article' then left(a.excerpt, 240) when 'note' then left(n.text, 240) else left(h.comment, 240) end,
        coalesce(a.language, ha.language), coalesce(a.direction, ha.direction), a.state, h.colour,
        coalesce(n.article_id, h.article_id), ha.title, h.locator, coalesce(a.word_count, n.word_count), a.reading_minutes, rp.fraction,
        array(select t.tag_id from public.item_tags t where t.user_id = $1 and t.item_kind = p.kind and t.item_id = p.id order by t.created_at, t.tag_id),
        coalesce(a.created_at, n.created_at, h.created_at), coalesce(a.updated_at, n.updated_at, h.updated_at), n.trashed_at,
        jsonb_build_object('key', p.key, 'kind', p.kind, 'id', p.id)
      from (select * from (%1$s) as u order by u.key %2$s, u.kind %3$s, u.id %3$s limit $7) as p
      left join public.articles a on p.kind = 'article' and a.user_id = $1 and a.id = p.id
      left join public.notes n on p.kind = 'note' and n.user_id = $1 and n.id = p.id
      left join public.highlights h on p.kind = 'highlight' and h.user_id = $1 and h.id = p.id
      left join public.articles ha on ha.user_id = $1 and ha.id = coalesce(n.article_id, h.article_id)
      left join public.reading_positions rp on rp.user_id = $1 and rp.article_id = a.id
      order by p.key %2$s, p.kind %3$s, p.id %3$s
    $sql$, array_to_string(branches, ' union all '), way, tie_way)
  using owner, list_library.article_state, list_library.article, wanted_tags, list_library."cursor" ->> 'key', after_id, wanted;
end
$$;
comment on function public.list_library(text[], uuid[], text, uuid, boolean, text, jsonb, int) is
  'One page of the asker''s own library. kinds: article, note, highlight (null: all). tags: items that carry all of them (at most 20). '
  'article_state: unread, reading, archived (articles only). article: what belongs to that article. trashed: the notes in the trash instead of '
  'everything else. sort: newest, oldest, title, updated. cursor: the position of the last row seen, or null for the first page; rows '
  'that are added or removed meanwhile never repeat or skip another. page_size: 1 to 200. A highlight''s title is its words, a preview is '
  'up to 240 characters, progress is 0 to 1 or null. Errors: 22023 for an unknown sort, state or cursor.';

create function public.count_library(
  tags uuid[] default null,
  article_state text default null,
  article uuid default null,
  trashed boolean default false
)
returns table (item_kind text, items bigint)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid := (select auth.uid());
  in_trash boolean := coalesce(count_library.trashed, false);
  wanted_tags uuid[] := array(select distinct t from unnest(count_library.tags) as t where t is not null);
  kind text;
  conditions text;
begin
  if owner is null then
    return;
  end if;
  foreach kind in array array['article', 'note', 'highlight'] loop
    item_kind := kind;
    items := 0;
    if not (count_library.article_state is not null and kind <> 'article') and not (in_trash and kind <> 'note')
      and not (count_library.article is not null and kind = 'article') then
      conditions := '';
      if kind = 'note' then
        conditions := case when in_trash then ' and r.trashed_at is not null' else ' and r.trashed_at is null' end;
      end if;
      if count_library.article_state is not null then conditions := conditions || ' and r.state = $2'; end if;
      if count_library.article is not null then conditions := conditions || ' and r.article_id = $3'; end if;
      if cardinality(wanted_tags) > 0 then
        conditions := conditions || format(
          ' and r.id = any (array(select t.item_id from public.item_tags t where t.user_id = $1 and t.tag_id = any ($4) and t.item_kind = %L
             group by t.item_id having count(*) = cardinality($4)))', kind);
      end if;
      execute format('select count(*) from public.%I r where r.user_id = $1%s', kind || 's', conditions)
        using owner, count_library.article_state, count_library.article, wanted_tags into items;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.count_library(uuid[], text, uuid, boolean) is
  'How many items of each kind the asker''s library has under the same filters as list_library(): three rows.';

create function public.merge_tags(from_tag uuid, into_tag uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if from_tag is null or into_tag is null or from_tag = into_tag then
    raise exception 'two tags are needed' using errcode = '22023';
  end if;
  -- Row-level security hides the tags of others: they count as not there.
  if (select count(*) from public.tags t where t.id in (from_tag, into_tag)) <> 2 then
    raise exception 'there is no such tag' using errcode = 'P0002';
  end if;
  insert into public.item_tags (tag_id, item_kind, item_id)
    select into_tag, t.item_kind, t.item_id from public.item_tags t where t.tag_id = from_tag
    on conflict do nothing;
  delete from public.tags t where t.id = from_tag;
end
$$;
comment on function public.merge_tags(uuid, uuid) is
  'Gives everything that carries the first tag the second one, and deletes the first, in one step. Errors: 22023 for the same tag twice, P0002 when one is not there.';

create function public.count_tags() returns table (tag_id uuid, items bigint)
language sql stable
set search_path = ''
as $$
  select t.tag_id, count(*) from public.item_tags t where t.user_id = (select auth.uid()) group by t.tag_id
$$;
comment on function public.count_tags() is 'How many of the asker''s items carry each tag; a tag that nothing carries is not in it.';

revoke all on function public.list_library(text[], uuid[], text, uuid, boolean, text, jsonb, int), public.count_library(uuid[], text, uuid, boolean),
  public.merge_tags(uuid, uuid), public.count_tags() from public, anon, authenticated;
grant execute on function public.list_library(text[], uuid[], text, uuid, boolean, text, jsonb, int) to authenticated;
grant execute on function public.count_library(uuid[], text, uuid, boolean) to authenticated;
grant execute on function public.merge_tags(uuid, uuid) to authenticated;
grant execute on function public.count_tags() to authenticated;
