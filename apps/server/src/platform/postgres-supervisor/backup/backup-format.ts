import { z } from 'zod';

/**
 * A backup is one tar (gzip when its name ends in `.gz` or `.tgz`):
 *   header.json                   what is needed before the rows can be loaded
 *   tables/<schema>.<name>/<part> rows as COPY text, in parts of about 4 MB, tables in an order that satisfies foreign keys
 *   files/<path>                  secrets and blobs, relative to DATA_DIR
 *   manifest.json                 counts and checksums of everything before it; a file without it is cut off
 */
export const formatName = 'cairn-backup';
export const formatVersion = 1;
export const headerEntry = 'header.json';
export const manifestEntry = 'manifest.json';
export const partBytes = 4 * 1024 * 1024;

/** Settings under which every supported PostgreSQL prints and reads the same text. */
export const portableSettings = [
  "set search_path = ''",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
  "set client_encoding = 'UTF8'",
  'set row_security = off',
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ');

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** Without generated columns: those are computed again. */
  columns: z.array(z.string()).min(1),
});

const sequenceSchema = z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() });

export const headerSchema = z.object({
  format: z.literal(formatName),
  formatVersion: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Such as `18.4`. */
  serverVersion: z.string(),
  /** Versions of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});

export const manifestSchema = z.object({
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      rows: z.number().int(),
      bytes: z.number().int(),
      /** Of the COPY text as stored. */
      sha256: z.string(),
      /** Of the rows in any order, see `row-digest.ts`. */
      rowDigest: z.string(),
    }),
  ),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), mode: z.number().int(), sha256: z.string() })),
});

export type BackupTable = z.infer<typeof tableSchema>;
export type BackupSequence = z.infer<typeof sequenceSchema>;
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupManifest = z.infer<typeof manifestSchema>;
export type TableRecord = BackupManifest['tables'][number];
export type FileRecord = BackupManifest['files'][number];

export function tableKey(table: { schema: string; name: string }): string {
  return `${table.schema}.${table.name}`;
}

/** Entry name of a part; schema and name are encoded so that `/` and `.` in them cannot be mistaken. */
export function partEntry(table: { schema: string; name: string }, part: number): string {
  return `${tablePrefix(table)}${String(part).padStart(6, '0')}`;
}

export function tablePrefix(table: { schema: string; name: string }): string {
  return `tables/${encodeURIComponent(table.schema)}.${encodeURIComponent(table.name)}/`;
}
