import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest|wasm|ico|ttf|otf)$/;
/** Below this a compressed copy saves nothing that a network packet would notice. */
const smallestWorthCompressing = 512;
/** Names that carry a hash of their content: they may be kept, reused and cached for ever. */
const hashedName = /^(assets|chunks)\/.*-[\w-]{8,}\.\w+(\.map)?$/;

/** Unfinished builds lie inside `dist` under this name: on the same disk, so that publishing them is renaming. */
export const stagingPrefix = '.building-';

/** Every file under `folder`, relative, in a stable order. */
export function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(folder, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .filter((file) => !file.startsWith(stagingPrefix))
    .sort();
}

/** Content hash of a finished build: what `/config.json` and the service worker call the build id. */
export function buildId(folder) {
  const hash = createHash('sha256');
  for (const file of listFiles(folder)) {
    if (file.endsWith('.map')) continue;
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 16);
}

/** Writes `.br` and `.gz` beside every file worth it. What `reuseFrom` holds byte for byte is not compressed again. */
export async function precompress(folder, reuseFrom) {
  const files = listFiles(folder).filter((file) => compressible.test(file));
  // Two at a time: zlib works in the thread pool, and brotli at its best needs memory.
  const queue = files.values();
  const worker = async () => {
    for (const file of queue) await compressFile(folder, file, reuseFrom);
  };
  await Promise.all([worker(), worker(), worker()]);
}

async function compressFile(folder, file, reuseFrom) {
  const source = path.join(folder, file);
  const content = await readFile(source);
  if (content.length < smallestWorthCompressing) return;
  const before = reuseFrom === undefined ? undefined : path.join(reuseFrom, file);
  const unchanged = before !== undefined && existsSync(before) && content.equals(await readFile(before));
  const encodings = [
    ['.br', () => promisify(brotliCompress)(content, brotliOptions(content.length))],
    ['.gz', () => promisify(gzip)(content, { level: 9 })],
  ];
  for (const [suffix, compress] of encodings) {
    const packed = unchanged && existsSync(before + suffix) ? await readFile(before + suffix) : await compress();
    if (packed.length < content.length) await writeFile(source + suffix, packed);
  }
}

function brotliOptions(size) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size },
  };
}

/**
 * Moves a finished build from `staging` into `target`, file by file, so that a server reading `target` meanwhile never misses one:
 * hashed files first, then the others, then `lastFiles` (the ones that name the others). Hashed files of older builds stay as
 * long as `keep` says, for pages and processes that are still of such a build. `recordPath` remembers which files belong to which build.
 * @param {string} staging
 * @param {string} target
 * @param {string} recordPath
 * @param {{ lastFiles?: string[], keep?: { forMs?: number, builds?: number, bytes?: number }, now?: number }} [options]
 */
export function publish(staging, target, recordPath, { lastFiles = [], keep = {}, now = Date.now() } = {}) {
  const files = listFiles(staging);
  const rank = (file) => {
    const plain = file.replace(/\.(br|gz)$/, '');
    if (lastFiles.includes(plain)) return 2 + lastFiles.indexOf(plain);
    return hashedName.test(plain) ? 0 : 1;
  };
  const older = buildsBefore(recordPath, target, now);
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    renameSync(path.join(staging, file), path.join(target, file));
  }
  const kept = new Set(files);
  const replaced = chooseKept(older, target, kept, { forMs: 0, builds: 1, bytes: Infinity, ...keep }, now);
  for (const file of listFiles(target)) if (!kept.has(file)) rmSync(path.join(target, file), { force: true });
  writeFileSync(`${recordPath}.new`, JSON.stringify({ current: files, replaced }));
  renameSync(`${recordPath}.new`, recordPath);
  rmSync(staging, { recursive: true, force: true });
}

/** The builds that are no longer the newest, newest first, each with its hashed files and the moment it was replaced. */
function buildsBefore(recordPath, target, now) {
  const record = readRecord(recordPath);
  const last = record?.current ?? listFiles(target);
  return [{ at: now, files: last }, ...(record?.replaced ?? [])].map(({ at, files }) => ({
    at,
    files: files.filter((file) => hashedName.test(file.replace(/\.(br|gz)$/, ''))),
  }));
}

/** Adds to `kept` what stays of older builds. The build just replaced stays whatever its size: pages are open with it now. */
function chooseKept(older, target, kept, limits, now) {
  const chosen = [];
  let bytes = 0;
  for (const build of older) {
    const own = build.files.filter((file) => !kept.has(file) && existsSync(path.join(target, file)));
    // Nothing of its own: it was built again without a change.
    if (own.length === 0) continue;
    bytes += own.reduce((sum, file) => sum + statSync(path.join(target, file)).size, 0);
    const isNewest = chosen.length === 0;
    if (!isNewest && (chosen.length >= limits.builds || now - build.at > limits.forMs || bytes > limits.bytes)) break;
    for (const file of own) kept.add(file);
    chosen.push(build);
  }
  return chosen;
}

function readRecord(recordPath) {
  try {
    const record = JSON.parse(readFileSync(recordPath, 'utf8'));
    return Array.isArray(record.current) ? record : undefined;
  } catch {
    return undefined;
  }
}
