import type { BrowserContext } from '@playwright/test';
import { guardBrowser } from './browser-guard.ts';
import { test as base, expect } from './fixtures.ts';
import { installOwnBuild, type OwnBuild } from './installation.ts';

interface OwnBuildFixtures {
  /** A server process of its own on the world's database: accounts and articles are made in the world, the browser is at this server. */
  own: OwnBuild;
  /** A browser at the server of its own, with the worker. */
  installed: BrowserContext;
}

export const test = base.extend<OwnBuildFixtures>({
  own: [
    async ({ world }, use) => {
      const own = await installOwnBuild(world.connectionString);
      await own.start();
      await use(own);
      await own.remove();
    },
    { timeout: 120_000 },
  ],
  installed: async ({ browser, own }, use) => {
    const context = await browser.newContext({ baseURL: own.url, serviceWorkers: 'allow', locale: 'en-GB' });
    const guard = await guardBrowser(context, own.url);
    // The browser's own notes about a server that is not there.
    guard.allow(/Failed to load resource|net::ERR_|WebSocket connection/);
    await use(context);
    await context.close();
    expect(guard.problems(), 'errors inside the browser').toEqual([]);
  },
});
