/** Why the embedded database cannot run. Closed: each reason is a row of `docs/operations/database.md`. */
export type DatabaseStartReason =
  | 'already_running'
  | 'data_damaged'
  | 'data_elsewhere'
  | 'disk_full'
  | 'no_account'
  | 'no_binary'
  | 'no_permission'
  | 'not_answering'
  | 'other_version'
  | 'port_taken'
  | 'runtime_unusable'
  | 'start_failed';

/**
 * The one error of the supervisor. `message` is a complete sentence for the person at the terminal;
 * it never contains a password. `cause` holds the technical detail for the log.
 */
export class DatabaseStartError extends Error {
  readonly reason: DatabaseStartReason;

  constructor(reason: DatabaseStartReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseStartError';
    this.reason = reason;
  }
}

/** The `code` of a Node system error (`ENOENT`, `EACCES` …), or `''`. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Turns a file system error into its sentence; anything else passes through unchanged. */
export function fileErrorAsStartError(error: unknown, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFullError(path, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new DatabaseStartError(
      'no_permission',
      `The database files in ${path} cannot be read or written by this account (${code}). Start with the account that owns them, or set DATA_DIR to a folder of your own.`,
      error,
    );
  }
  return error;
}

export function diskFullError(path: string, cause?: unknown): DatabaseStartError {
  return new DatabaseStartError(
    'disk_full',
    `There is no space left on the disk that holds ${path}. Free some space and start again; everything saved so far is kept.`,
    cause,
  );
}
