import type { ObjectRow } from './storage-store.ts';

export const presentUploaded = ({ id, bucket_id: bucket, name }: ObjectRow) => ({ Id: id, Key: `${bucket}/${name}` });

export const presentObject = (row: ObjectRow) => ({
  id: row.id,
  name: row.name,
  bucket_id: row.bucket_id,
  owner: row.owner,
  version: row.version,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  last_accessed_at: row.last_accessed_at,
});

/** In a list a name is what follows the folder that was asked for. */
export const presentListed = (row: ObjectRow, folder: string) => ({
  ...presentObject(row),
  name: row.name.slice(folder.length),
});
