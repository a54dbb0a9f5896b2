import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from './pages.ts';
import { staticFiles } from './static-files.ts';

let root: string;
const script = 'console.log(1);'.repeat(100);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-static-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'assets/app-abc123.js'), script);
  writeFileSync(join(root, 'assets/app-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(root, 'favicon.svg'), '<svg/>');
  writeFileSync(join(root, 'index.html'), 'shell');
  writeFileSync(join(root, '..', 'outside.txt'), 'secret');
});
afterAll(() => {
  rmSync(root, { recursive: true });
  rmSync(join(root, '..', 'outside.txt'));
});

const app = () => new Hono().use(staticFiles(root) as never).all('*', (c) => c.text('fell through', 404));

describe('staticFiles', () => {
  it('serves the precompressed file to who takes it, and the plain one to others', async () => {
    const packed = await app().request('/assets/app-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(script);
    const plain = await app().request('/assets/app-abc123.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(script);
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  });
  it('lets hashed files be kept for ever, and others be asked for again by their etag', async () => {
    const hashed = await app().request('/assets/app-abc123.js');
    expect(hashed.headers.get('cache-control')).toContain('immutable');
    const icon = await app().request('/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await app().request('/favicon.svg', { headers: { 'if-none-match': icon.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
  it.each([
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets',
    '/index.html',
    '/assets/app-abc123.js.br',
  ])('serves nothing for %s', async (path) => {
    expect((await app().request(path)).status).toBe(404);
  });
  it('answers only reading methods', async () => {
    expect((await app().request('/favicon.svg', { method: 'POST' })).status).toBe(404);
    expect((await app().request('/favicon.svg', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('pages', () => {
  const site = pages({
    web: {
      readIndex: async () => '<head><!--cairn:head--></head><!--cairn:config-->',
      preloadsOf: (path) => (path === '/pkm-hub' ? ['/assets/hub-1.js', '/assets/list-2.js'] : []),
      hotReload: false,
      build: 'b1',
    },
    siteUrl: 'https://cairn.example',
    publicConfig: () => ({
      supabaseUrl: '',
      anonKey: '</script><script>alert(1)</script>',
      services: [],
      functions: [],
      mode: 'production',
      featureFlags: {},
      build: 'b1',
    }),
  });
  it('fills in title, description, canonical link and Open Graph tags for each address', async () => {
    const html = await (await site.request('/pkm-hub')).text();
    expect(html).toContain('<title>PKM Hub · Cairn</title>');
    expect(html).toContain('<link rel="canonical" href="https://cairn.example/pkm-hub">');
    expect(html).toContain('<meta property="og:title" content="PKM Hub · Cairn">');
    expect(html).toContain('noindex');
    expect(await (await site.request('/')).text()).not.toContain('noindex');
  });
  it('names the scripts of the screen in the Link header, where there are any', async () => {
    expect((await site.request('/pkm-hub')).headers.get('link')).toBe(
      '</assets/hub-1.js>; rel=modulepreload, </assets/list-2.js>; rel=modulepreload',
    );
    expect((await site.request('/')).headers.get('link')).toBeNull();
  });
  it('encodes what comes from the address, and lets no configuration value end its script element', async () => {
    const response = await site.request('/%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('\\u003c/script>');
  });
});
