import { createHash, randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Images } from '../../platform/images/images.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { isObjectName } from './domain/object-name.ts';
import { bucketNotFound, invalidName, notAllowed, objectNotFound, StorageError } from './domain/storage-error.ts';
import type { BucketRow, ListOptions, ObjectRow, StorageStore } from './storage-store.ts';

export interface StorageDeps {
  store: StorageStore;
  blobs: Blobs;
  images: Images;
  clock: Clock;
  logger: Logger;
  /** Bytes of one file, where its bucket says nothing. */
  maximumBytes: number;
}

export interface Upload {
  bucket: string;
  name: string;
  bytes: Uint8Array;
  /** What the client says it is; a picture's own bytes decide. */
  type: string;
  cacheControl: string;
  /** `create` refuses a name that is taken, `replace` one that is not. */
  mode: 'create' | 'replace' | 'upsert';
}

export interface StoredFile {
  row: ObjectRow;
  bytes: Uint8Array;
}

/** Twice as large as the largest place that shows a picture, on a dense screen. */
const maximumImageSide = 1024;
/** Longer than any upload takes: younger bytes may belong to a row that is just being written. */
const orphanAgeMs = 3_600_000;
const orphanPage = 500;

export type StorageService = ReturnType<typeof createStorageService>;

/** Files: a row in storage.objects (row-level security decides) and its bytes under the row's version. */
export function createStorageService({ store, blobs, images, clock, logger, maximumBytes }: StorageDeps) {
  async function bucketOf(id: string): Promise<BucketRow> {
    const bucket = await store.findBucket(id);
    if (!bucket) throw bucketNotFound();
    return bucket;
  }

  /** What is stored in the place of what came: a picture is decoded and encoded anew. */
  async function accept(bucket: BucketRow, upload: Upload): Promise<{ bytes: Uint8Array; type: string }> {
    const limit = bucket.file_size_limit ?? maximumBytes;
    if (upload.bytes.length > limit) {
      throw new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
    }
    const allowed = bucket.allowed_mime_types;
    const refuse = (type: string) =>
      new StorageError(415, 'invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`);
    if (allowed && !allowed.includes(upload.type)) throw refuse(upload.type);
    if (!upload.type.startsWith('image/')) return { bytes: upload.bytes, type: upload.type };
    const image = await images.clean(upload.bytes, { maximumSide: maximumImageSide });
    if (!image) throw new StorageError(422, 'invalid_image', 'This picture cannot be read.');
    if (allowed && !allowed.includes(image.type)) throw refuse(image.type);
    return image;
  }

  async function forget(version: string): Promise<void> {
    // What stays behind is found later by removeOrphans.
    await blobs.remove(version).catch((error: unknown) => logger.warn({ err: error, version }, 'blob not removed'));
  }

  async function write(actor: Actor, upload: Upload, object: Parameters<StorageStore['insertObject']>[1]) {
    if (upload.mode !== 'create') {
      const replaced = await store.replaceObject(actor, object);
      if (replaced) {
        await forget(replaced.replaced);
        return replaced.row;
      }
      if (upload.mode === 'replace') throw objectNotFound();
    }
    const row = await store.insertObject(actor, object);
    if (!row) throw notAllowed();
    return row;
  }

  async function read(row: ObjectRow | null): Promise<StoredFile> {
    const bytes = row && (await blobs.get(row.version));
    if (!row || !bytes) throw objectNotFound();
    return { row, bytes };
  }

  return {
    async upload(actor: Actor, upload: Upload): Promise<ObjectRow> {
      if (actor.role === 'anon') throw notAllowed();
      if (!isObjectName(upload.name)) throw invalidName();
      const { bytes, type } = await accept(await bucketOf(upload.bucket), upload);
      const version = randomUUID();
      await blobs.put(version, bytes);
      const metadata = {
        eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
        size: bytes.length,
        mimetype: type,
        cacheControl: upload.cacheControl,
        lastModified: new Date(clock.now()).toISOString(),
        contentLength: bytes.length,
        httpStatusCode: 200,
      };
      try {
        return await write(actor, upload, { bucket: upload.bucket, name: upload.name, version, metadata });
      } catch (error) {
        await forget(version);
        if (error instanceof DatabaseError && error.code === '42501') throw notAllowed();
        if (error instanceof DatabaseError && error.code === '23505') {
          throw new StorageError(409, 'Duplicate', 'The resource already exists');
        }
        throw error;
      }
    },

    readPublic: async (bucket: string, name: string): Promise<StoredFile> =>
      read(isObjectName(name) ? await store.findPublicObject(bucket, name) : null),

    read: async (actor: Actor, bucket: string, name: string): Promise<StoredFile> =>
      read(isObjectName(name) ? await store.findObject(actor, bucket, name) : null),

    async info(actor: Actor, bucket: string, name: string): Promise<ObjectRow> {
      const row = isObjectName(name) ? await store.findObject(actor, bucket, name) : null;
      if (!row) throw objectNotFound();
      return row;
    },

    /** Removes what the actor may remove; the rest is not mentioned. */
    async remove(actor: Actor, bucket: string, names: readonly string[]): Promise<ObjectRow[]> {
      await bucketOf(bucket);
      const rows = await store.deleteObjects(actor, bucket, names.filter(isObjectName));
      for (const { version } of rows) await forget(version);
      return rows;
    },

    async list(actor: Actor, bucket: string, options: ListOptions): Promise<ObjectRow[]> {
      await bucketOf(bucket);
      return store.listObjects(actor, bucket, options);
    },

    /** Bytes that no row names: a crash came between, or the rows went with their owner's account. */
    async removeOrphans(): Promise<number> {
      let removed = 0;
      let after: string | null = null;
      for (;;) {
        const page: string[] = await blobs.list({ olderThan: clock.now() - orphanAgeMs, after, limit: orphanPage });
        if (page.length === 0) return removed;
        const used = await store.versionsInUse(page);
        for (const key of page) {
          if (used.has(key)) continue;
          await blobs.remove(key);
          removed += 1;
        }
        after = page.at(-1) ?? null;
      }
    },
  };
}
