import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exists, findFiles, readText } from './files-location.ts';
import { findPostmaster } from './postmaster.ts';

/** Lines for a person about the embedded database of a DATA_DIR. Starts and changes nothing. */
export async function databaseStatus(path: string): Promise<string[]> {
  const dataDir = resolve(path);
  const files = await findFiles(dataDir);
  if (!files || !(await exists(files.cluster))) return [`There is no database in ${dataDir} yet.`];
  const running = await findPostmaster(files);
  const version = (await readText(join(files.cluster, 'PG_VERSION')))?.trim() ?? 'unknown';
  const state = running ? `${running.status ?? 'starting'} (process ${running.pid})` : 'stopped';
  return [
    `PostgreSQL ${version}: ${state}`,
    `Data folder: ${dataDir}`,
    ...(files.elsewhere ? [`Database files: ${files.root}`] : []),
    `Size: ${((await sizeOf(files.cluster)) / 1024 / 1024).toFixed(0)} MB`,
    `Log: ${files.log}`,
  ];
}

/** Bytes below a folder; what disappears while counting counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  let total = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    total += await lstat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return total;
}
