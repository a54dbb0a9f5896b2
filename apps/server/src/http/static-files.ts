import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  map: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
};

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

interface StaticFile {
  path: string;
  type: string;
  /** Named by its content: may be kept for ever. */
  immutable: boolean;
  etag: string;
  encoded: Map<string, string>;
}

/** The worker fetches the pictures of saved articles for the pages, from wherever they are; it loads no code and shows nothing. */
const workerPath = '/service-worker.js';
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self' https: http:";

/** Every file below the folder, read once at start: what is not listed is not served, so no path can escape. */
function listFiles(root: string): Map<string, StaticFile> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const path of names) {
    const url = `/${relative(root, path).split(sep).join('/')}`;
    const extension = path.slice(path.lastIndexOf('.') + 1);
    const type = contentTypes[extension];
    // Pages are sent with their head filled in, under their own addresses.
    if (!type || extension === 'html') continue;
    const { size, mtimeMs } = statSync(path);
    const encoded = new Map(
      encodings.flatMap(({ name, suffix }) => (all.has(path + suffix) ? [[name, path + suffix] as const] : [])),
    );
    const etag = `"${createHash('sha256').update(`${url}:${size}:${mtimeMs}`).digest('base64url').slice(0, 16)}"`;
    files.set(url, { path, type, immutable: url.startsWith('/assets/'), etag, encoded });
  }
  return files;
}

/** Serves the built web files, precompressed where the client takes it; falls through for everything else. */
export function staticFiles(root: string) {
  const files = listFiles(root);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const file = files.get(c.req.path);
    if (!file) return next();
    const accepted = c.req.header('accept-encoding') ?? '';
    const encoding = encodings.find(({ name }) => accepted.includes(name) && file.encoded.has(name))?.name;
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      ...(c.req.path === workerPath ? { 'content-security-policy': workerPolicy } : {}),
      ...(file.encoded.size ? { vary: 'Accept-Encoding' } : {}),
    };
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304, headers);
    const body = await readFile((encoding && file.encoded.get(encoding)) || file.path);
    if (encoding) headers['content-encoding'] = encoding;
    return c.body(new Uint8Array(body), 200, headers);
  });
}
