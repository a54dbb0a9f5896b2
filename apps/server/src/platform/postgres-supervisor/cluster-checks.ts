import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseFiles, exists, readText } from './files-location.ts';
import { DatabaseStartError } from './start-error.ts';
import { damagedError, otherVersionSentence } from './start-failure.ts';

/** Without these PostgreSQL cannot start; which one is missing is the clearest sentence there is. */
const essential = [
  'base',
  'global',
  'global/pg_control',
  'pg_wal',
  'pg_xact',
  'pg_multixact',
  'pg_subtrans',
  'pg_tblspc',
];
const controlFileSize = 8192;

/**
 * Looks at an existing data directory before PostgreSQL does. Resolves to whether there is one; throws
 * `other_version` or `data_damaged`. Never changes anything.
 */
export async function checkCluster(files: DatabaseFiles, ourMajor: string): Promise<boolean> {
  if (!(await exists(files.cluster))) return false;
  const version = (await readText(join(files.cluster, 'PG_VERSION')))?.trim();
  if (version === undefined) {
    const names = await readdir(files.cluster);
    throw damagedError(files, names.length === 0 ? 'the folder is empty' : 'the file PG_VERSION is missing');
  }
  if (!/^\d+(\.\d+)?$/.test(version)) throw damagedError(files, 'the file PG_VERSION is unreadable');
  if (version !== ourMajor) {
    throw new DatabaseStartError('other_version', otherVersionSentence(files, version, ourMajor));
  }
  for (const name of essential) {
    if (!(await exists(join(files.cluster, name)))) throw damagedError(files, `${name} is missing`);
  }
  const control = await stat(join(files.cluster, 'global', 'pg_control'));
  if (control.size !== controlFileSize) throw damagedError(files, 'global/pg_control is cut off');
  return true;
}
