import type { Plugin } from 'vite';

const interfaceFont = 'inter-latin-wght-normal.woff2';

/** What the first view of each page shows text with: every screen of the app the first, the landing page its heading in the second too. */
const fontsOf: Record<string, readonly string[]> = {
  '/index.html': [interfaceFont],
  '/landing.html': [interfaceFont, 'source-serif-4-latin-wght-normal.woff2'],
};

/** Tells the browser of these fonts before it has read the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'cairn-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        return (fontsOf[path] ?? []).map((name) => {
          const font = Object.values(bundle ?? {}).find(
            (output) => output.type === 'asset' && output.names.includes(name),
          );
          if (!font) throw new Error(`${name} is not in the build.`);
          return {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font.fileName}` },
            injectTo: 'head' as const,
          };
        });
      },
    },
  };
}
