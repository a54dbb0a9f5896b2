-- Search. Row-level security would keep the planner from the index (@@ is not leakproof), so searching happens in security definer
-- functions that carry their own user_id condition. They are the only ones that read user rows; each has a deny test.
--
-- What is indexed for a text: its words in their own language (stemmed), its words as they are without accents (exact words, other
-- languages, beginnings of words), and for scripts written without spaces every pair of neighbouring characters. Pairs find any
-- sequence of two characters or more; there is no word segmentation, so a pair that crosses a word boundary is found too.

create text search configuration private.search_words (copy = pg_catalog.simple);
alter text search configuration private.search_words
  alter mapping for hword, hword_part, word, numword, numhword, hword_numpart, asciiword, asciihword, hword_asciipart
  with extensions.unaccent, pg_catalog.simple;
comment on text search configuration private.search_words is 'Every word as it is, in lower case and without accents; no stemming, no stop words.';

-- ── Indexing ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.search_language(tag text) returns regconfig
language sql immutable
set search_path = ''
as $$
  select (case lower(split_part(replace(tag, '_', '-'), '-', 1))
    when 'ar' then 'pg_catalog.arabic'
    when 'hy' then 'pg_catalog.armenian'
    when 'eu' then 'pg_catalog.basque'
    when 'ca' then 'pg_catalog.catalan'
    when 'da' then 'pg_catalog.danish'
    when 'nl' then 'pg_catalog.dutch'
    when 'en' then 'pg_catalog.english'
    when 'fi' then 'pg_catalog.finnish'
    when 'fr' then 'pg_catalog.french'
    when 'de' then 'pg_catalog.german'
    when 'el' then 'pg_catalog.greek'
    when 'hi' then 'pg_catalog.hindi'
    when 'hu' then 'pg_catalog.hungarian'
    when 'id' then 'pg_catalog.indonesian'
    when 'ga' then 'pg_catalog.irish'
    when 'it' then 'pg_catalog.italian'
    when 'lt' then 'pg_catalog.lithuanian'
    when 'ne' then 'pg_catalog.nepali'
    when 'no' then 'pg_catalog.norwegian'
    when 'nb' then 'pg_catalog.norwegian'
    when 'nn' then 'pg_catalog.norwegian'
    when 'pt' then 'pg_catalog.portuguese'
    when 'ro' then 'pg_catalog.romanian'
    when 'ru' then 'pg_catalog.russian'
    when 'sr' then 'pg_catalog.serbian'
    when 'es' then 'pg_catalog.spanish'
    when 'sv' then 'pg_catalog.swedish'
    when 'ta' then 'pg_catalog.tamil'
    when 'tr' then 'pg_catalog.turkish'
    when 'yi' then 'pg_catalog.yiddish'
    else 'pg_catalog.simple'
  end)::regconfig
$$;
comment on function private.search_language(text) is
  'Text search configuration for a BCP 47 tag; "simple" for null and for languages without a stemmer.';

create function private.unspaced_runs(body text) returns setof text
language sql immutable
set search_path = ''
as $$
  -- Han, Kana, Hangul, Thai, Lao, Myanmar, Khmer.
  select m[1] from regexp_matches(body,
    '([\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003134F]+)',
    'g') as m
$$;
comment on function private.unspaced_runs(text) is 'The stretches of a text in scripts that are written without spaces between words, in order.';

create function private.search_vector(language regconfig, heading text, body text) returns tsvector
language plpgsql immutable security definer
set search_path = ''
as $$
declare
  head text := normalize(coalesce(heading, ''), nfc);
  main text := normalize(coalesce(body, ''), nfc);
  result tsvector;
begin
  result := setweight(to_tsvector('private.search_words', head), 'B') || to_tsvector('private.search_words', main);
  if language <> 'pg_catalog.simple'::regconfig then
    result := setweight(to_tsvector(language, head), 'B') || to_tsvector(language, main) || result;
  end if;
  if head || main ~ '[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003134F]' then
    result := result || (
      select array_to_tsvector(array_agg(distinct substr(r.run, i, 2)))
      -- 100 characters at a time: substr() counts from the start of its string.
      from private.unspaced_runs(head || ' ' || main) as whole (run),
        lateral (select substr(whole.run, 1 + 100 * part, 101) as run
                 from generate_series(0, (char_length(whole.run) - 1) / 100) as part) as r,
        lateral generate_series(1, least(char_length(r.run), 100)) as i
    );
  end if;
  return result;
end
$$;
comment on function private.search_vector(regconfig, text, text) is
  'What the search index holds for a text. Security definer only because index expressions run as the writing client, which may not use '
  'the private schema; it reads nothing.';

alter table public.search_chunks
  add column tsv tsvector not null generated always as (private.search_vector(language, heading, text)) stored;
comment on column public.search_chunks.tsv is 'See private.search_vector().';

-- One index over owner and words: the owner's rows and the matching rows are intersected inside it. A short pending list keeps
-- searches fast right after a large import.
create index search_chunks_search_idx on public.search_chunks using gin (user_id, tsv) with (gin_pending_list_limit = 512);
-- For the languages a person's library has, see private.library_languages().
create index search_chunks_language_idx on public.search_chunks (user_id, language);

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

create index articles_naming_search_idx on public.articles
  using gin (user_id, private.search_vector(private.search_language(language), null, private.article_naming(title, byline, site_name)))
  with (gin_pending_list_limit = 512);

create index notes_title_search_idx on public.notes
  using gin (user_id, private.search_vector('pg_catalog.simple', null, title)) with (gin_pending_list_limit = 512);

-- ── Reading a query ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.library_languages(owner uuid) returns regconfig[]
language sql stable
set search_path = ''
as $$
  -- A skip scan: one index probe per language, however many chunks there are.
  with recursive found (language) as (
    (select c.language from public.search_chunks c where c.user_id = owner order by c.language limit 1)
    union all
    select (select c.language from public.search_chunks c where c.user_id = owner and c.language > f.language order by c.language limit 1)
    from found f where f.language is not null
  )
  select coalesce(array_agg(language) filter (where language is not null and language <> 'pg_catalog.simple'::regconfig), '{}') from found
$$;
comment on function private.library_languages(uuid) is 'The languages that occur in a person''s chunks, "simple" left out.';

create type private.search_plan as (
  complete tsquery,
  loose tsquery[],
  lexemes text[],
  prefix text,
  runs text[]
);
comment on type private.search_plan is
  'A query understood. complete: everything that must be there. loose: one query per word that carries meaning. lexemes, prefix, runs: what to '
  'mark in a text (whole lexemes, beginning of the word being typed, stretches of unspaced script).';

create function private.quote_lexeme(lexeme text) returns text
language sql immutable
set search_path = ''
as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;
comment on function private.quote_lexeme(text) is 'A lexeme as it is written inside a tsquery.';

create function private.plan_search(search_query text, languages regconfig[]) returns private.search_plan
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  input text := left(normalize(coalesce(search_query, ''), nfc), 500);
  part text[];
  word text;
  rest text;
  run text;
  lang regconfig;
  term tsquery;
  pairs tsquery;
  stop boolean;
  single boolean;
  prefix text;
  stems text[];
  required tsquery;
  fallback tsquery;
  excluded tsquery;
  found text[];
  plan private.search_plan;
  terms_seen int := 0;
  last_word text := (regexp_match(input, '([^\s"]+)$'))[1];
begin
  plan.loose := '{}';
  plan.lexemes := '{}';
  plan.runs := '{}';
  -- "a phrase", -"not this", -notthis, word. Typographic quotes count; one that is never closed is just a character.
  for part in select regexp_matches(translate(input, '“”„«»', '"""""'), '(-?)"([^"]+)"|(-?)([^\s"]+)', 'g') loop
    terms_seen := terms_seen + 1;
    exit when terms_seen > 24;
    if part[2] is not null then
      term := phraseto_tsquery('private.search_words', part[2]);
      continue when numnode(term) = 0;
      if part[1] = '-' then
        excluded := coalesce(excluded && !!term, !!term);
      else
        required := coalesce(required && term, term);
        plan.loose := plan.loose || term;
        plan.lexemes := plan.lexemes || tsvector_to_array(to_tsvector('private.search_words', part[2]));
      end if;
      continue;
    end if;

    word := part[4];
    term := null;
    stop := false;
    for run in select private.unspaced_runs(word) loop
      if char_length(run) = 1 then
        pairs := (private.quote_lexeme(run) || ':*')::tsquery;
      else
        select string_agg(private.quote_lexeme(substr(run, i, 2)), ' & ')::tsquery into pairs from generate_series(1, char_length(run) - 1) as i;
      end if;
      term := coalesce(term && pairs, pairs);
      if part[3] <> '-' then
        plan.runs := plan.runs || run;
      end if;
    end loop;
    rest := case when term is null then word else
      regexp_replace(word, '[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0003134F]+', ' ', 'g') end;

    found := tsvector_to_array(to_tsvector('private.search_words', rest));
    if cardinality(found) > 0 then
      single := cardinality(found) = 1;
      prefix := null;
      -- The word being typed also matches as a beginning, from three letters on: fewer would match nearly everything.
      if single and word = last_word and part[3] <> '-' and input ~ '\S$' and char_length(found[1]) >= 3 then
        prefix := found[1];
        plan.prefix := prefix;
      end if;
      pairs := plainto_tsquery('private.search_words', rest);
      foreach lang in array languages loop
        stems := tsvector_to_array(to_tsvector(lang, rest));
        if cardinality(stems) = 0 then
          stop := true;
        elsif not single or cardinality(stems) > 1 then
          pairs := pairs || plainto_tsquery(lang, rest);
        end if;
        found := found || stems;
      end loop;
      if single then
        select string_agg(private.quote_lexeme(l), ' | ')::tsquery into pairs from (select distinct l from unnest(found) as l) as forms;
        if prefix is not null then
          pairs := pairs || (private.quote_lexeme(prefix) || ':*')::tsquery;
        end if;
      end if;
      if part[3] <> '-' then
        plan.lexemes := plan.lexemes || found;
      end if;
      term := coalesce(term && pairs, pairs);
    end if;

    continue when term is null;
    if part[3] = '-' then
      excluded := coalesce(excluded && !!term, !!term);
    elsif stop then
      -- A word that one of the languages passes over ("the", "die") only counts when there is nothing else.
      fallback := coalesce(fallback && term, term);
    else
      required := coalesce(required && term, term);
      plan.loose := plan.loose || term;
    end if;
  end loop;

  plan.complete := coalesce(required, fallback);
  if cardinality(plan.loose) = 0 and fallback is not null then
    plan.loose := array[fallback];
  end if;
  if excluded is not null and plan.complete is not null then
    plan.complete := plan.complete && excluded;
    select array_agg(l && excluded) into plan.loose from unnest(plan.loose) as l;
  end if;
  return plan;
end
$$;
comment on function private.plan_search(text, regconfig[]) is
  'Understands what somebody typed: words, "phrases", -exclusions, the word being typed as a beginning. Never fails; complete is null when '
  'there is nothing to search for. Reads at most 500 characters and 24 terms.';

-- ── Finding candidates ────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.matching_chunks(owner uuid, wanted tsquery, kinds text[], max_rows int) returns setof bigint
language plpgsql stable
set search_path = ''
-- The planner sees the real query each time, and has no way but the search index.
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query
    select c.id from public.search_chunks c
    where c.user_id = owner and c.tsv @@ wanted and (kinds is null or c.item_kind = any (kinds))
    limit max_rows;
end
$$;
comment on function private.matching_chunks(uuid, tsquery, text[], int) is
  'Ids of one person''s chunks that match, at most max_rows of them, not ranked.';

create function private.loosely_matching_chunks(owner uuid, words tsquery[], kinds text[], max_rows int)
returns table (chunk_id bigint, score real)
language plpgsql stable
set search_path = ''
as $$
declare
  per_word constant int := 400;
begin
  -- Rare words say more: a word that a few chunks have counts more than one that hundreds have. From each word's matches at most
  -- per_word are looked at, so a common word cannot crowd out a rare one, and the work is bounded.
  return query
    with hits as materialized (
      select w.ordinal, m.id, count(*) over (partition by w.ordinal) as frequency
      from unnest(words) with ordinality as w (wanted, ordinal),
        lateral private.matching_chunks(owner, w.wanted, kinds, per_word) as m (id)
    )
    select h.id, sum(ln(1 + per_word::real / h.frequency))::real
    from hits h group by h.id
    order by 2 desc, 1 desc
    limit max_rows;
end
$$;
comment on function private.loosely_matching_chunks(uuid, tsquery[], text[], int) is
  'Chunks that have at least one of the words, those with more and rarer words first.';

-- ── Showing a match ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.utf16_left(body text, units int) returns text
language sql immutable
set search_path = ''
as $$
  select left(body, units - char_length(regexp_replace(left(body, units), '[^\U00010000-\U0010FFFF]', '', 'g')))
$$;
comment on function private.utf16_left(text, int) is 'The beginning of a text that fits into so many UTF-16 code units, as a browser counts.';

create function private.utf16_right(body text, units int) returns text
language sql immutable
set search_path = ''
as $$
  select right(body, units - char_length(regexp_replace(right(body, units), '[^\U00010000-\U0010FFFF]', '', 'g')))
$$;
comment on function private.utf16_right(text, int) is 'The end of a text that fits into so many UTF-16 code units.';

create function private.match_ranges(body text, language regconfig, plan private.search_plan) returns int4range[]
language plpgsql stable
set search_path = ''
-- No tables here: planned once per session, also inside search_library(), which has its own queries planned each time.
set plan_cache_mode = force_generic_plan
as $$
declare
  ranges int4range[] := '{}';
  found int4range[];
  run text;
  at int;
  step int;
begin
  -- The parser's tokens in order give each word's place; compounds (a-b, a.b/c) are followed by their parts, which carry the length.
  -- Word positions of to_tsvector count the same tokens. A text that is not in NFC is indexed in another form: nothing to mark there.
  if body is nfc normalized then
    with tokens as (
      select
        case when t.tokid in (12, 13, 14, 23) or octet_length(t.token) >= 2047 then null
          else count(*) filter (where t.tokid not in (12, 13, 14, 23) and octet_length(t.token) < 2047) over (order by t.n) end as position,
        1 + coalesce(sum(case when t.tokid in (5, 15, 16, 17) then 0 else char_length(t.token) end)
          over (order by t.n rows between unbounded preceding and 1 preceding), 0) as start,
        char_length(t.token) as length
      from ts_parse('default', body) with ordinality as t (tokid, token, n)
    ), hits as (
      select distinct unnest(v.positions)::int as position
      from (
        select * from unnest(to_tsvector(language, body))
        union all
        select * from unnest(to_tsvector('private.search_words', body)) where language <> 'private.search_words'::regconfig
      ) as v
      where v.lexeme = any (plan.lexemes) or starts_with(v.lexeme, plan.prefix)
    )
    select array_agg(int4range(t.start::int, (t.start + t.length)::int) order by t.start) into found
    from tokens t join hits h using (position);
    ranges := ranges || coalesce(found, '{}');
  end if;

  foreach run in array coalesce(plan.runs, '{}') loop
    at := 1;
    for i in 1 .. 20 loop
      step := strpos(substr(body, at), run);
      exit when step = 0;
      ranges := ranges || int4range(at + step - 1, at + step - 1 + char_length(run));
      at := at + step - 1 + char_length(run);
    end loop;
  end loop;
  -- Overlaps are joined, so that marks never nest.
  return coalesce((select array_agg(r order by lower(r)) from unnest((select range_agg(x) from unnest(ranges) as x)) as r), '{}');
end
$$;
comment on function private.match_ranges(text, regconfig, private.search_plan) is
  'Where the words of a query stand in a text: character ranges from 1, ordered, not overlapping.';

create function private.present_match(body text, body_hash text, language regconfig, plan private.search_plan, out snippet text, out locator jsonb)
language plpgsql stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  snippet_length constant int := 240;
  window_length constant int := 160;
  total int := char_length(body);
  ranges int4range[] := private.match_ranges(body, language, plan);
  first_at int;
  last_at int;
  from_at int;
  to_at int;
  at int;
  r int4range;
begin
  -- The best place is where the most matches stand close together; the earliest of equals.
  select lower(a.r), (select max(upper(b.r)) from unnest(ranges[1:200]) as b (r) where lower(b.r) >= lower(a.r) and upper(b.r) <= greatest(lower(a.r) + window_length, upper(a.r)))
  into first_at, last_at
  from unnest(ranges[1:200]) as a (r)
  order by (select count(distinct lower(substr(body, lower(b.r), upper(b.r) - lower(b.r)))) * 100 + least(count(*), 99) from unnest(ranges[1:200]) as b (r)
            where lower(b.r) >= lower(a.r) and upper(b.r) <= greatest(lower(a.r) + window_length, upper(a.r))) desc, lower(a.r)
  limit 1;

  if first_at is null then
    -- Nothing to mark (the title matched): the beginning.
    first_at := 1 + char_length(body) - char_length(ltrim(body, E' \t\r\n'));
    last_at := first_at + char_length(coalesce(substring(substr(body, first_at, window_length) from '^.{20,}?[.!?…](?=\s|$)'), substr(body, first_at, 80)));
  end if;
  last_at := least(last_at, first_at + 2000, total + 1);

  -- The snippet: some words before the place, filled up after it, cut between words where there are any.
  from_at := greatest(1, first_at - 60);
  if from_at > 1 then
    from_at := from_at + coalesce(char_length(substring(substr(body, from_at, first_at - from_at) from '^\S*\s+')), 0);
  end if;
  to_at := least(total + 1, greatest(from_at + snippet_length, last_at));
  if to_at <= total then
    to_at := greatest(last_at, to_at - coalesce(char_length(substring(substr(body, last_at, to_at - last_at) from '\s+\S*$')), 0));
  end if;

  snippet := case when from_at > 1 then '…' else '' end;
  at := from_at;
  foreach r in array ranges loop
    exit when lower(r) >= to_at;
    continue when lower(r) < at;
    snippet := snippet || translate(substr(body, at, lower(r) - at), E'\uE000\uE001', '')
      || E'\uE000' || translate(substr(body, lower(r), least(upper(r), to_at) - lower(r)), E'\uE000\uE001', '') || E'\uE001';
    at := least(upper(r), to_at);
  end loop;
  snippet := snippet || translate(substr(body, at, to_at - at), E'\uE000\uE001', '') || case when to_at <= total then '…' else '' end;
  snippet := btrim(regexp_replace(snippet, '\s+', ' ', 'g'));

  if last_at > first_at then
    locator := jsonb_build_object(
      'quote', private.utf16_left(substr(body, first_at, last_at - first_at), 4000),
      'prefix', private.utf16_right(substr(body, greatest(1, first_at - 32), first_at - greatest(1, first_at - 32)), 32),
      'suffix', private.utf16_left(substr(body, last_at, 32), 32),
      'chunkHash', body_hash
    );
  end if;
end
$$;
comment on function private.present_match(text, text, regconfig, private.search_plan) is
  'Snippet (plain text, up to about 240 characters, matches between U+E000 and U+E001) and locator of the best match in a chunk.';

-- ── The functions that clients call ───────────────────────────────────────────────────────────────────────────────────────────

create function public.search_library(search_query text, item_kinds text[] default null, max_results int default 20)
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

create function public.passages_for_question(question text, about_kind text default null, about_id uuid default null, max_results int default 12)
returns table (chunk_id bigint, item_kind text, item_id uuid, title text, heading text, text text, text_hash text, ordinal int, start_offset int, rank real)
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  owner uuid := (select auth.uid());
  wanted int := least(greatest(coalesce(max_results, 12), 1), 50);
  plan private.search_plan;
  candidates bigint[];
  ranking tsquery;
begin
  if owner is null then
    return;
  end if;
  -- The space at the end: a question is complete, its last word is not a beginning.
  plan := private.plan_search(translate(left(question, 499), '"“”„«»-', '       ') || ' ', private.library_languages(owner));
  if plan.complete is null then
    return;
  end if;
  select string_agg('(' || q::text || ')', ' | ')::tsquery into ranking from unnest(plan.loose) as q;

  if about_id is null then
    candidates := array(select l.chunk_id from private.loosely_matching_chunks(owner, plan.loose, null, 400) as l);
  else
    candidates := array(
      select c.id from public.search_chunks c
      where c.user_id = owner and c.item_kind = about_kind and c.item_id = about_id and c.tsv @@ ranking
      limit 5000);
  end if;

  return query
    with weighed as materialized (
      select w.wanted, ln(1 + cardinality(candidates)::real / greatest(count(c.id), 1)) as weight
      from unnest(plan.loose) as w (wanted)
      left join public.search_chunks c on c.id = any (candidates) and c.user_id = owner and c.tsv @@ w.wanted
      group by w.wanted
    )
    select c.id, c.item_kind, c.item_id, coalesce(n.title, a.title, ha.title), c.heading, c.text, c.text_hash, c.ordinal, c.start_offset,
      -- How much of the question a passage speaks of, rare words first; closeness of the words decides between equals.
      ((select sum(w.weight) from weighed w where c.tsv @@ w.wanted) + ts_rank_cd(c.tsv, ranking, 1))::real
    from public.search_chunks c
    left join public.notes n on c.item_kind = 'note' and n.id = c.item_id and n.user_id = owner
    left join public.articles a on c.item_kind = 'article' and a.id = c.item_id and a.user_id = owner
    left join public.highlights h on c.item_kind = 'highlight' and h.id = c.item_id and h.user_id = owner
    left join public.articles ha on ha.id = h.article_id and ha.user_id = owner
    where c.id = any (candidates) and c.user_id = owner
      and n.trashed_at is null and coalesce(n.title, a.title, ha.title) is not null
    order by 10 desc, c.id
    limit wanted;
end
$$;
comment on function public.passages_for_question(text, text, uuid, int) is
  'The asker''s own passages that speak of what a question asks, best first: any of its words, passages with more and rarer ones first. '
  'about_kind and about_id restrict it to one item. max_results: 1 to 50.';

revoke all on function private.search_language(text), private.unspaced_runs(text), private.quote_lexeme(text), private.search_vector(regconfig, text, text),
  private.library_languages(uuid), private.plan_search(text, regconfig[]), private.matching_chunks(uuid, tsquery, text[], int),
  private.loosely_matching_chunks(uuid, tsquery[], text[], int), private.utf16_left(text, int), private.utf16_right(text, int),
  private.match_ranges(text, regconfig, private.search_plan), private.present_match(text, text, regconfig, private.search_plan),
  public.search_library(text, text[], int), public.passages_for_question(text, text, uuid, int)
  from public, anon, authenticated;
grant execute on function private.search_language(text) to authenticated, service_role;
grant execute on function private.search_vector(regconfig, text, text) to authenticated, service_role;
grant execute on function public.search_library(text, text[], int) to authenticated;
grant execute on function public.passages_for_question(text, text, uuid, int) to authenticated;
