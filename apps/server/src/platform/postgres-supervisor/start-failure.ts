import { open } from 'node:fs/promises';
import type { DatabaseFiles } from './files-location.ts';
import { DatabaseStartError, diskFullError, systemErrorCode } from './start-error.ts';

/** What PostgreSQL prints when its files are not whole. */
const damage = [
  /could not (open|read|access|stat) (file|directory)[^\n]*(No such file|read only|read \d+ of \d+)/i,
  /control file (appears to be corrupt|contains invalid)/i,
  /incorrect checksum in control file|CRC is incorrect/i,
  /could not read file "global\/pg_control"/i,
  /could not locate a valid checkpoint record|invalid (primary )?checkpoint record/i,
  /is not a (valid|database cluster) data directory|invalid data in file/i,
  /is missing or erroneous|required WAL directory|page verification failed|invalid page in block/i,
  /relation mapping file|cache lookup failed|bogus data in/i,
  /database files are incompatible with server/i,
];

/** Makes the sentence of a failed `initdb` or start from what the program printed. */
export function explainFailure(output: string, files: DatabaseFiles, status: number | null): DatabaseStartError {
  const cause = new Error(`PostgreSQL ended with status ${status ?? 'none'}:\n${output.slice(-4000)}`);
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of \d+ bytes/i.test(output))
    return diskFullError(files.root, cause);
  if (/initialized by PostgreSQL version|not compatible with this version/i.test(output)) {
    return new DatabaseStartError('other_version', otherVersionSentence(files, null, null), cause);
  }
  if (/could not bind|Address already in use/i.test(output)) {
    return new DatabaseStartError(
      'port_taken',
      'The port of the database is used by another program. Start again to choose another.',
      cause,
    );
  }
  if (status === 127 || /error while loading shared libraries|Library not loaded/i.test(output)) {
    return new DatabaseStartError(
      'runtime_unusable',
      'PostgreSQL\'s libraries cannot be loaded on this machine. Delete node_modules and run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.',
      cause,
    );
  }
  if (saysDamage(output)) return damagedError(files, firstProblem(output), cause);
  if (/Permission denied|has (invalid permissions|wrong ownership)|Read-only file system/i.test(output)) {
    return new DatabaseStartError(
      'no_permission',
      `PostgreSQL may not read or write its files in ${files.root} (${firstProblem(output)}). Give the folder back to the account that owned it.`,
      cause,
    );
  }
  if (/pre-existing shared memory block|lock file "[^"]+" already exists/i.test(output)) {
    return new DatabaseStartError(
      'already_running',
      `Another PostgreSQL still uses the files in ${files.root}. Stop it and start again.`,
      cause,
    );
  }
  if (/could not (map anonymous|create|resize) shared memory|Cannot allocate memory/i.test(output)) {
    return new DatabaseStartError(
      'start_failed',
      'There is not enough memory to start the database. Close other programs and start again.',
      cause,
    );
  }
  return new DatabaseStartError(
    'start_failed',
    `The database did not start: ${firstProblem(output)}. More is in ${files.log}.`,
    cause,
  );
}

export function saysDamage(text: string): boolean {
  return damage.some((pattern) => pattern.test(text));
}

export function damagedError(files: DatabaseFiles, detail: string, cause?: unknown): DatabaseStartError {
  return new DatabaseStartError(
    'data_damaged',
    `The database files in ${files.cluster} are damaged (${detail}). Nothing was changed; "npm run db -- restore <file> --move-aside" keeps them and restores a backup.`,
    cause,
  );
}

export function otherVersionSentence(files: DatabaseFiles, found: string | null, ours: string | null): string {
  const which =
    found && ours ? `by PostgreSQL ${found}, and this is PostgreSQL ${ours}` : 'by another version of PostgreSQL';
  return `The database files in ${files.cluster} were written ${which}. Nothing was changed: with the release of this app that wrote them run "npm run db -- backup <file>", then here "npm run db -- restore <file> --move-aside".`;
}

/** The first line that PostgreSQL marked as fatal, without time, process id and level. */
function firstProblem(output: string): string {
  const lines = output.split('\n');
  const line =
    lines.find((text) => /(invalid value for|unrecognized configuration) parameter/.test(text)) ??
    lines.find((text) => /FATAL|PANIC|ERROR/.test(text)) ??
    lines.find((text) => /error|could not|failed/i.test(text));
  const text = (line ?? 'it ended without saying why').replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s*/, '').trim();
  return text.replace(/\.$/, '').slice(0, 200);
}

/** The end of the log from `offset` on (at most 64 KB): what this start has written. */
export async function readLogFrom(path: string, offset: number): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const from = Math.max(offset, size - 65_536);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.max(0, size - from)),
        0,
        Math.max(0, size - from),
        from,
      );
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
