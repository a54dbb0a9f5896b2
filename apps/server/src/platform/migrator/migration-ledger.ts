import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Migration, PlatformScript } from './sql-files.ts';

export interface AppliedMigration {
  version: string;
  name: string | null;
  /** Null when another tool recorded the migration: it splits the text into statements, so the whole cannot be compared. */
  contentHash: string | null;
}

/**
 * What was run on this database. Migrations are recorded in `supabase_migrations.schema_migrations(version, name, statements)`,
 * the table of the Supabase command line, so that `supabase db push` and this server agree on what is there.
 * Our own records keep the whole file as the only statement.
 */
export interface Ledger {
  prepare(): Promise<void>;
  /** Script name → content hash. */
  appliedPlatformScripts(): Promise<ReadonlyMap<string, string>>;
  /** Oldest first. */
  appliedMigrations(): Promise<AppliedMigration[]>;
  /** An `auth.users` that no platform script made. */
  hasForeignAuthSchema(): Promise<boolean>;
  recordPlatformScript(script: PlatformScript): Promise<void>;
  recordMigration(migration: Migration): Promise<void>;
  hash(sql: string): string;
}

export function createLedger(client: Client): Ledger {
  const hash = (sql: string) => createHash('sha256').update(sql).digest('hex');
  return {
    hash,
    async prepare() {
      // Looked at first: in a Supabase project the schema belongs to another role, and nothing is missing.
      const { rows } = await client.query<{ ready: boolean }>(
        "select to_regclass('supabase_migrations.schema_migrations') is not null and to_regclass('supabase_migrations.platform_scripts') is not null as ready",
      );
      if (rows[0]?.ready) return;
      await client.query(`
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
        alter table supabase_migrations.schema_migrations
          add column if not exists statements text[], add column if not exists name text;
        create table if not exists supabase_migrations.platform_scripts (
          name text primary key, content_hash text not null, applied_at timestamptz not null default now());
        comment on table supabase_migrations.platform_scripts is 'Which supabase/platform scripts ran here, by content.';
      `);
    },
    async appliedPlatformScripts() {
      const { rows } = await client.query<{ name: string; content_hash: string }>(
        'select name, content_hash from supabase_migrations.platform_scripts',
      );
      return new Map(rows.map((row) => [row.name, row.content_hash]));
    },
    async appliedMigrations() {
      const { rows } = await client.query<{ version: string; name: string | null; statements: string[] | null }>(
        'select version, name, statements from supabase_migrations.schema_migrations order by version',
      );
      return rows.map(({ version, name, statements }) => {
        const [only] = statements ?? [];
        return { version, name, contentHash: statements?.length === 1 && only !== undefined ? hash(only) : null };
      });
    },
    async hasForeignAuthSchema() {
      const { rows } = await client.query<{ found: boolean }>("select to_regclass('auth.users') is not null as found");
      return rows[0]?.found ?? false;
    },
    async recordPlatformScript(script) {
      await client.query(
        `insert into supabase_migrations.platform_scripts (name, content_hash) values ($1, $2)
         on conflict (name) do update set content_hash = excluded.content_hash, applied_at = now()`,
        [script.name, script.contentHash],
      );
    },
    async recordMigration(migration) {
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [migration.version, migration.name, [migration.sql]],
      );
    },
  };
}
