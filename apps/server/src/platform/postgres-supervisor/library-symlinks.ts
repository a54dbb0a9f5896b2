import { lstat, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Runtime } from './platform-binary.ts';
import { DatabaseStartError, systemErrorCode } from './start-error.ts';

interface SymlinkEntry {
  source: string;
  target: string;
}

function isEntryList(value: unknown): value is SymlinkEntry[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => typeof entry?.source === 'string' && typeof entry?.target === 'string')
  );
}

/**
 * npm cannot pack symbolic links, so the package makes its library links in an install script. Where install scripts
 * are off (npm 11's default, `--ignore-scripts`) they are missing and the loader ends PostgreSQL with status 127:
 * make them here. Returns how many were made.
 */
export async function ensureLibrarySymlinks(runtime: Runtime): Promise<number> {
  const list = join(runtime.root, 'pg-symlinks.json');
  let text: string;
  try {
    text = await readFile(list, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
  const entries: unknown = JSON.parse(text);
  if (!isEntryList(entries)) return 0;
  let made = 0;
  for (const { source, target } of entries) {
    // Paths are relative to the package, whose `native` folder is the runtime's root.
    const link = join(dirname(runtime.root), target);
    if (dirname(source) !== dirname(target) || (await exists(link))) continue;
    try {
      await symlink(basename(source), link);
      made += 1;
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') continue;
      throw new DatabaseStartError(
        'runtime_unusable',
        `PostgreSQL's libraries in ${runtime.root} are incomplete and cannot be completed by this account; run "npm rebuild" with the account that installed the packages.`,
        error,
      );
    }
  }
  return made;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
