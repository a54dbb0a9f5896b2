import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseAccount } from './database-account.ts';

/** How the server can be reached: a Unix socket, or a loopback port where there are none (Windows). */
export type Endpoint =
  | { readonly kind: 'socket'; readonly directory: string }
  | { readonly kind: 'port'; readonly port: number };

/** The number in the socket's file name; nothing listens on it. */
export const socketPort = 5432;

/**
 * Durability is never traded for speed; memory is sized for one person's library on a small machine
 * (pages of `shared_buffers` count only once touched). `io_method = sync` saves PostgreSQL 18's three I/O workers.
 */
const settings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_connections: '60',
  jit: 'off',
  io_method: 'sync',
  random_page_cost: '1.1',
  autovacuum_max_workers: '2',
  client_connection_check_interval: '2s',
  idle_in_transaction_session_timeout: '5min',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  default_text_search_config: 'pg_catalog.simple',
  log_line_prefix: '%m [%p] ',
  // A failed statement is the caller's to log; its text may hold a person's words.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** The text of `postgresql.conf`. */
export function settingsText(endpoint: Endpoint, extra: Readonly<Record<string, string>>): string {
  const reach: Record<string, string> =
    endpoint.kind === 'socket'
      ? { listen_addresses: '', unix_socket_directories: quoteDirectory(endpoint.directory), port: String(socketPort) }
      : { listen_addresses: '127.0.0.1', port: String(endpoint.port) };
  const all = { ...settings, ...reach, ...extra };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by the supervisor at every start; changes made here are lost.\n${lines.join('\n')}\n`;
}

/** `unix_socket_directories` is a comma-separated list of identifiers: a name with a comma or space needs quotes. */
function quoteDirectory(directory: string): string {
  return `"${directory.replaceAll('"', '""')}"`;
}

/** Everyone gives the password, also on the socket: the database account may be shared with other services. */
export const accessText = `# Written by the supervisor at every start; changes made here are lost.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

/** Writes both files where they differ. Returns whether anything changed. */
export async function writeSettings(cluster: string, account: DatabaseAccount | null, text: string): Promise<boolean> {
  const changed = await Promise.all([
    replaceFile(join(cluster, 'postgresql.conf'), text, account),
    replaceFile(join(cluster, 'pg_hba.conf'), accessText, account),
  ]);
  return changed.includes(true);
}

async function replaceFile(path: string, text: string, account: DatabaseAccount | null): Promise<boolean> {
  const current = await readFile(path, 'utf8').catch(() => null);
  if (current === text) return false;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  if (account) await chown(`${path}.new`, account.uid, account.gid);
  await rename(`${path}.new`, path);
  return true;
}
