import type { Plugin } from 'vite';

/** The one file that every screen of the app shows text with. The landing page does without: its first paint needs no font. */
const fontFile = 'inter-latin-wght-normal.woff2';

/** Tells the browser of the interface's font before it has read the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'cairn-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (!path.endsWith('/index.html')) return [];
        const font = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes(fontFile),
        );
        if (!font) throw new Error(`${fontFile} is not in the build.`);
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font.fileName}` },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
