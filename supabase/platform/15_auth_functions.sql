-- auth.uid() and its sisters: what the verified token of the current request says, as PostgREST leaves it in request.jwt.claims.
-- Both forms are read, the claims as one JSON object and the older setting per claim, as Supabase does.

set local role supabase_auth_admin;

create or replace function auth.jwt() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
comment on function auth.jwt() is 'All claims of the current request''s token; null outside a request.';

create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
comment on function auth.uid() is 'Id of the account that asks (claim sub); null for anon and service_role.';

create or replace function auth.role() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )
$$;
comment on function auth.role() is 'Claim role of the current request.';

create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )
$$;
comment on function auth.email() is 'Claim email of the current request.';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;

reset role;
