import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseStartError } from './start-error.ts';

/** The account PostgreSQL runs as, where that is not the one that runs Node. */
export interface DatabaseAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export const passwdFile = '/etc/passwd';

/** Reads the lines of a passwd file: `name:x:uid:gid:…`. */
export function parsePasswd(text: string): DatabaseAccount[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

export interface AccountChoice {
  /** `CAIRN_DB_USER`. */
  readonly wanted?: string | undefined;
  /** Owner of an existing data directory: files already written decide, or they could not be read. */
  readonly ownerUid?: number | undefined;
  readonly processUid?: number | undefined;
  readonly passwd?: string;
}

/**
 * PostgreSQL refuses to run as root. For root this chooses another account; for everyone else it is `null`
 * (run as the account that runs Node). Throws `no_account`.
 */
export async function chooseAccount(choice: AccountChoice): Promise<DatabaseAccount | null> {
  const processUid = 'processUid' in choice ? choice.processUid : process.getuid?.();
  if (processUid !== 0) return null;
  const accounts = parsePasswd(await readFile(choice.passwd ?? passwdFile, 'utf8'));
  if (choice.ownerUid !== undefined && choice.ownerUid !== 0) {
    const owner = accounts.find(({ uid }) => uid === choice.ownerUid);
    if (owner) return owner;
    throw new DatabaseStartError(
      'no_account',
      `The database files belong to account number ${choice.ownerUid}, which does not exist on this machine; create it or give the files to another account with chown.`,
    );
  }
  if (choice.wanted) {
    const wanted = accounts.find(({ name }) => name === choice.wanted);
    if (wanted && wanted.uid !== 0) return wanted;
    throw new DatabaseStartError(
      'no_account',
      wanted
        ? 'CAIRN_DB_USER must not be root: PostgreSQL refuses to run as root.'
        : `CAIRN_DB_USER names the account "${choice.wanted}", which does not exist on this machine.`,
    );
  }
  const found = ['postgres', 'nobody'].map((name) =>
    accounts.find((account) => account.name === name && account.uid !== 0),
  );
  const account = found.find((candidate) => candidate !== undefined);
  if (account) return account;
  throw new DatabaseStartError(
    'no_account',
    'PostgreSQL refuses to run as root and this machine has neither an account "postgres" nor "nobody"; create one and name it in CAIRN_DB_USER.',
  );
}

/**
 * Whether the account may open `path`: search permission on every folder above it and read permission (for a folder
 * also search) on itself. Mode bits only; the account is started without supplementary groups.
 */
export async function canRead(account: DatabaseAccount, path: string): Promise<boolean> {
  try {
    return await permits(account, path, (await stat(path)).isDirectory() ? 0o5 : 0o4);
  } catch {
    return false;
  }
}

/** Whether the account may pass through an existing folder (search permission all the way). */
export function canPassThrough(account: DatabaseAccount, folder: string): Promise<boolean> {
  return permits(account, folder, 0o1);
}

async function permits(account: DatabaseAccount, path: string, bits: number): Promise<boolean> {
  let current = await realpath(path);
  let needed = bits;
  for (;;) {
    const { mode, uid, gid } = await stat(current);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & needed) !== needed) return false;
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
    needed = 0o1;
  }
}
