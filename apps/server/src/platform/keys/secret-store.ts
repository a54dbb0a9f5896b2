/** Anything JSON can carry. */
export type SecretValue =
  | string
  | number
  | boolean
  | null
  | readonly SecretValue[]
  | { readonly [key: string]: SecretValue };

/**
 * Where the server keeps what it made for itself (signing keys, API keys). Names are `[a-z0-9_-]{1,64}`.
 * Adapters: files in the data directory (embedded database), the database itself (shared by several processes).
 */
export interface SecretStore {
  /**
   * Returns the stored value, making it first when there is none. Atomic across processes: whoever comes second
   * gets what the first one made. A store that cannot be read or written rejects; it never falls back to a new value.
   */
  getOrCreate(name: string, make: () => Promise<SecretValue>): Promise<SecretValue>;
}

export function assertSecretName(name: string): void {
  if (!/^[a-z0-9_-]{1,64}$/.test(name)) throw new Error(`"${name}" is not a name for a secret`);
}
