-- Supabase's storage tables with Supabase's column names: a migration that makes a bucket or a policy on storage.objects runs unchanged
-- on a Supabase project (where all of this exists already and this file is not applied). The bytes lie elsewhere (platform/blobs).
-- Idempotent: safe to run again.

create schema if not exists storage;
comment on schema storage is 'Files: buckets and the objects in them (Supabase''s shape). Row-level security on storage.objects decides who may do what.';
-- Not to anon: the server itself reads public objects, for whoever asks.
grant usage on schema storage to authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table storage.buckets is 'Where objects lie. Only migrations make buckets.';
comment on column storage.buckets.public is 'Whoever knows an object''s address may read it, without a key.';
comment on column storage.buckets.file_size_limit is 'Bytes; null: the server''s own limit.';
comment on column storage.buckets.allowed_mime_types is 'Null: any.';

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (char_length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name collate "C");
create index if not exists objects_owner_id_idx on storage.objects (owner_id);
comment on table storage.objects is 'One row per file. name is its path in the bucket; version names its bytes, and changes with every upload.';
comment on column storage.objects.metadata is 'eTag, size (bytes), mimetype, cacheControl, lastModified, contentLength, httpStatusCode: as Supabase writes it.';
comment on column storage.objects.owner_id is 'auth.users.id of who uploaded it, as text.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
revoke all on storage.buckets, storage.objects from public, anon, authenticated;
grant select on storage.buckets to authenticated;
grant select, insert, update, delete on storage.objects to authenticated;
grant all on storage.buckets, storage.objects to service_role;

drop policy if exists "The server manages buckets" on storage.buckets;
create policy "The server manages buckets" on storage.buckets for all to service_role using (true) with check (true);
drop policy if exists "The server manages objects" on storage.objects;
create policy "The server manages objects" on storage.objects for all to service_role using (true) with check (true);
