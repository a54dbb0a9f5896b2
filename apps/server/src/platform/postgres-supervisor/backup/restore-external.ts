import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../../kernel/clock.ts';
import { exists } from '../files-location.ts';
import { makeDataDir } from '../prepare-cluster.ts';
import { asidePrefix, discardStaging, finishStaging, stagingFolder } from '../staged-restore.ts';
import { withStartMutex } from '../start-mutex.ts';
import { BackupError } from './backup-error.ts';
import type { FileRecord } from './backup-format.ts';
import { verifyBackup } from './read-archive.ts';
import { type MigrateTo, restoreDatabase } from './restore-database.ts';
import type { RestoreSummary } from './restore-embedded.ts';

export interface RestoreExternalOptions {
  /** An empty database on any PostgreSQL 15 or newer. */
  readonly connectionString: string;
  readonly dataDir: string;
  readonly file: string;
  readonly migrate: MigrateTo;
  readonly clock: Clock;
  /** Files of DATA_DIR that differ from the backup's are kept in a folder beside; without this they are refused. */
  readonly moveAside: boolean;
}

/** Restores a backup into a database that is not ours to start; its files go to DATA_DIR. */
export async function restoreExternal(options: RestoreExternalOptions): Promise<RestoreSummary> {
  const file = resolve(options.file);
  const backup = await verifyBackup(file);
  const { manifest } = backup;
  const dataDir = await makeDataDir(options.dataDir);
  return withStartMutex(dataDir, async () => {
    await finishStaging(dataDir);
    const different = await findDifferent(dataDir, manifest.files);
    if (different.length > 0 && !options.moveAside) {
      throw new BackupError(
        'target_not_empty',
        `${dataDir} holds other files than the backup (${different[0]}); nothing was changed. Add --move-aside to keep them in a folder beside.`,
      );
    }
    await discardStaging(dataDir);
    const staging = stagingFolder(dataDir);
    await mkdir(staging, { mode: 0o700 });
    try {
      await restoreDatabase({ ...options, file, backup, filesInto: staging });
      const aside = join(dataDir, `${asidePrefix}${new Date(options.clock.now()).toISOString().replace(/[:.]/g, '-')}`);
      for (const path of different) await moveFile(join(dataDir, path), join(aside, path));
      for (const { path } of manifest.files) {
        if (!(await exists(join(dataDir, path)))) await moveFile(join(staging, path), join(dataDir, path));
      }
      return {
        tables: manifest.tables.length,
        rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
        files: manifest.files.length,
        movedTo: different.length > 0 ? aside : null,
      };
    } finally {
      await discardStaging(dataDir);
    }
  });
}

async function findDifferent(dataDir: string, files: readonly FileRecord[]): Promise<string[]> {
  const different: string[] = [];
  for (const { path, sha256 } of files) {
    if ((await exists(join(dataDir, path))) && (await hashOf(join(dataDir, path))) !== sha256) different.push(path);
  }
  return different;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
}
