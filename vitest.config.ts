import { defineConfig } from 'vitest/config';

const withDatabase = {
  environment: 'node' as const,
  globalSetup: ['packages/testkit/src/test-cluster.ts'],
  setupFiles: ['packages/testkit/src/fail-on-console-error.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

const everywhere = ['**/node_modules/**', '**/dist/**'];
const otherLayers = ['**/*.int.test.{ts,mjs}', '**/*.adapter.test.ts', '**/*.rls.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{apps/server,packages,tools,supabase,benchmarks}/**/*.test.{ts,mjs}'],
          exclude: [...everywhere, ...otherLayers],
          setupFiles: ['packages/testkit/src/fail-on-console-error.ts'],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'unit-web',
          environment: 'happy-dom',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, ...otherLayers],
          // The contrast test reads the colours where they stand.
          css: { include: [/\/ui\/tokens\.css/] },
          setupFiles: ['packages/testkit/src/fail-on-console-error.ts'],
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.{ts,mjs}', '**/*.adapter.test.ts'],
          exclude: everywhere,
          ...withDatabase,
        },
      },
      {
        test: { name: 'rls', include: ['**/*.rls.test.ts'], exclude: everywhere, ...withDatabase },
      },
    ],
  },
});
