-- What the background consumers need: a place for what they could not use (nothing is thrown away), and a few rules and indexes.

create table private.change_dead_letters (
  consumer text not null,
  change_id bigint not null,
  table_name text not null,
  operation text not null,
  row_id uuid not null,
  user_id uuid not null,
  attempts int not null check (attempts > 0),
  error text not null,
  created_at timestamptz not null default now(),
  primary key (consumer, change_id)
);
comment on table private.change_dead_letters is
  'Changes whose handler kept failing: the feed went on without them. Cured by the next change of the same row, or by a re-index.';
revoke all on private.change_dead_letters from public, anon, authenticated;
grant select, insert, delete on private.change_dead_letters to service_role;

create table private.damaged_note_updates (
  id uuid primary key,
  note_id uuid not null references public.notes (id) on delete cascade,
  user_id uuid not null,
  reason text not null check (reason in ('unreadable', 'too_large')),
  "update" bytea not null,
  created_at timestamptz not null default now()
);
create index damaged_note_updates_note_id_idx on private.damaged_note_updates (note_id);
comment on table private.damaged_note_updates is
  'Updates put aside because Yjs cannot read them or because the document would outgrow its bound. They never reach notes.document.';
revoke all on private.damaged_note_updates from public, anon, authenticated;
grant select, insert, delete on private.damaged_note_updates to service_role;

create function private.rebase_changes() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  next_xid xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  if not exists (select from private.change_consumers c where c.xid >= next_xid)
    and not exists (select from private.changes c where c.xid >= next_xid) then
    return;
  end if;
  update private.changes c set xid = pg_current_xact_id() where c.xid >= next_xid;
  update private.change_consumers c set xid = '0', change_id = 0 where c.xid >= next_xid;
end
$$;
comment on function private.rebase_changes() is
  'Transaction ids begin again in another cluster (a restored backup). Brings back changes and positions that carry ids not yet given out; '
  'the consumers concerned handle the kept changes once more.';
revoke all on function private.rebase_changes() from public, anon, authenticated;
grant execute on function private.rebase_changes() to service_role;

-- An edit moves the ordinals of the chunks behind it in one statement: uniqueness is judged at the statement's end, not row by row.
alter table public.search_chunks
  drop constraint search_chunks_place_key,
  add constraint search_chunks_place_key unique (user_id, item_kind, item_id, ordinal) deferrable initially immediate;

-- Links by title look their target up among the owner's items.
create index notes_link_title_idx on public.notes (user_id, lower(title)) where title <> '';
create index articles_link_title_idx on public.articles (user_id, lower(title));

-- A note that is full refuses the update while its author is still there to be told; one that is put aside later would leave a gap
-- that all further updates of the same editor wait behind.
create function private.refuse_update_of_full_note() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from public.notes n
    where n.id = new.note_id and octet_length(n.document) + octet_length(new.update) > 8388608
  ) then
    raise exception 'This note is full: a note holds at most 8 MB.' using errcode = '54000';
  end if;
  return new;
end
$$;
comment on function private.refuse_update_of_full_note() is
  'Before insert on note_updates: the document and the update together stay under 8 MB (contracts/note-document.ts).';
revoke all on function private.refuse_update_of_full_note() from public, anon, authenticated;
create trigger refuse_update_of_full_note before insert on public.note_updates
  for each row execute function private.refuse_update_of_full_note();
