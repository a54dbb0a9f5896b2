-- A handle is known to be free before it is asked for; a profile shows the picture of its owner, or none.

create function public.check_handle(p_handle text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_handle ~ '^[a-z0-9_]{3,30}$'
    and not exists (select from public.profiles p where p.handle = p_handle and p.id is distinct from auth.uid())
$$;
comment on function public.check_handle(text) is
  'Whether the caller can have this handle: well formed, and nobody else has it. Tells nothing of who has it.';
revoke all on function public.check_handle(text) from public, anon, authenticated;
grant execute on function public.check_handle(text) to authenticated, service_role;

-- The column is the owner's to write, and was free text: it could have named somebody else's picture.
update public.profiles set avatar_path = null where avatar_path !~ ('^' || id::text || '/avatar([?]v=[0-9a-z]{1,20})?$');
alter table public.profiles add constraint profiles_own_avatar_check
  check (avatar_path ~ ('^' || id::text || '/avatar([?]v=[0-9a-z]{1,20})?$'));
comment on column public.profiles.avatar_path is
  'Name in the bucket avatars, `<id>/avatar`, with `?v=` and the version that browsers may keep. Null: no picture.';
