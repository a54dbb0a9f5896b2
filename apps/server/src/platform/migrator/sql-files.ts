import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A numbered platform script (`10_roles.sql`): idempotent, run again whenever its content changes. */
export interface PlatformScript {
  name: string;
  sql: string;
  /** Hex SHA-256 of the content. */
  contentHash: string;
}

/** A forward-only migration (`20261121015500_create_foundation.sql`): run once. */
export interface Migration {
  version: string;
  name: string;
  sql: string;
}

export interface SqlFiles {
  platform: readonly PlatformScript[];
  migrations: readonly Migration[];
}

/**
 * The folder that holds `supabase/migrations`, found by walking up from this module (or `from`): the same files serve the
 * bundled server in `apps/server/dist` and the sources.
 */
export function findSupabaseFolder(from: string = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'supabase');
    if (existsSync(join(candidate, 'migrations'))) return candidate;
    if (dirname(folder) === folder) {
      throw new Error(
        `No folder "supabase/migrations" was found in ${from} or above it: the installation is incomplete.`,
      );
    }
  }
}

export async function readSqlFiles(supabaseFolder: string = findSupabaseFolder()): Promise<SqlFiles> {
  const platformFolder = join(supabaseFolder, 'platform');
  const platform: PlatformScript[] = [];
  for (const file of await sqlFilesIn(platformFolder)) {
    const sql = await readFile(join(platformFolder, file), 'utf8');
    platform.push({ name: file, sql, contentHash: createHash('sha256').update(sql).digest('hex') });
  }

  const migrationsFolder = join(supabaseFolder, 'migrations');
  const migrations: Migration[] = [];
  for (const file of await sqlFilesIn(migrationsFolder)) {
    const parts = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!parts?.[1] || !parts[2]) {
      throw new Error(`supabase/migrations/${file} is not named YYYYMMDDHHMMSS_verb_object.sql.`);
    }
    const version = parts[1];
    if (migrations.some((migration) => migration.version === version)) {
      throw new Error(`Two migrations have the version ${version}.`);
    }
    migrations.push({ version, name: parts[2], sql: await readFile(join(migrationsFolder, file), 'utf8') });
  }
  return { platform, migrations };
}

async function sqlFilesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}
