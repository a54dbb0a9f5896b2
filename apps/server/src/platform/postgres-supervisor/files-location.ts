import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { canPassThrough, type DatabaseAccount } from './database-account.ts';
import { DatabaseStartError, fileErrorAsStartError, systemErrorCode } from './start-error.ts';

/** Where one DATA_DIR's PostgreSQL keeps its files. */
export interface DatabaseFiles {
  /** Holds everything below. Normally `DATA_DIR/postgres`. */
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** Superuser password, mode 600, readable only by the account that runs Node. */
  readonly password: string;
  /** PostgreSQL's log. */
  readonly log: string;
  /** Whether `root` lies outside DATA_DIR (then DATA_DIR holds a pointer). */
  readonly elsewhere: boolean;
}

/** In DATA_DIR: where the files are when they could not be inside. */
export const pointerFile = 'postgres-location';
/** In the files' root: the DATA_DIR they belong to. */
const ownerFile = 'data-dir';

export function filesAt(root: string, elsewhere: boolean): DatabaseFiles {
  return {
    root,
    cluster: join(root, 'data'),
    password: join(root, 'password'),
    log: join(root, 'postgres.log'),
    elsewhere,
  };
}

/** Finds existing files of a DATA_DIR without making anything; `null` when there are none yet. */
export async function findFiles(dataDir: string): Promise<DatabaseFiles | null> {
  const pointer = await readText(join(dataDir, pointerFile));
  if (pointer !== null) {
    const root = pointer.trim();
    if (!(await exists(root))) {
      throw new DatabaseStartError(
        'data_elsewhere',
        `${join(dataDir, pointerFile)} says that the database files are in ${root || 'an unknown place'}, and they are not there. Put them back, or restore a backup into another DATA_DIR.`,
      );
    }
    await checkOwner(root, dataDir);
    return filesAt(root, true);
  }
  const inside = join(dataDir, 'postgres');
  return (await exists(inside)) ? filesAt(inside, false) : null;
}

/**
 * Finds or makes the place for the files. When PostgreSQL runs as another account that cannot enter DATA_DIR,
 * they live under `stateDir` and DATA_DIR holds a pointer.
 */
export async function ensureFiles(
  dataDir: string,
  account: DatabaseAccount | null,
  stateDir: string,
): Promise<DatabaseFiles> {
  const existing = await findFiles(dataDir);
  if (existing && (existing.elsewhere || !account || (await canPassThrough(account, existing.root)))) return existing;
  if (existing && (await exists(existing.cluster))) {
    throw new DatabaseStartError(
      'no_permission',
      `The account "${account?.name}" cannot enter ${existing.root}, where the database files are; allow it (chmod a+x on the folders above) or start with the account that owns them.`,
    );
  }
  try {
    if (!account || (await canPassThrough(account, dataDir))) {
      const files = filesAt(join(dataDir, 'postgres'), false);
      const mode = account ? 0o711 : 0o700;
      // Node's umask may be stricter than the database account needs.
      if ((await mkdir(files.root, { recursive: true, mode })) !== undefined) await chmod(files.root, mode);
      return files;
    }
    return await makeElsewhere(dataDir, stateDir);
  } catch (error) {
    throw fileErrorAsStartError(error, dataDir);
  }
}

async function makeElsewhere(dataDir: string, stateDir: string): Promise<DatabaseFiles> {
  const canonical = await realpath(dataDir);
  await mkdir(stateDir, { recursive: true, mode: 0o755 });
  const root = await unusedRoot(join(stateDir, createHash('sha256').update(canonical).digest('hex').slice(0, 16)));
  if ((await mkdir(root, { recursive: true, mode: 0o711 })) !== undefined) await chmod(root, 0o711);
  await writeFile(join(root, ownerFile), `${canonical}\n`, { mode: 0o600 });
  const pointer = join(dataDir, pointerFile);
  await writeFile(`${pointer}.new`, `${root}\n`, { mode: 0o600, flush: true });
  await rename(`${pointer}.new`, pointer);
  return filesAt(root, true);
}

/** Without a pointer nothing of this DATA_DIR is there: a database under its name is that of an earlier restore. */
async function unusedRoot(first: string): Promise<string> {
  for (let number = 2, root = first; ; number += 1, root = `${first}-${number}`) {
    if (!(await exists(join(root, 'data')))) return root;
  }
}

/** Removes the database files of a DATA_DIR that is being thrown away, when they lie elsewhere and are surely its own. */
export async function removeFilesOf(dataDir: string): Promise<void> {
  const root = (await readText(join(dataDir, pointerFile)))?.trim();
  if (!root) return;
  const owner = (await readText(join(root, ownerFile)))?.trim();
  if (owner === (await realpath(dataDir))) await rm(root, { recursive: true, force: true });
}

/** A DATA_DIR that was moved takes its files along; one that was copied must not share them with the original. */
async function checkOwner(root: string, dataDir: string): Promise<void> {
  const owner = (await readText(join(root, ownerFile)))?.trim();
  const canonical = await realpath(dataDir);
  if (owner === undefined || owner === canonical) return;
  const original = await readText(join(owner, pointerFile));
  if (original?.trim() === root) {
    throw new DatabaseStartError(
      'data_elsewhere',
      `${dataDir} is a copy of ${owner}, and the database files in ${root} belong to the original. Use the original, or restore a backup into another DATA_DIR.`,
    );
  }
  await writeFile(join(root, ownerFile), `${canonical}\n`, { mode: 0o600 });
}

/** Longest path of a Unix socket: 103 bytes on macOS, 107 on Linux; its name takes `/.s.PGSQL.5432.lock`. */
const longestSocketDir = 84;
const socketDirFile = 'socket-dir';

/**
 * A folder of mode 700 for the socket: beside the data, or in /tmp where that path would be too long for a socket
 * (remembered, and made anew when it is gone or not ours).
 */
export async function ensureSocketDir(files: DatabaseFiles, account: DatabaseAccount | null): Promise<string> {
  const beside = join(files.root, 'socket');
  if (Buffer.byteLength(beside) <= longestSocketDir) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    if (account) await chown(beside, account.uid, account.gid);
    return beside;
  }
  const memory = join(files.root, socketDirFile);
  const remembered = (await readText(memory))?.trim();
  if (remembered && (await isOwnPrivateDir(remembered, account))) return remembered;
  const made = await mkdtemp('/tmp/cairn-');
  if (account) await chown(made, account.uid, account.gid);
  await writeFile(memory, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Takes the socket's folder away again when it is one in /tmp; the next start makes another. */
export async function removeSocketDir(files: DatabaseFiles): Promise<void> {
  const remembered = (await readText(join(files.root, socketDirFile)))?.trim();
  // Only an empty folder goes: what PostgreSQL has not removed is not ours to remove.
  if (remembered?.startsWith('/tmp/cairn-')) await rmdir(remembered).catch(() => {});
}

async function isOwnPrivateDir(path: string, account: DatabaseAccount | null): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Owner of an existing data directory, so that root starts PostgreSQL as the account that wrote it. */
export async function clusterOwner(files: DatabaseFiles | null): Promise<number | undefined> {
  if (!files) return undefined;
  try {
    return (await stat(files.cluster)).uid;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw fileErrorAsStartError(error, files.cluster);
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return false;
    throw fileErrorAsStartError(error, path);
  }
}

export async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return null;
    throw fileErrorAsStartError(error, path);
  }
}
