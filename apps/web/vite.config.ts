import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFonts } from './preload-fonts.ts';
import { preloadScreens } from './preload-screens.ts';
import { prerenderLanding } from './prerender-landing.ts';
import { serviceWorker } from './service-worker-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // One `.env` for the whole project; only VITE_* reaches the browser.
  envDir: here('../..'),
  plugins: [react(), tailwindcss(), prerenderLanding(), preloadFonts(), preloadScreens(), serviceWorker()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The CSP has no data: for fonts and scripts, and hashed files are cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which chunk holds what: read by the check of the bundle budgets.
    manifest: 'chunks.json',
    rolldownOptions: {
      input: [here('./index.html'), here('./landing.html')],
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
            // Small things that many screens share come in one file: asking for each costs more than it weighs.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'lib', test: /apps\/web\/src\/lib\//, minShareCount: 3 },
            {
              name: 'parts',
              test: /apps\/web\/src\/ui\/(badge|kbd|query-problem|skeleton|empty-state|field|choice|checkbox)\.tsx$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
