import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { systemErrorCode } from '../start-error.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupManifest,
  formatName,
  formatVersion,
  headerEntry,
  headerSchema,
  manifestEntry,
  manifestSchema,
  tableKey,
  tablePrefix,
} from './backup-format.ts';
import { createRowDigest } from './row-digest.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  /** Must be read to its end before the next entry comes. */
  readonly content: AsyncIterable<Buffer>;
}

/** Header and manifest are small; anything larger is no backup of ours. */
const largestJson = 64 * 1024 * 1024;

/** The entries of a backup one after the other, streamed. */
export async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const compressed = await startsWithGzip(file);
  const archive = extract();
  const source = createReadStream(file);
  const reading = compressed ? pipeline(source, createGunzip(), archive) : pipeline(source, archive);
  reading.catch(() => {});
  let begun = false;
  try {
    for await (const entry of archive) {
      begun = true;
      const { name, mode = 0o600, size = 0, type } = entry.header;
      if (type !== 'file') throw new BackupError('damaged_backup', `${file} holds an entry that is no file (${name}).`);
      yield { name, mode, size, content: chunksOf(entry, file) };
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw begun ? unreadable(file, error) : notABackup(file, error);
  } finally {
    source.destroy();
  }
}

/** The parser's streams are async iterables, which their type does not say. */
function isIterable(value: unknown): value is AsyncIterable<Buffer> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* chunksOf(stream: unknown, file: string): AsyncGenerator<Buffer> {
  if (!isIterable(stream)) throw new TypeError('not an async iterable');
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function startsWithGzip(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new BackupError('not_readable', `The backup ${file} cannot be read (${systemErrorCode(error)}).`, error);
  }
}

function unreadable(file: string, cause: unknown): BackupError {
  return new BackupError('damaged_backup', `${file} is damaged or cut off; nothing was changed.`, cause);
}

function notABackup(file: string, cause?: unknown): BackupError {
  return new BackupError('not_a_backup', `${file} is not a backup of this app.`, cause);
}

export async function readJson(entry: ArchiveEntry, file: string): Promise<unknown> {
  if (entry.size > largestJson) throw unreadable(file, new Error(`${entry.name} is too large`));
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

export async function readHeader(entry: ArchiveEntry, file: string): Promise<BackupHeader> {
  const json = entry.name === headerEntry ? await readJson(entry, file).catch(() => null) : null;
  if (typeof json === 'object' && json !== null && 'format' in json && json.format === formatName) {
    if ('formatVersion' in json && typeof json.formatVersion === 'number' && json.formatVersion > formatVersion) {
      throw new BackupError('newer_backup', `${file} was made by a newer version; restore it with that version.`);
    }
    const header = headerSchema.safeParse(json);
    if (header.success) return header.data;
    throw unreadable(file, header.error);
  }
  throw notABackup(file);
}

export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

/** Reads the whole backup once and compares everything with its manifest, before anything is restored from it. */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  const tables = new Map<string, ReturnType<typeof createRowDigest>>();
  const files = new Map<string, string>();
  for await (const entry of readEntries(file)) {
    if (!header) {
      header = await readHeader(entry, file);
      for (const table of header.tables) tables.set(tablePrefix(table), createRowDigest());
    } else if (entry.name === manifestEntry) {
      const parsed = manifestSchema.safeParse(await readJson(entry, file));
      if (!parsed.success) throw unreadable(file, parsed.error);
      manifest = parsed.data;
    } else if (entry.name.startsWith('files/')) {
      const hash = createHash('sha256');
      for await (const chunk of entry.content) hash.update(chunk);
      files.set(entry.name.slice('files/'.length), hash.digest('hex'));
    } else {
      const digest = tables.get(entry.name.slice(0, entry.name.lastIndexOf('/') + 1));
      if (!digest) throw unreadable(file, new Error(`unexpected entry ${entry.name}`));
      for await (const chunk of entry.content) digest.update(chunk);
    }
  }
  if (!header) throw notABackup(file);
  if (!manifest) throw unreadable(file, new Error('no manifest'));
  for (const record of manifest.tables) {
    const found = tables.get(tablePrefix(record))?.finish();
    if (
      !found ||
      found.sha256 !== record.sha256 ||
      found.rows !== record.rows ||
      found.rowDigest !== record.rowDigest
    ) {
      throw unreadable(file, new Error(`${tableKey(record)} does not match its checksum`));
    }
  }
  const wrongFile = manifest.files.find((record) => files.get(record.path) !== record.sha256);
  if (wrongFile || manifest.tables.length !== header.tables.length || manifest.files.length !== files.size) {
    throw unreadable(
      file,
      new Error(wrongFile ? `${wrongFile.path} does not match its checksum` : 'entries are missing'),
    );
  }
  return { header, manifest };
}
