import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canRead, type DatabaseAccount } from './database-account.ts';
import { readText } from './files-location.ts';
import { type Runtime, runtimeAt } from './platform-binary.ts';
import { fileErrorAsStartError } from './start-error.ts';

/** Whether the account may run this PostgreSQL: the program, its largest library's folder and its catalogue files. */
export async function canRun(account: DatabaseAccount, runtime: Runtime): Promise<boolean> {
  const samples = [
    runtime.postgres,
    runtime.initdb,
    join(runtime.root, 'lib'),
    join(runtime.root, 'share', 'postgresql', 'postgres.bki'),
  ];
  const readable = await Promise.all(samples.map((path) => canRead(account, path)));
  return !readable.includes(false);
}

/**
 * Copies PostgreSQL to a place that every account may enter (a clone under root's home cannot be entered by the
 * database account): without static libraries about 60 MB, once per version, written under a temporary name first.
 */
export async function copyRuntime(runtime: Runtime, stateDir: string): Promise<Runtime> {
  const target = join(stateDir, 'runtime', await runtimeKey(runtime));
  try {
    await stat(target);
    return runtimeAt(target);
  } catch {
    // Not copied yet.
  }
  const parent = join(stateDir, 'runtime');
  const temporary = `${target}.new-${process.pid}`;
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 });
    await removeUnfinished(parent);
    await cp(runtime.root, temporary, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    await openForEveryone(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another start finished the same copy in the meantime.
    if (
      await stat(target).then(
        () => true,
        () => false,
      )
    )
      return runtimeAt(target);
    throw fileErrorAsStartError(error, parent);
  }
  return runtimeAt(target);
}

/** The same for every installation of one version: the package's version and the program's size. */
async function runtimeKey(runtime: Runtime): Promise<string> {
  const { size } = await stat(runtime.postgres);
  const about = (await readText(join(dirname(runtime.root), 'package.json'))) ?? runtime.root;
  return createHash('sha256').update(`${about}\0${size}`).digest('hex').slice(0, 16);
}

async function removeUnfinished(parent: string): Promise<void> {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of await readdir(parent)) {
    if (!name.includes('.new-')) continue;
    const path = join(parent, name);
    if ((await stat(path)).mtimeMs < hourAgo) await rm(path, { recursive: true, force: true });
  }
}

async function openForEveryone(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, path.includes('/bin/') || path.includes('.so') ? 0o755 : 0o644);
  }
}
