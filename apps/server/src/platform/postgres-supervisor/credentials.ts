import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { type Endpoint, socketPort } from './cluster-settings.ts';
import { type DatabaseFiles, readText } from './files-location.ts';

export const superuser = 'postgres';

export async function readPassword(files: DatabaseFiles): Promise<string | null> {
  return (await readText(files.password))?.trim() || null;
}

/** Makes the password once; mode 600. It travels only through files and the protocol, never as an argument. */
export async function ensurePassword(files: DatabaseFiles): Promise<string> {
  const existing = await readPassword(files);
  if (existing) return existing;
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${files.password}.new`, `${password}\n`, { mode: 0o600, flush: true });
  await rename(`${files.password}.new`, files.password);
  return password;
}

/** A URL that node-postgres and libpq both understand; over a socket the host is given as a parameter. */
export function connectionStringFor(endpoint: Endpoint, password: string, database: string): string {
  const credentials = `${superuser}:${encodeURIComponent(password)}`;
  const name = encodeURIComponent(database);
  return endpoint.kind === 'socket'
    ? `postgresql://${credentials}@localhost/${name}?host=${encodeURIComponent(endpoint.directory)}&port=${socketPort}`
    : `postgresql://${credentials}@127.0.0.1:${endpoint.port}/${name}`;
}
