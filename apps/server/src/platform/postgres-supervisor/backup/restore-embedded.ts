import { join, resolve } from 'node:path';
import type { Clock } from '../../../kernel/clock.ts';
import { exists, findFiles } from '../files-location.ts';
import { findPostmaster } from '../postmaster.ts';
import { makeDataDir } from '../prepare-cluster.ts';
import { asidePrefix, commitStaging, discardStaging, finishStaging, stagingFolder } from '../staged-restore.ts';
import { withStartMutex } from '../start-mutex.ts';
import { type SupervisorOptions, startEmbeddedPostgres } from '../supervisor.ts';
import { BackupError } from './backup-error.ts';
import { listDataFiles } from './data-files.ts';
import { verifyBackup } from './read-archive.ts';
import { type MigrateTo, restoreDatabase } from './restore-database.ts';

export interface RestoreEmbeddedOptions extends SupervisorOptions {
  readonly file: string;
  readonly migrate: MigrateTo;
  readonly clock: Clock;
  /** Existing data is kept in a folder `before-restore-<time>`; without this the restore refuses to touch it. */
  readonly moveAside: boolean;
}

export interface RestoreSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Where the data that was there before is now. */
  readonly movedTo: string | null;
}

/**
 * Restores a backup as the embedded database of a DATA_DIR. The new one is built and verified in a folder beside the
 * old, which is moved aside only then; it is never deleted.
 */
export async function restoreEmbedded(options: RestoreEmbeddedOptions): Promise<RestoreSummary> {
  const file = resolve(options.file);
  const backup = await verifyBackup(file);
  const dataDir = await makeDataDir(options.dataDir);
  await withStartMutex(dataDir, async () => {
    await finishStaging(dataDir);
    await checkTarget(dataDir, options.moveAside);
    await discardStaging(dataDir);
  });
  const staging = stagingFolder(dataDir);
  const postgres = await startEmbeddedPostgres({ ...options, dataDir: staging });
  try {
    const { connectionString } = postgres;
    await restoreDatabase({ connectionString, file, backup, migrate: options.migrate, filesInto: staging });
  } catch (error) {
    await postgres.stop();
    await discardStaging(dataDir);
    throw error;
  }
  await postgres.stop();
  const movedTo = await withStartMutex(dataDir, async () => {
    // Something may have been started here while the rows were loading.
    const occupied = await checkTarget(dataDir, options.moveAside);
    const aside = `${asidePrefix}${new Date(options.clock.now()).toISOString().replace(/[:.]/g, '-')}`;
    await commitStaging(dataDir, aside);
    return occupied ? join(dataDir, aside) : null;
  });
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: backup.manifest.tables.length, rows, files: backup.manifest.files.length, movedTo };
}

/** Whether there is anything to move aside. Throws when it may not be, or is in use. */
async function checkTarget(dataDir: string, moveAside: boolean): Promise<boolean> {
  // A pointer to files that are gone is something to move aside, too.
  const files = await findFiles(dataDir).catch((error: unknown) => {
    if (moveAside) return null;
    throw error;
  });
  const present = files !== null && (await exists(files.cluster));
  if (present && (await findPostmaster(files)) !== null) {
    throw new BackupError('running', 'The database is running. Stop it first (Ctrl-C, or "npm run db -- stop").');
  }
  const occupied = present || (await listDataFiles(dataDir)).length > 0;
  if (occupied && !moveAside) {
    throw new BackupError(
      'target_not_empty',
      `${dataDir} already holds data; nothing was changed. Add --move-aside to keep it in a folder beside, or set DATA_DIR to an empty folder.`,
    );
  }
  return occupied;
}
