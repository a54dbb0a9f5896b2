import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { articleBytes, type SiteServer, startSiteServer } from '@cairn/testkit/site-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchFailure } from './fetch-failure.ts';
import type { FetchLimits } from './safe-fetcher.ts';
import { createSafeFetcher, type SafeFetcherOptions } from './undici-safe-fetcher.ts';

let site: SiteServer;
let secure: Server;
let securePort: number;
let lastServername: string | boolean | undefined;
const tls = (name: string) =>
  readFileSync(new URL(`../../../../../packages/testkit/fixtures/tls/${name}`, import.meta.url), 'utf8');

beforeAll(async () => {
  site = await startSiteServer();
  secure = createTlsServer(
    { key: tls('secure.test.key.pem'), cert: tls('secure.test.cert.pem') },
    (request, response) => {
      lastServername = 'servername' in request.socket ? (request.socket.servername as string) : undefined;
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${request.headers.host}`);
    },
  );
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  securePort = (secure.address() as AddressInfo).port;
});

afterAll(async () => {
  await site.close();
  await new Promise((resolve) => secure.close(resolve));
});

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const html = ['text/html', 'application/xhtml+xml'];
const limits: Partial<FetchLimits> = { maxBytes: 500_000 };
// Short limits only where they are met: a busy machine must not turn another failure into a time-out.
const quick: Partial<FetchLimits> = { headersTimeoutMs: 400, bodyIdleTimeoutMs: 400, totalTimeoutMs: 1_200 };

function fetcher(options: Partial<SafeFetcherOptions> = {}) {
  return createSafeFetcher({
    userAgent: 'Cairn/test (+https://cairn.example)',
    exceptions: [site.hostPort],
    limits,
    ...options,
  });
}

async function failure(
  url: string,
  options: Partial<SafeFetcherOptions> = {},
  signal?: AbortSignal,
): Promise<FetchFailure> {
  try {
    await fetcher(options).fetch({ url, accept: html, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
  throw new Error(`fetched ${url}`);
}

describe('where it connects', () => {
  it('refuses a name when any of its addresses is private', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }, ...loopback];
    expect((await failure('http://mixed.example/', { resolve })).kind).toBe('refused_address');
  });

  it('resolves a name once per hop and connects to exactly what was checked', async () => {
    let calls = 0;
    // The second answer would lead elsewhere (DNS rebinding): port 1 of another loopback address, which refuses.
    const resolve = async () => {
      calls += 1;
      return calls === 1 ? loopback : [{ address: '127.0.0.2', family: 4 }];
    };
    const host = `pinned.test:${site.port}`;
    const page = await fetcher({ resolve, exceptions: [host] }).fetch({
      url: `http://${host}/articles/walden`,
      accept: html,
    });
    expect(page.status).toBe(200);
    expect(calls).toBe(1);
    expect(site.headersOf('/articles/walden')?.host).toBe(host);
  });

  it('checks again on every redirect: a name that turns private in between is refused', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return loopback;
    };
    // `first.test` is an exception; it redirects to a public name on an ordinary port, which now resolves to loopback.
    const first = `first.test:${site.port}`;
    const seen = await failure(`http://${first}/bad/redirect-rebind`, { resolve, exceptions: [first] });
    expect(seen).toMatchObject({ kind: 'refused_address', redirected: true });
    expect(asked).toEqual(['first.test', 'rebind.example']);
  });

  it.each([
    ['redirect-metadata', 'refused_address'],
    ['redirect-loopback', 'refused_address'],
    ['redirect-loopback-name', 'refused_address'],
    ['redirect-decimal', 'refused_address'],
    ['redirect-mapped', 'refused_address'],
    ['redirect-private', 'refused_address'],
    ['redirect-credentials', 'credentials_in_url'],
    ['redirect-port', 'refused_port'],
    ['redirect-file', 'bad_redirect'],
    ['redirect-nowhere', 'bad_redirect'],
    ['redirect-loop', 'too_many_redirects'],
  ])('%s → %s', async (name, kind) => {
    expect(await failure(`${site.origin}/bad/${name}`)).toMatchObject({ kind, redirected: true });
  });

  it('makes an exception for one port of a host only', async () => {
    expect((await failure(`http://127.0.0.1:${site.port + 1}/`)).kind).toBe('refused_address');
    expect((await failure(`http://localhost:${site.port}/`)).kind).toBe('refused_address');
  });

  it('says when nobody listens, when no name is found, and when a resolver hangs', async () => {
    const free = await freePort();
    expect((await failure(`http://127.0.0.1:${free}/`, { exceptions: [`127.0.0.1:${free}`] })).kind).toBe(
      'connection_refused',
    );
    const notFound = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect((await failure('http://gone.example/', { resolve: notFound })).kind).toBe('unresolved');
    expect((await failure('http://gone.example/', { resolve: async () => [] })).kind).toBe('unresolved');
    const hanging = () => new Promise<LookupAddress[]>(() => {});
    expect((await failure('http://slow.example/', { resolve: hanging, limits: { resolveTimeoutMs: 50 } })).kind).toBe(
      'timeout',
    );
  });
});

describe('TLS', () => {
  it('verifies the certificate against the name, not the pinned address', async () => {
    const host = `secure.test:${securePort}`;
    const options = { resolve: async () => loopback, exceptions: [host], ca: tls('secure.test.cert.pem') };
    const page = await fetcher(options).fetch({ url: `https://${host}/`, accept: html });
    expect(new TextDecoder().decode(page.body)).toBe(`<p>${host}`);
    expect(lastServername).toBe('secure.test');
  });

  it('refuses a certificate of another name, and one that nobody vouches for', async () => {
    const other = `other.test:${securePort}`;
    const trusting = { resolve: async () => loopback, exceptions: [other], ca: tls('secure.test.cert.pem') };
    expect((await failure(`https://${other}/`, trusting)).kind).toBe('tls_failed');
    const host = `secure.test:${securePort}`;
    expect((await failure(`https://${host}/`, { resolve: async () => loopback, exceptions: [host] })).kind).toBe(
      'tls_failed',
    );
    // Plain HTTP on the other side.
    expect((await failure(`https://${site.hostPort}/`)).kind).toBe('tls_failed');
  });
});

describe('what it takes in', () => {
  it.each([
    ['not-found', 'http_status'],
    ['server-error', 'http_status'],
    ['pdf', 'unsupported_type'],
    ['image', 'unsupported_type'],
    ['50mb', 'too_large'],
    ['50mb-declared', 'too_large'],
    ['gzip-bomb', 'too_large'],
    ['gzip-stacked', 'bad_encoding'],
    ['gzip-broken', 'bad_encoding'],
    ['coding-unknown', 'bad_encoding'],
    ['big-headers', 'headers_too_large'],
    ['hang', 'timeout'],
    ['hang-body', 'timeout'],
    ['dribble', 'timeout'],
    ['reset', 'connection_failed'],
    ['not-http', 'connection_failed'],
    ['truncated', 'connection_failed'],
  ])('%s → %s, and the connection is gone', async (name, kind) => {
    const bounds = kind === 'timeout' ? quick : limits;
    expect((await failure(`${site.origin}/bad/${name}`, { limits: bounds })).kind).toBe(kind);
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(0);
  });

  it('says which status and which type it met', async () => {
    expect(await failure(`${site.origin}/bad/not-found`)).toMatchObject({ status: 404 });
    expect(await failure(`${site.origin}/bad/pdf`)).toMatchObject({ contentType: 'application/pdf' });
  });

  it('drops a bomb at the limit: what was read stays small', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await failure(`${site.origin}/bad/gzip-bomb`, {
      limits: { maxBytes: 1_000_000 },
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
  });

  it.each(['gzip', 'br', 'deflate', 'deflate-raw'])('undoes %s', async (coding) => {
    const page = await fetcher().fetch({ url: `${site.origin}/${coding}/articles/walden`, accept: html });
    expect(Buffer.from(page.body).equals(articleBytes('walden'))).toBe(true);
  });

  it('takes an empty answer and an answer without a type as they are', async () => {
    expect((await fetcher().fetch({ url: `${site.origin}/bad/no-content`, accept: html })).body).toHaveLength(0);
    expect((await fetcher().fetch({ url: `${site.origin}/bad/pdf-untyped`, accept: html })).contentType).toBeNull();
  });

  it('tells the way it came', async () => {
    const page = await fetcher().fetch({ url: `${site.origin}/redirect/walden`, accept: html });
    expect(page.url).toBe(`${site.origin}/articles/walden?utm_source=short`);
    expect(page.redirects).toEqual([`${site.origin}/redirect/walden`, `${site.origin}/redirect/walden/2`]);
  });
});

describe('what it gives away', () => {
  it('says who it is and nothing else: no cookies, no referrer, no kept connection', async () => {
    await fetcher().fetch({ url: `${site.origin}/redirect/alice`, accept: html, acceptLanguage: 'de' });
    expect(site.headersOf('/articles/alice')).toEqual({
      host: site.hostPort,
      connection: 'close',
      accept: expect.stringContaining('text/html'),
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'de',
      'user-agent': 'Cairn/test (+https://cairn.example)',
    });
  });

  it('takes no proxy from the environment', async () => {
    const before = process.env.http_proxy;
    process.env.http_proxy = 'http://127.0.0.1:9';
    try {
      await expect(fetcher().fetch({ url: `${site.origin}/articles/alice`, accept: html })).resolves.toMatchObject({
        status: 200,
      });
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
    }
  });
});

describe('cancelling', () => {
  it('ends the request at once, also before it began', async () => {
    const controller = new AbortController();
    const pending = failure(`${site.origin}/bad/hang`, { limits: { headersTimeoutMs: 10_000 } }, controller.signal);
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(1);
    controller.abort();
    expect((await pending).kind).toBe('aborted');
    await expect.poll(() => site.open(), { timeout: 10_000 }).toBe(0);
    expect((await failure(`${site.origin}/articles/walden`, {}, controller.signal)).kind).toBe('aborted');
  });
});

async function freePort(): Promise<number> {
  const server = await startSiteServer();
  await server.close();
  return server.port;
}
