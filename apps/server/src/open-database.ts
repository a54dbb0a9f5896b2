import pg from 'pg';
import type { Config } from './config/config.ts';
import { ensureServerLogin } from './platform/db/server-login.ts';
import type { Logger } from './platform/logging/logger.ts';
import { migrate } from './platform/migrator/migrate.ts';

export interface OpenDatabase {
  /** What the server works with. Holds a password: never log it. */
  connectionString: string;
  kind: 'embedded' | 'external';
  serverVersion: string;
  /** Where the embedded database keeps its files, when that is not below the data directory. */
  location: string | null;
  close(): Promise<void>;
}

/** A sentence for a person, printed as it is. */
export class DatabaseUnreachableError extends Error {}

const oldestSupported = 150_000;

/** The embedded PostgreSQL or the configured one: reachable, and migrated. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  /** The embedded database died and could not be brought back. */
  onDown: (error: Error) => void,
): Promise<OpenDatabase> {
  const { url } = config.database;
  const database = await (url ? openExternal(url) : openEmbedded(config, logger, onDown));
  try {
    const { connectionString } = database;
    await migrate({ connectionString, logger: logger.child({ part: 'migrate' }), platform: 'auto' });
    if (database.kind === 'external') return database;
    return { ...database, connectionString: await ensureServerLogin(connectionString) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(config: Config, logger: Logger, onDown: (error: Error) => void): Promise<OpenDatabase> {
  const { startEmbeddedPostgres } = await import('./platform/postgres-supervisor/supervisor.ts');
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger: logger.child({ part: 'postgres' }),
    account: config.database.account ?? undefined,
    onDown,
  });
  const { connectionString, serverVersion, location = null } = postgres;
  return { connectionString, kind: 'embedded', serverVersion, location, close: () => postgres.stop() };
}

async function openExternal(connectionString: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  let serverVersion: string;
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; name: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
    );
    serverVersion = rows[0]?.name ?? '';
    if (Number(rows[0]?.number) < oldestSupported) {
      throw new DatabaseUnreachableError(
        `DATABASE_URL points to PostgreSQL ${serverVersion}; Cairn needs 15 or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof DatabaseUnreachableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnreachableError(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
  return { connectionString, kind: 'external', serverVersion, location: null, close: async () => {} };
}
