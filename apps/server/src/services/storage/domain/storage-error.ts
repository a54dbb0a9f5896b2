/** An answer in Supabase storage's own shape. */
export class StorageError extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.status = status;
    this.error = error;
  }
}

export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'not_found', 'Object not found');
export const invalidName = () => new StorageError(400, 'InvalidKey', 'Invalid key');
export const notAllowed = () => new StorageError(403, 'Unauthorized', 'new row violates row-level security policy');
