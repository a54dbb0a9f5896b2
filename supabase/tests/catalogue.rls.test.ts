import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableRights } from './table-rights.ts';
import { createPeopleDatabase, type PeopleDatabase } from './test-people.ts';

let people: PeopleDatabase;
let db: Client;

beforeAll(async () => {
  people = await createPeopleDatabase();
  db = people.db;
});
afterAll(() => people.close());

/** First column of every row. */
async function column(sql: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await db.query({ text: sql, values, rowMode: 'array' });
  return rows.map((row: unknown[]) => row[0]);
}

const publicTables = "pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')";
/** Functions that came with an extension are not ours to judge. */
const ownFunctions = `pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

describe('tables', () => {
  it('are all known to the probes', async () => {
    const known = tableRights.map((rights) => rights.table).sort();
    expect(await column(`select c.relname from ${publicTables} order by 1`)).toEqual(known);
  });

  it('have row-level security on', async () => {
    expect(await column(`select c.relname from ${publicTables} and not c.relrowsecurity`)).toEqual([]);
  });

  it('have an index that begins with the owner', async () => {
    const without = await column(
      `select c.relname from ${publicTables} and not exists (
         select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and i.indpred is null and a.attname = case c.relname when 'profiles' then 'id' else 'user_id' end)`,
    );
    expect(without).toEqual([]);
  });

  it('have an index under every foreign key, so that a delete above does not read the whole table', async () => {
    const without = await column(
      `select format('%s.%s', f.conrelid::regclass, f.conname) from pg_constraint f
       where f.contype = 'f' and f.connamespace in ('public'::regnamespace, 'private'::regnamespace) and not exists (
         select from pg_index i where i.indrelid = f.conrelid
         and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`,
    );
    expect(without).toEqual([]);
  });

  it('name a parent together with its owner', async () => {
    const alone = await column(
      `select format('%s.%s', f.conrelid::regclass, f.conname) from pg_constraint f
       where f.contype = 'f' and f.conrelid in (select c.oid from ${publicTables}) and f.confrelid in (select c.oid from ${publicTables})
       and not exists (select from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname = 'user_id')`,
    );
    expect(alone).toEqual([]);
  });

  it('keep their stamps and feed the change feed', async () => {
    const withoutStamp = await column(
      `select c.relname from ${publicTables}
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped)
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'stamp_update')`,
    );
    expect(withoutStamp).toEqual([]);
    const silent = await column(
      `select c.relname from ${publicTables} and (select count(*) from pg_trigger t
         where t.tgrelid = c.oid and t.tgfoid = 'private.record_changes'::regproc) <> 3`,
    );
    // Chunks are derived from the feed; nothing is derived from a log of requests or events, nor from a reading position or a learning session,
    // which are written every few seconds.
    expect(silent.sort()).toEqual([
      'account_deletions',
      'ai_learning_sessions',
      'ai_usage_logs',
      'analytics_events',
      'reading_positions',
      'search_chunks',
    ]);
  });
});

describe('policies', () => {
  it('exist for each verb that clients were granted, and for no other', async () => {
    const { rows } = await db.query<{ table: string; granted: string[]; policed: string[] }>(
      `select c.relname as table,
         array(select verb from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as verb
               where has_table_privilege('authenticated', c.oid, verb)
                 or (verb <> 'DELETE' and has_any_column_privilege('authenticated', c.oid, verb)) order by 1) as granted,
         array(select distinct p.cmd from pg_policies p
               where p.schemaname = 'public' and p.tablename = c.relname and 'authenticated' = any (p.roles) order by 1) as policed
       from ${publicTables}`,
    );
    for (const row of rows) expect(row.policed, row.table).toEqual(row.granted);
  });

  it('are for named roles, never for everybody or visitors', async () => {
    expect(
      await column("select policyname from pg_policies where schemaname = 'public' and roles && '{public,anon}'"),
    ).toEqual([]);
  });

  it('ask for the owner once per statement, not once per row', async () => {
    const slow = await column(
      `select policyname from pg_policies where schemaname = 'public' and 'authenticated' = any (roles)
       and replace(coalesce(qual, '') || coalesce(with_check, ''), '( SELECT auth.uid() AS uid)', '') like '%auth.%'`,
    );
    expect(slow).toEqual([]);
    const ownerless = await column(
      `select policyname from pg_policies where schemaname = 'public' and 'authenticated' = any (roles)
       and (coalesce(qual, 'auth.uid()') not like '%auth.uid()%' or coalesce(with_check, 'auth.uid()') not like '%auth.uid()%')`,
    );
    expect(ownerless).toEqual([]);
  });

  it('give the server every table, without BYPASSRLS', async () => {
    const without = await column(
      `select c.relname from ${publicTables} and not exists (select from pg_policies p
         where p.schemaname = 'public' and p.tablename = c.relname and p.cmd = 'ALL' and p.roles = '{service_role}' and p.qual = 'true')`,
    );
    expect(without).toEqual([]);
  });
});

describe('rights', () => {
  it('of a visitor (anon), written out', async () => {
    expect(
      await column(
        "select nspname::text from pg_namespace where nspname !~ '^(pg_|information_schema)' and has_schema_privilege('anon', oid, 'USAGE') order by 1",
      ),
    ).toEqual(['auth', 'extensions', 'public']);
    const relations = await column(
      `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and (
         has_table_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
         or (c.relkind <> 'S' and has_any_column_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')))`,
    );
    expect(relations).toEqual([]);
    expect(
      await column(
        `select p.oid::regprocedure::text from ${ownFunctions} and has_function_privilege('anon', p.oid, 'EXECUTE')`,
      ),
    ).toEqual([]);
  });

  it('of a user (authenticated) on tables, written out', async () => {
    for (const rights of tableRights) {
      const { rows } = await db.query<{
        column: string;
        insert: boolean;
        update: boolean;
        select: boolean;
        delete: boolean;
      }>(
        `select a.attname::text as column, has_column_privilege('authenticated', a.attrelid, a.attnum, 'SELECT') as select,
           has_column_privilege('authenticated', a.attrelid, a.attnum, 'INSERT') as insert,
           has_column_privilege('authenticated', a.attrelid, a.attnum, 'UPDATE') as update,
           has_table_privilege('authenticated', a.attrelid, 'DELETE') as delete
         from pg_attribute a where a.attrelid = format('public.%I', $1::text)::regclass and a.attnum > 0 and not a.attisdropped`,
        [rights.table],
      );
      const named = (right: 'insert' | 'update') =>
        rows
          .filter((row) => row[right])
          .map((row) => row.column)
          .sort();
      expect(named('insert'), `insert into ${rights.table}`).toEqual([...(rights.insert?.columns ?? [])].sort());
      expect(named('update'), `update ${rights.table}`).toEqual([...(rights.update?.columns ?? [])].sort());
      expect(
        rows.every((row) => row.delete === (rights.delete ?? false)),
        `delete from ${rights.table}`,
      ).toBe(true);
      expect(
        rows.every((row) => row.select),
        `select from ${rights.table}`,
      ).toBe(true);
    }
    const beyond = await column(
      `select c.relname from ${publicTables} and has_table_privilege('authenticated', c.oid, 'TRUNCATE, REFERENCES, TRIGGER')`,
    );
    expect(beyond).toEqual([]);
  });

  it('of a user on functions and schemas, written out', async () => {
    expect(
      await column(
        "select nspname::text from pg_namespace where nspname !~ '^(pg_|information_schema)' and has_schema_privilege('authenticated', oid, 'USAGE') order by 1",
      ),
    ).toEqual(['auth', 'extensions', 'public', 'storage']);
    expect(
      await column(
        `select p.oid::regprocedure::text from ${ownFunctions} and has_function_privilege('authenticated', p.oid, 'EXECUTE') order by 1`,
      ),
    ).toEqual([
      'check_handle(text)',
      'check_usage_limit(uuid)',
      'count_library(uuid[],text,uuid,boolean)',
      'count_tags()',
      'due_cues(uuid,boolean,integer)',
      'due_summary(uuid)',
      'end_learning_session(uuid)',
      'end_session(uuid)',
      'get_dashboard_stats()',
      'get_hybrid_usage(uuid)',
      'get_index_status()',
      'get_learning_progress()',
      'get_learning_streak()',
      'get_usage_analytics(uuid,integer)',
      'get_user_tier(uuid)',
      'heartbeat_learning_session(uuid)',
      'increment_user_usage(uuid,integer)',
      'list_library(text[],uuid[],text,uuid,boolean,text,jsonb,integer)',
      'list_sessions()',
      'merge_tags(uuid,uuid)',
      'passages_for_question(text,text,uuid,integer)',
      // In private: named by check constraints and index expressions, which run as the writing client; not callable by name.
      'private.article_naming(text,text,text)',
      'private.is_locator(jsonb)',
      'private.search_language(text)',
      'private.search_vector(regconfig,text,text)',
      'private.title_sort_key(text)',
      'search_library(text,text[],integer)',
      'spend_test_request()',
      'start_learning_session(text)',
    ]);
  });

  it('of clients on accounts and internals: none', async () => {
    for (const role of ['anon', 'authenticated']) {
      const readable = await column(
        `select c.oid::regclass::text from pg_class c where c.relkind in ('r', 'p', 'v', 'S')
         and c.relnamespace in (select oid from pg_namespace where nspname in ('auth', 'private', 'supabase_migrations'))
         and (has_table_privilege($1, c.oid, 'SELECT, INSERT, UPDATE, DELETE') or (c.relkind <> 'S' and has_any_column_privilege($1, c.oid, 'SELECT, INSERT, UPDATE')))`,
        [role],
      );
      expect(readable, role).toEqual([]);
    }
    expect(
      await column(
        "select rolname::text from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin') and (rolsuper or rolbypassrls or rolcanlogin)",
      ),
    ).toEqual([]);
  });

  it('nobody creates objects in public', async () => {
    expect(
      await column(
        "select r from unnest('{anon,authenticated,service_role,supabase_auth_admin}'::text[]) as r where has_schema_privilege(r, 'public', 'CREATE')",
      ),
    ).toEqual([]);
  });
});

describe('functions', () => {
  it("that run with their owner's rights are these", async () => {
    expect(await column(`select p.oid::regprocedure::text from ${ownFunctions} and p.prosecdef order by 1`)).toEqual([
      'check_handle(text)',
      'check_usage_limit(uuid)',
      'end_learning_session(uuid)',
      'end_session(uuid)',
      'get_hybrid_usage(uuid)',
      'get_index_status()',
      'get_usage_analytics(uuid,integer)',
      'get_user_tier(uuid)',
      'heartbeat_learning_session(uuid)',
      'increment_user_usage(uuid,integer)',
      'list_sessions()',
      'passages_for_question(text,text,uuid,integer)',
      'private.check_item_owner()',
      'private.consume_quota(uuid,text,integer,text)',
      'private.copy_account_email()',
      'private.copy_email_to_subscription()',
      'private.create_profile_for_account()',
      'private.create_subscription_for_account()',
      'private.delete_due_accounts(integer)',
      'private.delete_item_traces()',
      'private.owns_item(uuid,text,uuid)',
      'private.rebase_changes()',
      'private.record_changes()',
      'private.refund_abandoned_charges(interval)',
      'private.refund_quota(uuid)',
      'private.search_vector(regconfig,text,text)',
      'private.settle_charge(uuid,text,integer,numeric)',
      'reset_usage_today(uuid)',
      'search_library(text,text[],integer)',
      'spend_test_request()',
      'start_learning_session(text)',
    ]);
  });

  it('find nothing through a search path that the caller set', async () => {
    const open = await column(
      `select p.oid::regprocedure::text from ${ownFunctions} and not coalesce('search_path=""' = any (p.proconfig), false)`,
    );
    expect(open).toEqual([]);
  });

  it('are not executable by everybody', async () => {
    const open = await column(
      `select p.oid::regprocedure::text from ${ownFunctions} and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`,
    );
    expect(open).toEqual([]);
  });
});

describe('documentation', () => {
  it('is on every table, function and configuration of ours', async () => {
    const bare = await column(
      `select c.oid::regclass::text from pg_class c where c.relkind in ('r', 'p', 'v') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
         and obj_description(c.oid, 'pg_class') is null
       union all select p.oid::regprocedure::text from ${ownFunctions} and obj_description(p.oid, 'pg_proc') is null
       union all select t.cfgname from pg_ts_config t where t.cfgnamespace = 'private'::regnamespace and obj_description(t.oid, 'pg_ts_config') is null`,
    );
    expect(bare).toEqual([]);
  });
});
