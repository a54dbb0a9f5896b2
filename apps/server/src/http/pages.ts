import type { PublicConfig } from '@cairn/contracts/public-config';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { AppEnv } from './app-env.ts';
import { findPageMeta, type PageMeta } from './page-meta.ts';
import { platformOf } from './platform-of.ts';
import type { WebSource } from './web-source.ts';

export interface PagesOptions {
  web: WebSource;
  publicConfig: () => PublicConfig;
  siteUrl: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** JSON inside a script element: `<` must not end it. */
const jsonForScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

function headOf(meta: PageMeta, canonical: string): string {
  const title = meta.title === 'Cairn' ? 'Cairn' : `${meta.title} · Cairn`;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    '<meta property="og:site_name" content="Cairn">',
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(meta.description)}">`,
    `<meta property="og:url" content="${escapeHtml(canonical)}">`,
    '<meta name="twitter:card" content="summary">',
  ];
  if (!meta.indexed) tags.push('<meta name="robots" content="noindex">');
  return tags.join('\n    ');
}

/** Every navigation: the app's page with its title, Open Graph tags and the public configuration. */
export function pages({ web, publicConfig, siteUrl }: PagesOptions) {
  return new Hono<AppEnv>().get('*', compress(), async (c) => {
    const { path } = c.req;
    const meta = findPageMeta(path, publicConfig().mode);
    const html = await web.readIndex(
      path,
      platformOf((name) => c.req.header(name)),
    );
    const config = `<script type="application/json" id="cairn-config">${jsonForScript(publicConfig())}</script>`;
    const body = html
      .replace('<!--cairn:head-->', () => headOf(meta ?? notFoundMeta, `${siteUrl}${path}`))
      .replace('<!--cairn:config-->', () => config);
    const preloads = web.preloadsOf?.(path) ?? [];
    if (preloads.length > 0) c.header('link', preloads.map((script) => `<${script}>; rel=modulepreload`).join(', '));
    return c.html(body, meta ? 200 : 404, {
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Sec-CH-UA-Mobile, User-Agent',
    });
  });
}

const notFoundMeta: PageMeta = {
  pattern: /^$/,
  title: 'Page not found',
  description: 'There is nothing at this address.',
  indexed: false,
};
