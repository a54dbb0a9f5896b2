import type { Actor } from '../../kernel/actor.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** A row of storage.buckets, as far as rules need it. */
export interface BucketRow {
  id: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** `storage.objects.metadata`, in Supabase's words. */
export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  version: string;
  metadata: ObjectMetadata;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
}

const columns =
  'id, bucket_id, name, owner, version, metadata, created_at::text, updated_at::text, last_accessed_at::text';

export function createStorageStore(db: Db) {
  /** Buckets and public objects belong to nobody in particular. */
  const asServer = <T>(work: (tx: Tx) => Promise<T>) => db.asSystem('storage', work);
  const first = async <Row>(tx: Tx, sql: string, params: readonly unknown[]): Promise<Row | null> =>
    (await tx.query<Row>(sql, params)).rows[0] ?? null;

  return {
    findBucket: (id: string) =>
      asServer((tx) =>
        first<BucketRow>(
          tx,
          'select id, public, file_size_limit::float8, allowed_mime_types from storage.buckets where id = $1',
          [id],
        ),
      ),

    findPublicObject: (bucket: string, name: string) =>
      asServer((tx) =>
        first<ObjectRow>(
          tx,
          `select ${columns} from storage.objects where bucket_id = $1 and name = $2
             and exists (select from storage.buckets b where b.id = $1 and b.public)`,
          [bucket, name],
        ),
      ),

    findObject: (actor: Actor, bucket: string, name: string) =>
      db.asActor(
        actor,
        (tx) =>
          first<ObjectRow>(tx, `select ${columns} from storage.objects where bucket_id = $1 and name = $2`, [
            bucket,
            name,
          ]),
        { readOnly: true },
      ),

    /** A new object; the unique name decides between two at once. */
    insertObject: (actor: Actor, object: NewObject) =>
      db.asActor(actor, (tx) =>
        first<ObjectRow>(
          tx,
          `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
           values ($1, $2, auth.uid(), auth.uid()::text, $3, $4) returning ${columns}`,
          [object.bucket, object.name, object.version, object.metadata],
        ),
      ),

    /** Puts new bytes under a name. Gives the version that was there before; null when there was no object that the actor sees. */
    replaceObject: (actor: Actor, object: NewObject) =>
      db.asActor(actor, async (tx) => {
        const before = await first<{ version: string }>(
          tx,
          'select version from storage.objects where bucket_id = $1 and name = $2 for update',
          [object.bucket, object.name],
        );
        if (!before) return null;
        const row = await first<ObjectRow>(
          tx,
          `update storage.objects set version = $3, metadata = $4, updated_at = now(), last_accessed_at = now()
           where bucket_id = $1 and name = $2 returning ${columns}`,
          [object.bucket, object.name, object.version, object.metadata],
        );
        return row && { row, replaced: before.version };
      }),

    deleteObjects: (actor: Actor, bucket: string, names: readonly string[]) =>
      db.asActor(actor, async (tx) => {
        const { rows } = await tx.query<ObjectRow>(
          `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${columns}`,
          [bucket, names],
        );
        return rows;
      }),

    listObjects: (actor: Actor, bucket: string, { folder, limit, offset }: ListOptions) =>
      db.asActor(
        actor,
        async (tx) => {
          const { rows } = await tx.query<ObjectRow>(
            `select ${columns} from storage.objects
             where bucket_id = $1 and starts_with(name, $2) and position('/' in substr(name, char_length($2) + 1)) = 0
             order by name limit $3 offset $4`,
            [bucket, folder, limit, offset],
          );
          return rows;
        },
        { readOnly: true },
      ),

    /** Of these versions, the ones that an object still has. */
    versionsInUse: (versions: readonly string[]) =>
      asServer(async (tx) => {
        const { rows } = await tx.query<{ version: string }>(
          'select version from storage.objects where version = any($1)',
          [versions],
        );
        return new Set(rows.map(({ version }) => version));
      }),
  };
}

export type StorageStore = ReturnType<typeof createStorageStore>;

export interface NewObject {
  bucket: string;
  name: string;
  version: string;
  metadata: ObjectMetadata;
}

export interface ListOptions {
  /** With its last slash; empty: the bucket itself. */
  folder: string;
  limit: number;
  offset: number;
}
