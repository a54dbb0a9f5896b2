-- The roles and schemas that a Supabase project has and plain PostgreSQL has not.
-- Runs as the connecting role: a superuser, or the owner of the database with CREATEROLE. Idempotent; PostgreSQL 15 and later.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        -- Roles belong to the whole cluster: another database of it may be set up at this moment.
        when duplicate_object or unique_violation then null;
      end;
    end if;

    -- The connecting role becomes each of them with SET ROLE. Since PostgreSQL 16 whoever creates a role may grant it, but is not
    -- yet allowed to SET it; what was granted by somebody else (a superuser who prepared the cluster) is left alone.
    if current_setting('server_version_num')::int >= 160000 then
      if not pg_has_role(current_user, wanted, 'SET') or not pg_has_role(current_user, wanted, 'USAGE') then
        execute format('grant %I to %I with inherit true, set true', wanted, current_user);
      end if;
    elsif not pg_has_role(current_user, wanted, 'MEMBER') then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end
$$;

create schema if not exists extensions;
comment on schema extensions is 'Extensions live here, as in a Supabase project, so that their functions are never exposed as API.';
grant usage on schema extensions to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_namespace where nspname = 'auth') then
    -- The creator must be able to become the owner: granted above.
    create schema auth authorization supabase_auth_admin;
    comment on schema auth is 'Accounts, sessions and tokens (GoTrue''s shape). Owned by supabase_auth_admin; no client role reads its tables.';
  end if;
end
$$;

set local role supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;
reset role;
-- Written out, because a role may be NOINHERIT: the tables of 20_auth.sql are made by the connecting role.
do $$
declare
  connecting text := current_user;
begin
  if not has_schema_privilege(connecting, 'auth', 'CREATE') then
    set local role supabase_auth_admin;
    execute format('grant all on schema auth to %I', connecting);
    reset role;
  end if;
end
$$;

-- Clients work in public, but create nothing there. Functions are executable by whom a migration names, not by everybody.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
