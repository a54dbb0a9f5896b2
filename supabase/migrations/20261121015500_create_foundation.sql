-- Foundation: extensions, the private schema, the change outbox, and the functions that the tables after it build on.
-- Runs on plain PostgreSQL 15+ (after supabase/platform) and on a Supabase project alike.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

do $$
declare
  misplaced text;
begin
  select string_agg(format('%s (in %s)', e.extname, n.nspname), ', ') into misplaced
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname in ('pgcrypto', 'pg_trgm', 'unaccent', 'btree_gin') and n.nspname <> 'extensions';
  if misplaced is not null then
    raise exception 'These extensions must live in the schema "extensions": %. Move them with ALTER EXTENSION … SET SCHEMA extensions.', misplaced;
  end if;
end
$$;

create schema private;
comment on schema private is 'What only the server touches: the change outbox, secrets, internal functions. Never exposed as API.';
revoke all on schema private from public, anon, authenticated;
grant usage on schema private to service_role;

create table private.server_secrets (
  name text primary key check (char_length(name) between 1 and 100),
  value jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.server_secrets is 'Secrets that all processes of one installation share (signing keys), when configuration gives none.';
revoke all on private.server_secrets from public, anon, authenticated;
grant select, insert, update, delete on private.server_secrets to service_role;

-- ── Row stamps ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.stamp_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id then
    raise exception 'id and user_id of a row cannot be changed' using errcode = '42501';
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.stamp_update() is
  'Before update: keeps id, owner and created_at (an upsert may name them, not change them) and sets updated_at.';

-- ── Change outbox ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table private.changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  table_name text not null,
  operation text not null check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  row_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (xid, id)
);
comment on table private.changes is
  'Outbox of row changes, written by statement-level triggers. Ids are drawn before commit, so "id > position" loses rows: '
  'read only through private.read_changes().';
comment on column private.changes.xid is 'Transaction that made the change; a reader sees only xid < pg_snapshot_xmin(pg_current_snapshot()).';
comment on column private.changes.row_id is 'Primary key of the changed row; item_tags: the tagged item.';

create table private.change_consumers (
  name text primary key check (char_length(name) between 1 and 100),
  xid xid8 not null default '0',
  change_id bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.change_consumers is
  'How far each consumer of the change feed has come: everything up to (xid, change_id) is done. What no consumer has passed is never trimmed.';

create function private.record_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The usual case is written out, so that its plan is kept; building the statement anew would triple the cost of a small write.
  if tg_nargs = 0 and tg_op = 'DELETE' then
    insert into private.changes (table_name, operation, row_id, user_id) select tg_table_name, tg_op, r.id, r.user_id from old_rows as r;
  elsif tg_nargs = 0 then
    insert into private.changes (table_name, operation, row_id, user_id) select tg_table_name, tg_op, r.id, r.user_id from new_rows as r;
  else
    execute format('insert into private.changes (table_name, operation, row_id, user_id) select $1, $2, r.%I, r.%I from %I as r',
      tg_argv[0], tg_argv[1], case when tg_op = 'DELETE' then 'old_rows' else 'new_rows' end
    ) using tg_table_name, tg_op;
  end if;
  return null;
end
$$;
comment on function private.record_changes() is
  'After insert, update or delete, once per statement: appends the changed rows to the outbox. Arguments, where they are not id and user_id: id column, owner column.';

create function private.attach_change_feed(target regclass, row_column text default 'id', owner_column text default 'user_id')
returns void
language plpgsql
set search_path = ''
as $$
declare
  arguments text := case when (row_column, owner_column) = ('id', 'user_id') then '' else format('%L, %L', row_column, owner_column) end;
begin
  execute format('create trigger record_inserts after insert on %s referencing new table as new_rows
    for each statement execute function private.record_changes(%s)', target, arguments);
  execute format('create trigger record_updates after update on %s referencing new table as new_rows
    for each statement execute function private.record_changes(%s)', target, arguments);
  execute format('create trigger record_deletes after delete on %s referencing old table as old_rows
    for each statement execute function private.record_changes(%s)', target, arguments);
end
$$;
comment on function private.attach_change_feed(regclass, text, text) is
  'Attaches the change feed to a table: three triggers, because a trigger with transition tables serves one event.';

create function private.read_changes(consumer_name text, max_rows int default 500)
returns setof private.changes
language plpgsql
set search_path = ''
as $$
declare
  position_xid xid8;
  position_id bigint;
begin
  insert into private.change_consumers (name) values (consumer_name) on conflict (name) do nothing;

  -- One reader per consumer: who does not get the row reads nothing and comes again.
  select c.xid, c.change_id into position_xid, position_id
  from private.change_consumers c where c.name = consumer_name
  for update skip locked;
  if not found then
    return;
  end if;

  return query
    select c.*
    from private.changes c
    where (c.xid, c.id) > (position_xid, position_id)
      and c.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by c.xid, c.id
    limit least(greatest(max_rows, 1), 10000);
end
$$;
comment on function private.read_changes(text, int) is
  'The next batch for a consumer (created at the feed''s beginning on its first call), oldest first, at most 10000. Holds the consumer until '
  'the transaction ends; a second reader gets nothing meanwhile. Transactions that are still running, and all younger than the oldest of '
  'them, are not shown yet: nothing can appear later before what was already read.';

create function private.advance_consumer(consumer_name text, last_xid xid8, last_change_id bigint) returns void
language sql
set search_path = ''
as $$
  update private.change_consumers c
  set xid = last_xid, change_id = last_change_id, updated_at = now()
  where c.name = consumer_name and (c.xid, c.change_id) < (last_xid, last_change_id)
$$;
comment on function private.advance_consumer(text, xid8, bigint) is
  'Marks everything up to and including a change as done. In the transaction of read_changes it makes reading and acting one step. Never goes back.';

create function private.trim_changes(max_rows int default 10000, keep interval default '1 hour') returns bigint
language plpgsql
set search_path = ''
as $$
declare
  done_xid xid8;
  done_id bigint;
  removed bigint;
begin
  select c.xid, c.change_id into done_xid, done_id
  from private.change_consumers c order by c.xid, c.change_id limit 1;
  if not found then
    return 0;
  end if;
  with doomed as (
    select c.xid, c.id from private.changes c
    where (c.xid, c.id) <= (done_xid, done_id) and c.created_at < now() - keep
    order by c.xid, c.id
    limit least(greatest(max_rows, 1), 100000)
  )
  delete from private.changes c using doomed d where c.xid = d.xid and c.id = d.id;
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function private.trim_changes(int, interval) is
  'Removes changes that every consumer has done and that are older than "keep", at most max_rows of them; returns how many.';

revoke all on private.changes, private.change_consumers from public, anon, authenticated;
grant select, delete on private.changes to service_role;
grant select, insert, update, delete on private.change_consumers to service_role;
revoke all on function private.stamp_update(), private.record_changes(), private.attach_change_feed(regclass, text, text),
  private.read_changes(text, int), private.advance_consumer(text, xid8, bigint), private.trim_changes(int, interval)
  from public, anon, authenticated;
grant execute on function private.read_changes(text, int), private.advance_consumer(text, xid8, bigint),
  private.trim_changes(int, interval) to service_role;

-- ── Locators ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create function private.is_locator(candidate jsonb) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(candidate) = 'object'
    and candidate - array['quote', 'prefix', 'suffix', 'chunkHash'] = '{}'::jsonb
    and jsonb_typeof(candidate -> 'quote') = 'string' and char_length(candidate ->> 'quote') between 1 and 4000
    and jsonb_typeof(candidate -> 'prefix') = 'string' and char_length(candidate ->> 'prefix') <= 32
    and jsonb_typeof(candidate -> 'suffix') = 'string' and char_length(candidate ->> 'suffix') <= 32
    and jsonb_typeof(candidate -> 'chunkHash') = 'string' and candidate ->> 'chunkHash' ~ '^[0-9a-f]{64}$',
    false)
$$;
comment on function private.is_locator(jsonb) is
  'Whether a value is a locator: quote (1..4000 characters), prefix and suffix (up to 32), chunkHash (hex SHA-256), and nothing else.';
revoke all on function private.is_locator(jsonb) from public;
-- Check constraints run as the role that writes; without usage on the schema nobody can call it by name.
grant execute on function private.is_locator(jsonb) to authenticated, service_role;
