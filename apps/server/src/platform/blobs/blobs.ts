/**
 * Where the bytes of files lie. A key is made by the server (a UUID), never by a client; bytes under a key never change:
 * who has something new stores it under a new key and removes the old one.
 */
export interface Blobs {
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes; null when there are none under this key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Keys that were stored before `olderThan` (milliseconds since 1970), at most `limit` of them, to find what nobody refers to. */
  list(options: { olderThan: number; after: string | null; limit: number }): Promise<string[]>;
}

const keyShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Nothing but a UUID in lower case: a key becomes a file name. */
export function assertBlobKey(key: string): void {
  if (!keyShape.test(key)) throw new Error(`"${key}" is not a key of a blob.`);
}
