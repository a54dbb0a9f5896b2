import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { superuser } from './credentials.ts';
import type { DatabaseAccount } from './database-account.ts';
import { endOrphans } from './database-processes.ts';
import type { DatabaseFiles } from './files-location.ts';
import type { Runtime } from './platform-binary.ts';
import { runProgram } from './run-program.ts';
import { fileErrorAsStartError } from './start-error.ts';
import { explainFailure } from './start-failure.ts';

const unfinished = 'data.unfinished-';

/**
 * Makes a new, empty cluster. It is built under another name and renamed when it is complete and on the disk, so a
 * folder called `data` is never half-made, and what an interrupted attempt left can be thrown away without a doubt.
 */
export async function initCluster(
  runtime: Runtime,
  files: DatabaseFiles,
  account: DatabaseAccount | null,
  password: string,
): Promise<void> {
  try {
    await removeUnfinished(files);
    const target = join(files.root, `${unfinished}${process.pid}`);
    await mkdir(target, { mode: 0o700 });
    if (account) await chown(target, account.uid, account.gid);
    try {
      await runInitdb(runtime, files, account, target, password);
      await rename(target, files.cluster);
      await syncFolder(files.root);
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw fileErrorAsStartError(error, files.root);
  }
}

async function runInitdb(
  runtime: Runtime,
  files: DatabaseFiles,
  account: DatabaseAccount | null,
  target: string,
  password: string,
): Promise<void> {
  const passwordFile = `${target}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (account) await chown(passwordFile, account.uid, account.gid);
    const args = [
      `--pgdata=${target}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
    ];
    const { status, output } = await runProgram(runtime.initdb, args, { account, cwd: files.root, timeoutMs: 120_000 });
    if (status !== 0) throw explainFailure(output, files, status);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Only called under the start mutex: no other start can be filling one of these. */
export async function removeUnfinished(files: DatabaseFiles): Promise<void> {
  for (const entry of await readdir(files.root, { withFileTypes: true })) {
    if (!entry.name.startsWith(unfinished)) continue;
    const path = join(files.root, entry.name);
    // When only Node was killed, its initdb goes on filling the folder; without its helper it gives up and cleans up itself.
    if (entry.isDirectory()) await endOrphans(path);
    await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Makes the rename itself durable. Windows cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
