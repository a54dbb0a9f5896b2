import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments } from './chromium-arguments.ts';

const installed = '/usr/bin/chromium';
const executablePath = process.env.CAIRN_CHROMIUM || (existsSync(installed) ? installed : undefined);

/** What Playwright does besides testing, on request. */
const apart = process.env.CAIRN_SCREENS ? 'screens' : process.env.CAIRN_PICTURES ? 'product-pictures' : undefined;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './start-cluster.ts',
  // Every worker runs a whole server with a database of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Two real browsers and servers on a shared machine: a test that fails once is run again there, and named as flaky at the end.
  // It is to be mended at the cause.
  retries: process.env.CI ? 1 : 0,
  // Generous: a slow machine is no fault of the app. What has to be quick is measured in benchmarks/.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) },
    locale: 'en-GB',
    // It costs about a tenth of the time: where a test that failed is run again, that run has it.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    // Requests of a worker pass by the tests' own routes; what the worker does is tested where it is let in.
    serviceWorkers: 'block',
  },
  projects: apart
    ? [{ name: apart, testMatch: `${apart}.ts` }]
    : [
        { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
        {
          name: 'phone',
          // What a phone does differently is the width, the touch and the screen's density.
          testMatch: ['journey.e2e.ts', 'first-journey.e2e.ts', 'layout.e2e.ts'],
          use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } },
        },
      ],
});
