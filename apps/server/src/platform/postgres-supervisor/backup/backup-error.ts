/** Why a backup or a restore did not happen. Closed. */
export type BackupErrorReason =
  | 'damaged_backup'
  | 'disk_full'
  | 'file_exists'
  | 'mismatch'
  | 'newer_backup'
  | 'not_a_backup'
  | 'not_readable'
  | 'not_restorable'
  | 'running'
  | 'target_not_empty';

/** `message` is a complete sentence for the person at the terminal. Whatever was there before is still there. */
export class BackupError extends Error {
  readonly reason: BackupErrorReason;

  constructor(reason: BackupErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupError';
    this.reason = reason;
  }
}
