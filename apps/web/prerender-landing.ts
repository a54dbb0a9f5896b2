import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import type { LandingVariant } from './src/features/landing/landing-page.tsx';

const source = 'landing.html';
const markers = { head: '<!--cairn:landing-head-->', page: '<!--cairn:landing-->' };
const variants: readonly LandingVariant[] = ['mobile', 'desktop'];

interface PrerenderModule {
  renderLanding: (variant: LandingVariant) => string;
  renderLandingHead: (variant: LandingVariant) => string;
}

/**
 * Puts the landing page's markup into the built HTML: `landing.html` becomes `landing-mobile.html` and
 * `landing-desktop.html`. The development server renders it per request instead (`tools/lib/development.mjs`).
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'cairn-prerender-landing',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle[source];
      if (page?.type !== 'asset') this.error(`The build made no ${source}.`);
      const shell = String(page.source);
      for (const marker of Object.values(markers)) {
        if (!shell.includes(marker)) this.error(`${source} has no place for the landing page (${marker}).`);
      }
      const module = fileURLToPath(new URL('./src/prerender.tsx', import.meta.url));
      const { module: prerender } = await runnerImport<PrerenderModule>(module, { logLevel: 'error' });
      for (const variant of variants) {
        const html = shell
          .replace(markers.head, () => prerender.renderLandingHead(variant))
          .replace(markers.page, () => prerender.renderLanding(variant));
        this.emitFile({ type: 'asset', fileName: `landing-${variant}.html`, source: html });
      }
      delete bundle[source];
    },
  };
}
