/** Why the database could not be brought to this version's schema. The message is one sentence or two for the operator. */
export class MigrationError extends Error {
  readonly kind: 'database_newer' | 'migration_changed' | 'out_of_order' | 'step_failed' | 'busy';

  constructor(kind: MigrationError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
    this.kind = kind;
  }
}
