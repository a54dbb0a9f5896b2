import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { longArticleHtml } from './long-article.ts';
import { badRoutes } from './site-bad-routes.ts';

/** A stand-in for the web on loopback: the article fixtures and every kind of bad answer, on a port of its own. */
export interface SiteServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** For `exceptions` of the fetcher. */
  hostPort: string;
  port: number;
  /** Requests that have arrived so far for a path, e.g. `/articles/walden`. */
  hits(path: string): number;
  /** The last request's headers for a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined;
  /** Requests whose answer is still under way. */
  open(): number;
  close(): Promise<void>;
}

/** Name in the address → file and content type. `origin-of-species` is generated. */
export const articleFixtures: Readonly<Record<string, { file: string | null; contentType: string }>> = {
  'pride-and-prejudice': { file: 'pride-and-prejudice.html', contentType: 'text/html; charset=utf-8' },
  'anna-karenina': { file: 'anna-karenina.koi8-r.html', contentType: 'text/html; charset=koi8-r' },
  walden: { file: 'walden.html', contentType: 'text/html' },
  'don-quijote': { file: 'don-quijote.html', contentType: 'text/html; charset=UTF-8' },
  'analytical-engine': { file: 'analytical-engine.html', contentType: 'text/html; charset=utf-8' },
  'origin-of-species': { file: null, contentType: 'text/html; charset=utf-8' },
  muqaddimah: { file: 'muqaddimah.html', contentType: 'text/html; charset=utf-8' },
  alice: { file: 'alice.html', contentType: 'text/html' },
  wagahai: { file: 'wagahai.shift_jis.html', contentType: 'text/html' },
  werther: { file: 'werther.windows-1252.html', contentType: 'text/html' },
  'vingt-mille-lieues': { file: 'vingt-mille-lieues.html', contentType: 'application/xhtml+xml; charset=utf-8' },
  'decline-and-fall': { file: 'decline-and-fall.html', contentType: 'text/html;charset="utf-8"' },
};

export const articleNames = Object.keys(articleFixtures);

/** The bytes of a fixture, as the site serves them. */
export function articleBytes(name: string): Uint8Array {
  const fixture = articleFixtures[name];
  if (!fixture) throw new Error(`no article fixture named ${name}`);
  if (fixture.file === null) return new TextEncoder().encode(longArticleHtml());
  return new Uint8Array(readFileSync(new URL(`../fixtures/articles/${fixture.file}`, import.meta.url)));
}

export async function startSiteServer(): Promise<SiteServer> {
  const counts = new Map<string, number>();
  const headers = new Map<string, IncomingMessage['headers']>();
  const sockets = new Set<Socket>();
  let open = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    headers.set(path, request.headers);
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    serve(path, request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hostPort = `127.0.0.1:${port}`;
  return {
    origin: `http://${hostPort}`,
    hostPort,
    port,
    hits: (path) => counts.get(path) ?? 0,
    headersOf: (path) => headers.get(path),
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const codings: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  'deflate-raw': (bytes) => deflateRawSync(bytes),
};

function serve(path: string, request: IncomingMessage, response: ServerResponse): void {
  const [, area = '', name = '', extra = ''] = path.split('/');
  const bad = area === 'bad' ? badRoutes[name] : undefined;
  if (bad) {
    bad(response, request);
    return;
  }
  // `/articles/walden`, `/articles/walden.html`, and `/gzip/articles/walden` for a compressed one.
  const coding = codings[area];
  const article = (coding ? extra : area === 'articles' ? name : '').replace(/\.html$/, '');
  const fixture = articleFixtures[article];
  if (fixture) {
    const bytes = articleBytes(article);
    response.setHeader('content-type', fixture.contentType);
    if (coding) response.setHeader('content-encoding', area === 'deflate-raw' ? 'deflate' : area);
    response.end(coding ? coding(bytes) : bytes);
    return;
  }
  if (area === 'redirect') {
    // `/redirect/walden`: a short address that leads to the article in two steps.
    response
      .writeHead(extra ? 302 : 301, { location: extra ? `/articles/${name}?utm_source=short` : `/redirect/${name}/2` })
      .end();
    return;
  }
  if (area === 'images') {
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixel);
    return;
  }
  response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGNgaGDAjoajBEMDACKQIAGJsRKWAAAAAElFTkSuQmCC',
  'base64',
);
