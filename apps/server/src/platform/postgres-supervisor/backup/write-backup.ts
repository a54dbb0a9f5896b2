import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack as createPack, type Pack } from 'tar-stream';
import type { Clock } from '../../../kernel/clock.ts';
import { systemErrorCode } from '../start-error.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  type FileRecord,
  formatName,
  formatVersion,
  headerEntry,
  manifestEntry,
  partBytes,
  partEntry,
  portableSettings,
  type TableRecord,
} from './backup-format.ts';
import { listDataFiles } from './data-files.ts';
import {
  columnList,
  quoted,
  readMigrations,
  readSequences,
  readServerVersion,
  readTables,
} from './database-catalog.ts';
import { createRowDigest } from './row-digest.ts';

export interface BackupOptions {
  readonly connectionString: string;
  /** Secrets and blobs are taken from here; its database is not looked at. */
  readonly dataDir: string;
  /** Where the backup goes. Must not exist. Compressed when the name ends in `.gz` or `.tgz`. */
  readonly file: string;
  readonly clock: Clock;
}

export interface BackupSummary {
  readonly file: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes a backup while the database is in use: everything is read in one snapshot and streamed. It has its final name
 * only when it is complete and on the disk. It holds secrets, hence mode 600.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const file = resolve(options.file);
  if (
    await stat(file).then(
      () => true,
      () => false,
    )
  ) {
    throw new BackupError('file_exists', `${file} exists already; choose another name for the backup.`);
  }
  const temporary = `${file}.partial-${process.pid}`;
  try {
    const manifest = await writeArchive(options, temporary, /\.(gz|tgz)$/.test(file));
    await syncFile(temporary);
    await rename(temporary, file);
    await syncFile(dirname(file));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    return { file, bytes: size, tables: manifest.tables.length, rows, files: manifest.files.length };
  } catch (error) {
    await rm(temporary, { force: true });
    if (systemErrorCode(error) === 'ENOSPC') {
      throw new BackupError('disk_full', `There is no space left for the backup ${file}; nothing was written.`, error);
    }
    if (['ENOENT', 'EACCES', 'EROFS', 'EISDIR', 'ENOTDIR'].includes(systemErrorCode(error))) {
      throw new BackupError('not_readable', `The backup ${file} cannot be written (${systemErrorCode(error)}).`, error);
    }
    throw error;
  }
}

async function writeArchive(options: BackupOptions, path: string, compress: boolean): Promise<BackupManifest> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'cairn backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  const pack = createPack();
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = compress ? pipeline(pack, createGzip({ level: 6 }), output) : pipeline(pack, output);
  // Either side's failure ends the other: a full disk stops the reading, a lost connection the writing.
  const filled = fillArchive(client, pack, options).catch((error: Error) => {
    pack.destroy(error);
    throw error;
  });
  try {
    const [manifest] = await Promise.all([Promise.race([filled, written.then(() => filled)]), written]);
    return manifest;
  } finally {
    await client.end();
    await filled.catch(() => {});
  }
}

async function fillArchive(client: pg.Client, pack: Pack, options: BackupOptions): Promise<BackupManifest> {
  await client.query(portableSettings);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // As pg_dump does: a migration that runs meanwhile must not change a table before its turn.
  if (tables.length > 0) await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`);
  const header: BackupHeader = {
    format: formatName,
    formatVersion,
    createdAt: new Date(options.clock.now()).toISOString(),
    serverVersion: await readServerVersion(client),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
  };
  await addEntry(pack, headerEntry, Buffer.from(JSON.stringify(header, null, 1)));
  const manifest: BackupManifest = { tables: [], files: [] };
  for (const table of tables) manifest.tables.push(await addTable(client, pack, table));
  await client.query('commit');
  for (const path of await listDataFiles(options.dataDir)) {
    const record = await addFile(pack, options.dataDir, path);
    if (record) manifest.files.push(record);
  }
  await addEntry(pack, manifestEntry, Buffer.from(JSON.stringify(manifest, null, 1)));
  pack.finalize();
  return manifest;
}

async function addTable(client: pg.Client, pack: Pack, table: BackupTable): Promise<TableRecord> {
  const digest = createRowDigest();
  let held: Buffer[] = [];
  let heldBytes = 0;
  let part = 0;
  const flush = async () => {
    await addEntry(pack, partEntry(table, part), Buffer.concat(held, heldBytes));
    part += 1;
    held = [];
    heldBytes = 0;
  };
  const stream = client.query(copyTo(`copy ${quoted(table)} (${columnList(table)}) to stdout`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.update(chunk);
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes >= partBytes) await flush();
  }
  if (heldBytes > 0) await flush();
  return { schema: table.schema, name: table.name, ...digest.finish() };
}

/** Streams one file of DATA_DIR; `null` when it is gone meanwhile. It is taken with the size that it has now. */
async function addFile(pack: Pack, dataDir: string, path: string): Promise<FileRecord | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(join(dataDir, path), 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const { size, mode } = await file.stat();
    const hash = createHash('sha256');
    const { entry, written } = startEntry(pack, `files/${path}`, size, mode & 0o777);
    let left = size;
    while (left > 0) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(left, 65_536)),
        0,
        Math.min(left, 65_536),
        null,
      );
      if (bytesRead === 0)
        throw new BackupError('not_readable', `${path} became shorter while it was read; try again.`);
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      left -= bytesRead;
      if (!entry.write(chunk))
        await Promise.race([new Promise<void>((done) => entry.once('drain', () => done())), written]);
    }
    entry.end(null);
    await written;
    return { path, bytes: size, mode: mode & 0o777, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** `written` settles when the entry is complete, or when the archive cannot be written any more. */
function startEntry(
  pack: Pack,
  name: string,
  size: number,
  mode: number,
): { entry: ReturnType<Pack['entry']>; written: Promise<void> } {
  let settle: (error?: Error | null) => void = () => {};
  const written = new Promise<void>((done, failed) => {
    settle = (error) => (error ? failed(error) : done());
  });
  written.catch(() => {});
  return { entry: pack.entry({ name, size, mode }, (error) => settle(error)), written };
}

function addEntry(pack: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    pack.entry({ name, mode: 0o600 }, content, (error) => (error ? failed(error) : done()));
  });
}

async function syncFile(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
