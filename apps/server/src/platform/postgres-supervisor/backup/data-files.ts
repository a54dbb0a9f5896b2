import type { Dirent } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { systemErrorCode } from '../start-error.ts';
import { BackupError } from './backup-error.ts';

/** What a DATA_DIR holds that is no part of its backup: the database itself, older states, what is being written. */
export function isBackedUp(path: string): boolean {
  const [first = ''] = path.split('/');
  if (first === 'postgres' || first === 'postgres-location' || first === 'backups') return false;
  if (first.startsWith('before-restore-') || first.startsWith('restoring')) return false;
  return !/\.(lock|new|partial|log)$/.test(path) && !/\.partial-\d+$/.test(path);
}

/** Paths (with `/`) of the regular files below a folder, sorted. A folder that does not exist has none. */
export async function listDataFiles(dataDir: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(dataDir, { withFileTypes: true });
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
  const found: string[] = [];
  const walk = async (folder: string, prefix: string, list: typeof entries): Promise<void> => {
    for (const entry of list) {
      const path = `${prefix}${entry.name}`;
      if (!isBackedUp(path)) continue;
      if (entry.isFile()) found.push(path);
      if (!entry.isDirectory()) continue;
      const inner = join(folder, entry.name);
      await walk(inner, `${path}/`, await readdir(inner, { withFileTypes: true }));
    }
  };
  await walk(dataDir, '', entries);
  return found.sort();
}

/** Writes one file of a backup below `target`. A path that leads out of it is refused. */
export async function extractDataFile(
  target: string,
  path: string,
  mode: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const root = resolve(target);
  const destination = resolve(root, path);
  if (!destination.startsWith(root + sep)) {
    throw new BackupError('damaged_backup', `The backup holds a file outside of the data folder (${path}).`);
  }
  await mkdir(dirname(destination), { recursive: true, mode: 0o700 });
  const file = await open(destination, 'wx', mode & 0o777);
  try {
    for await (const chunk of content) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
