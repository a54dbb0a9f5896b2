-- The core tables of the glossary. Each table brings its row-level security, policies, grants and indexes.
--
-- Reading guide:
--  * Every row has an owner, user_id. Policies compare it with (select auth.uid()), evaluated once per statement.
--  * A child names its parent by (user_id, parent_id), so a row can never hang on another person's row, whoever writes it.
--  * Clients get column privileges: what the server manages or derives is not in the list.
--  * id and user_id stand in update grants only so that an upsert may name them; stamp_update() refuses to change them.
--  * anon may do nothing here. service_role has policies of its own: BYPASSRLS is not assumed.
--  * Row-level security is not forced on the owner of the tables: requests never run as it, and the few security definer
--    functions that do carry their own user_id condition, where a policy would keep the planner from the search indexes.

-- ── profiles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  handle text check (handle ~ '^[a-z0-9_]{3,30}$'),
  display_name text check (char_length(display_name) between 1 and 100),
  bio text check (char_length(bio) <= 2000),
  avatar_path text check (char_length(avatar_path) between 1 and 500),
  email text,
  subscription_tier text not null default 'free' check (subscription_tier in ('free', 'plus', 'premium', 'enterprise')),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index profiles_handle_key on public.profiles (handle);
comment on table public.profiles is 'The public and private face of an account; id is auth.users.id. Made by a trigger when the account is made.';
comment on column public.profiles.email is 'Copy of auth.users.email, kept by a trigger.';
comment on column public.profiles.subscription_tier is 'A manual grant; billing never writes it, nor does its owner.';
comment on column public.profiles.is_admin is 'Administrator. Only the server grants it.';

create function private.stamp_profile_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.id is distinct from old.id then
    raise exception 'id of a profile cannot be changed' using errcode = '42501';
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.stamp_profile_update() is 'Before update of a profile: keeps id and created_at, sets updated_at.';
create trigger stamp_update before update on public.profiles for each row execute function private.stamp_profile_update();

alter table public.profiles enable row level security;
create policy "Owners read their own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy "Owners update their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "The server manages profiles" on public.profiles for all to service_role using (true) with check (true);
revoke all on public.profiles from public, anon, authenticated;
grant select, update (id, handle, display_name, bio, avatar_path) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

create function private.create_profile_for_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profiles (id, email, display_name)
  values (new.id, new.email, nullif(left(btrim(coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', '')), 100), ''))
  on conflict (id) do nothing;
  return null;
end
$$;
comment on function private.create_profile_for_account() is
  'After insert on auth.users: makes the profile. Takes a display name from the sign-up metadata and nothing else: metadata grants no rights.';
create trigger create_profile after insert on auth.users for each row execute function private.create_profile_for_account();

create function private.copy_account_email() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end
$$;
comment on function private.copy_account_email() is 'After a change of auth.users.email: copies it to the profile.';
create trigger copy_email after update of email on auth.users for each row execute function private.copy_account_email();

-- Accounts that were there before this schema (a Supabase project already in use).
insert into public.profiles (id, email) select id, email from auth.users on conflict (id) do nothing;

-- ── import_runs ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.import_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  kind text not null check (kind in ('article')),
  requested_url text not null check (char_length(requested_url) between 1 and 2048),
  status text not null default 'running' check (status in ('running', 'imported', 'duplicate', 'failed', 'cancelled')),
  article_id uuid,
  error_code text check (char_length(error_code) <= 100),
  error_message text check (char_length(error_message) <= 2000),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint import_runs_finished_check check ((status = 'running') = (finished_at is null)),
  constraint import_runs_failed_check check ((status = 'failed') = (error_code is not null))
);
create index import_runs_owner_idx on public.import_runs (user_id, created_at desc, id);
create index import_runs_running_idx on public.import_runs (created_at) where status = 'running';
comment on table public.import_runs is 'One attempt to bring something in, with what became of it.';
comment on column public.import_runs.article_id is 'The article that was made, or the one found to be there already.';
comment on column public.import_runs.error_code is 'An import_* error code; set exactly when status is failed.';

-- ── articles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 500),
  url text not null check (octet_length(url) between 1 and 2048),
  canonical_url text not null check (octet_length(canonical_url) between 1 and 2048),
  byline text check (char_length(byline) <= 500),
  site_name text check (char_length(site_name) <= 500),
  published_at timestamptz,
  language text check (char_length(language) <= 35),
  direction text not null default 'ltr' check (direction in ('ltr', 'rtl')),
  excerpt text check (char_length(excerpt) <= 2000),
  lead_image_url text check (octet_length(lead_image_url) <= 2048),
  content_html text not null check (octet_length(content_html) <= 20971520),
  content_text text not null check (octet_length(content_text) <= 10485760),
  word_count int not null default 0 check (word_count >= 0),
  reading_minutes int not null default 0 check (reading_minutes >= 0),
  state text not null default 'unread' check (state in ('unread', 'reading', 'archived')),
  import_run_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint articles_canonical_url_key unique (user_id, canonical_url),
  constraint articles_import_run_fkey foreign key (user_id, import_run_id)
    references public.import_runs (user_id, id) on delete set null (import_run_id)
);
alter table public.import_runs add constraint import_runs_article_fkey foreign key (user_id, article_id)
  references public.articles (user_id, id) on delete set null (article_id);
create index import_runs_article_idx on public.import_runs (user_id, article_id) where article_id is not null;
create index articles_import_run_idx on public.articles (user_id, import_run_id) where import_run_id is not null;
create index articles_created_idx on public.articles (user_id, created_at desc, id);
create index articles_updated_idx on public.articles (user_id, updated_at desc, id);
comment on table public.articles is 'A web page saved with its text. Made by the server''s import; its owner may retitle, file and delete it.';
comment on column public.articles.canonical_url is 'The address that two imports of one page agree on; unique per user.';
comment on column public.articles.language is 'BCP 47 tag, as found on the page or detected; null when unknown.';
comment on column public.articles.content_html is 'Sanitised HTML, at most 20 MB.';
comment on column public.articles.content_text is 'Plain text of content_html, the text that locators refer to; at most 10 MB.';

-- ── highlights ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.highlights (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  article_id uuid not null,
  locator jsonb not null check (private.is_locator(locator)),
  colour text not null default 'yellow' check (colour in ('yellow', 'green', 'blue', 'pink')),
  comment text check (char_length(comment) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint highlights_article_fkey foreign key (user_id, article_id) references public.articles (user_id, id) on delete cascade
);
create index highlights_article_idx on public.highlights (user_id, article_id, created_at);
create index highlights_created_idx on public.highlights (user_id, created_at desc, id);
comment on table public.highlights is 'A passage of an article that the reader marked.';
comment on column public.highlights.locator is 'Where in articles.content_text: { quote, prefix, suffix, chunkHash }.';

-- ── notes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null default '' check (char_length(title) <= 500),
  article_id uuid,
  trashed_at timestamptz,
  document bytea check (octet_length(document) <= 33554432),
  document_seq bigint not null default 0,
  text text not null default '',
  summary text not null default '',
  word_count int not null default 0 check (word_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint notes_article_fkey foreign key (user_id, article_id)
    references public.articles (user_id, id) on delete set null (article_id)
);
create index notes_updated_idx on public.notes (user_id, updated_at desc, id);
create index notes_created_idx on public.notes (user_id, created_at desc, id);
create index notes_article_idx on public.notes (user_id, article_id) where article_id is not null;
comment on table public.notes is 'A Cornell note. Its body is a Yjs document with the fragments cues, notes and summary; the text columns are derived from it.';
comment on column public.notes.document is 'Merged Yjs state, at most 32 MB; null until the first update was merged.';
comment on column public.notes.document_seq is 'The last note_updates.seq that is in document.';
comment on column public.notes.text is 'Plain text of the fragment notes, derived.';
comment on column public.notes.trashed_at is 'When it was put into the trash; null outside.';

create table public.note_updates (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  note_id uuid not null,
  update bytea not null check (octet_length(update) between 1 and 4194304),
  created_at timestamptz not null default now(),
  constraint note_updates_note_fkey foreign key (user_id, note_id) references public.notes (user_id, id) on delete cascade
);
create index note_updates_note_idx on public.note_updates (user_id, note_id, seq);
comment on table public.note_updates is 'One Yjs update of a note''s document, as a client made it. Never changed, only merged.';
comment on column public.note_updates.id is 'Made by the client: inserting it a second time is the same update.';
comment on column public.note_updates.seq is 'Order of arrival. Drawn before commit: a lower number may become visible after a higher one.';
comment on column public.note_updates.update is 'Yjs update, version 1 encoding; at most 4 MB.';

-- ── cues ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.cues (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  note_id uuid not null,
  text text not null default '',
  position int not null default 0,
  locator jsonb check (locator is null or private.is_locator(locator)),
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint cues_note_fkey foreign key (user_id, note_id) references public.notes (user_id, id) on delete cascade
);
create index cues_note_idx on public.cues (user_id, note_id, position);
comment on table public.cues is 'A question or keyword in a note''s cue column, derived from the document; id is the cue''s id there and stays when the note is edited.';
comment on column public.cues.locator is 'The place in the note that the cue asks about; null when it points at none.';
comment on column public.cues.removed_at is 'When the cue left the note; the row stays for what was learned with it.';

-- ── tasks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 500),
  completed_at timestamptz,
  note_id uuid,
  position int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id),
  constraint tasks_note_fkey foreign key (user_id, note_id) references public.notes (user_id, id) on delete cascade
);
create index tasks_created_idx on public.tasks (user_id, created_at desc, id);
create index tasks_note_idx on public.tasks (user_id, note_id, position) where note_id is not null;
comment on table public.tasks is 'Something to do.';
comment on column public.tasks.note_id is 'The note whose checkbox it was derived from; null for a task of its own.';

-- ── tags, item_tags ───────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80 and name = btrim(name)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id)
);
create unique index tags_name_key on public.tags (user_id, lower(name));
comment on table public.tags is 'A label; its name is unique per user, whatever the case.';

create table public.item_tags (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  tag_id uuid not null,
  item_kind text not null check (item_kind in ('note', 'article', 'highlight')),
  item_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tag_id, item_kind, item_id),
  constraint item_tags_tag_fkey foreign key (user_id, tag_id) references public.tags (user_id, id) on delete cascade
);
create index item_tags_item_idx on public.item_tags (user_id, item_kind, item_id);
create index item_tags_tag_idx on public.item_tags (user_id, tag_id);
comment on table public.item_tags is 'A tag on an item. Made and removed, never changed.';

-- ── links ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  source_kind text not null check (source_kind in ('note', 'article', 'highlight')),
  source_id uuid not null,
  target_kind text not null check (target_kind in ('note', 'article', 'highlight')),
  target_id uuid,
  target_title text not null check (char_length(target_title) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, id)
);
create index links_source_idx on public.links (user_id, source_kind, source_id);
create index links_target_idx on public.links (user_id, target_kind, target_id);
create index links_title_idx on public.links (user_id, lower(target_title)) where target_id is null;
comment on table public.links is 'One item pointing to another, derived from the source''s text.';
comment on column public.links.target_id is 'Null while no item of that title exists, and again after the target was deleted.';

-- ── search_chunks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table public.search_chunks (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  item_kind text not null check (item_kind in ('note', 'article', 'highlight')),
  item_id uuid not null,
  ordinal int not null check (ordinal >= 0),
  text text not null check (octet_length(text) <= 65536),
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  heading text,
  start_offset int not null default 0 check (start_offset >= 0),
  language regconfig not null default 'pg_catalog.simple',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint search_chunks_place_key unique (user_id, item_kind, item_id, ordinal)
);
comment on table public.search_chunks is 'A paragraph-sized piece of an item''s text as indexed for search. Derived; searched only through search_library().';
comment on column public.search_chunks.text_hash is 'Hex SHA-256 of text (UTF-8): the chunkHash of locators.';
comment on column public.search_chunks.start_offset is 'Where the chunk begins in the item''s text, in UTF-16 code units.';
comment on column public.search_chunks.language is 'Text search configuration for stemming, from private.search_language().';

-- ── What points at an item without a foreign key ──────────────────────────────────────────────────────────────────────────────

create function private.owns_item(owner uuid, kind text, item uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  -- "for key share" holds the item until this transaction ends, as a foreign key would.
  case kind
    when 'note' then perform from public.notes where id = item and user_id = owner for key share;
    when 'article' then perform from public.articles where id = item and user_id = owner for key share;
    when 'highlight' then perform from public.highlights where id = item and user_id = owner for key share;
    else return false;
  end case;
  return found;
end
$$;
comment on function private.owns_item(uuid, text, uuid) is 'Whether an item exists and belongs to owner; holds it against deletion until the transaction ends.';

create function private.check_item_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'links' then
    if not private.owns_item(new.user_id, new.source_kind, new.source_id)
      or (new.target_id is not null and not private.owns_item(new.user_id, new.target_kind, new.target_id)) then
      raise exception 'link points at an item that does not exist' using errcode = '23503', table = tg_table_name;
    end if;
  elsif not private.owns_item(new.user_id, new.item_kind, new.item_id) then
    raise exception 'row points at an item that does not exist' using errcode = '23503', table = tg_table_name;
  end if;
  return null;
end
$$;
comment on function private.check_item_owner() is
  'After insert or update of a row with item_kind and item_id (or a link): the item must exist and have the same owner. Runs after the policies.';

create constraint trigger check_item_owner after insert or update on public.item_tags
  for each row execute function private.check_item_owner();
create constraint trigger check_item_owner after insert or update on public.links
  for each row execute function private.check_item_owner();
create constraint trigger check_item_owner after insert or update of user_id, item_kind, item_id on public.search_chunks
  for each row execute function private.check_item_owner();

create function private.delete_item_traces() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.item_tags t using old_rows o
    where t.user_id = o.user_id and t.item_kind = tg_argv[0] and t.item_id = o.id;
  delete from public.search_chunks c using old_rows o
    where c.user_id = o.user_id and c.item_kind = tg_argv[0] and c.item_id = o.id;
  delete from public.links l using old_rows o
    where l.user_id = o.user_id and l.source_kind = tg_argv[0] and l.source_id = o.id;
  update public.links l set target_id = null from old_rows o
    where l.user_id = o.user_id and l.target_kind = tg_argv[0] and l.target_id = o.id;
  return null;
end
$$;
comment on function private.delete_item_traces() is
  'After items were deleted: removes their tags, chunks and links; links to them go back to pointing at a title. Argument: the item kind.';
create trigger delete_traces after delete on public.notes referencing old table as old_rows
  for each statement execute function private.delete_item_traces('note');
create trigger delete_traces after delete on public.articles referencing old table as old_rows
  for each statement execute function private.delete_item_traces('article');
create trigger delete_traces after delete on public.highlights referencing old table as old_rows
  for each statement execute function private.delete_item_traces('highlight');

revoke all on function private.stamp_profile_update(), private.create_profile_for_account(), private.copy_account_email(),
  private.owns_item(uuid, text, uuid), private.check_item_owner(), private.delete_item_traces() from public, anon, authenticated;

-- ── Stamps, row-level security, grants ────────────────────────────────────────────────────────────────────────────────────────

create trigger stamp_update before update on public.import_runs for each row execute function private.stamp_update();
create trigger stamp_update before update on public.articles for each row execute function private.stamp_update();
create trigger stamp_update before update on public.highlights for each row execute function private.stamp_update();
create trigger stamp_update before update on public.notes for each row execute function private.stamp_update();
create trigger stamp_update before update on public.cues for each row execute function private.stamp_update();
create trigger stamp_update before update on public.tasks for each row execute function private.stamp_update();
create trigger stamp_update before update on public.tags for each row execute function private.stamp_update();
create trigger stamp_update before update on public.links for each row execute function private.stamp_update();
create trigger stamp_update before update on public.search_chunks for each row execute function private.stamp_update();

alter table public.import_runs enable row level security;
create policy "Owners read their import runs" on public.import_runs for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners start import runs" on public.import_runs for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners delete their import runs" on public.import_runs for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages import runs" on public.import_runs for all to service_role using (true) with check (true);
revoke all on public.import_runs from public, anon, authenticated;
grant select, insert (id, user_id, kind, requested_url), delete on public.import_runs to authenticated;
grant select, insert, update, delete on public.import_runs to service_role;

alter table public.articles enable row level security;
create policy "Owners read their articles" on public.articles for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners retitle and file their articles" on public.articles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners delete their articles" on public.articles for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages articles" on public.articles for all to service_role using (true) with check (true);
revoke all on public.articles from public, anon, authenticated;
grant select, update (title, state), delete on public.articles to authenticated;
grant select, insert, update, delete on public.articles to service_role;

alter table public.highlights enable row level security;
create policy "Owners read their highlights" on public.highlights for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners make highlights" on public.highlights for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners change their highlights" on public.highlights for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners delete their highlights" on public.highlights for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages highlights" on public.highlights for all to service_role using (true) with check (true);
revoke all on public.highlights from public, anon, authenticated;
grant select, insert (id, user_id, article_id, locator, colour, comment), update (id, user_id, article_id, locator, colour, comment), delete
  on public.highlights to authenticated;
grant select, insert, update, delete on public.highlights to service_role;

alter table public.notes enable row level security;
create policy "Owners read their notes" on public.notes for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners write notes" on public.notes for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners change their notes" on public.notes for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners delete their notes" on public.notes for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages notes" on public.notes for all to service_role using (true) with check (true);
revoke all on public.notes from public, anon, authenticated;
grant select, insert (id, user_id, title, article_id, trashed_at), update (id, user_id, title, article_id, trashed_at), delete
  on public.notes to authenticated;
grant select, insert, update, delete on public.notes to service_role;

alter table public.note_updates enable row level security;
create policy "Owners read the updates of their notes" on public.note_updates for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners add updates to their notes" on public.note_updates for insert to authenticated with check (user_id = (select auth.uid()));
create policy "The server manages note updates" on public.note_updates for all to service_role using (true) with check (true);
revoke all on public.note_updates from public, anon, authenticated;
grant select, insert (id, user_id, note_id, update) on public.note_updates to authenticated;
grant select, insert, update, delete on public.note_updates to service_role;

alter table public.cues enable row level security;
create policy "Owners read their cues" on public.cues for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages cues" on public.cues for all to service_role using (true) with check (true);
revoke all on public.cues from public, anon, authenticated;
grant select on public.cues to authenticated;
grant select, insert, update, delete on public.cues to service_role;

alter table public.tasks enable row level security;
create policy "Owners read their tasks" on public.tasks for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners add tasks" on public.tasks for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners change their tasks" on public.tasks for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners delete their tasks" on public.tasks for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages tasks" on public.tasks for all to service_role using (true) with check (true);
revoke all on public.tasks from public, anon, authenticated;
grant select, insert (id, user_id, title, completed_at, note_id), update (id, user_id, title, completed_at, note_id), delete
  on public.tasks to authenticated;
grant select, insert, update, delete on public.tasks to service_role;

alter table public.tags enable row level security;
create policy "Owners read their tags" on public.tags for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners make tags" on public.tags for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners rename their tags" on public.tags for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Owners delete their tags" on public.tags for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages tags" on public.tags for all to service_role using (true) with check (true);
revoke all on public.tags from public, anon, authenticated;
grant select, insert (id, user_id, name), update (id, user_id, name), delete on public.tags to authenticated;
grant select, insert, update, delete on public.tags to service_role;

alter table public.item_tags enable row level security;
create policy "Owners read the tags on their items" on public.item_tags for select to authenticated using (user_id = (select auth.uid()));
create policy "Owners tag their items" on public.item_tags for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Owners take tags off their items" on public.item_tags for delete to authenticated using (user_id = (select auth.uid()));
create policy "The server manages item tags" on public.item_tags for all to service_role using (true) with check (true);
revoke all on public.item_tags from public, anon, authenticated;
grant select, insert (user_id, tag_id, item_kind, item_id), delete on public.item_tags to authenticated;
grant select, insert, update, delete on public.item_tags to service_role;

alter table public.links enable row level security;
create policy "Owners read their links" on public.links for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages links" on public.links for all to service_role using (true) with check (true);
revoke all on public.links from public, anon, authenticated;
grant select on public.links to authenticated;
grant select, insert, update, delete on public.links to service_role;

alter table public.search_chunks enable row level security;
create policy "Owners read the chunks of their items" on public.search_chunks for select to authenticated using (user_id = (select auth.uid()));
create policy "The server manages search chunks" on public.search_chunks for all to service_role using (true) with check (true);
revoke all on public.search_chunks from public, anon, authenticated;
grant select on public.search_chunks to authenticated;
grant select, insert, update, delete on public.search_chunks to service_role;

-- A Supabase project grants new sequences to every client role; identity columns need no such grant.
revoke all on sequence public.note_updates_seq_seq, public.search_chunks_id_seq from public, anon, authenticated;

-- ── Change feed ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

select private.attach_change_feed('public.profiles', 'id', 'id');
select private.attach_change_feed('public.articles');
select private.attach_change_feed('public.highlights');
select private.attach_change_feed('public.notes');
select private.attach_change_feed('public.note_updates');
select private.attach_change_feed('public.cues');
select private.attach_change_feed('public.tasks');
select private.attach_change_feed('public.tags');
select private.attach_change_feed('public.item_tags', 'item_id', 'user_id');
select private.attach_change_feed('public.links');
select private.attach_change_feed('public.import_runs');
