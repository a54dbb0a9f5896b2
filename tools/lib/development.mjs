import { readFile } from 'node:fs/promises';
import { Server } from 'node:http';
import path from 'node:path';
import { createServer, createServerModuleRunner } from 'vite';

/** Editors write a file in several steps, and a branch switch touches many: one reload for all of it. */
const settleMs = 80;

/**
 * The development server: two Vite servers in this process, one for the browser's modules (on the application's own port),
 * one that loads the server's modules and tells when they change.
 * @param {{ root: string, say: (line: string) => void }} options
 */
export async function createDevelopment({ root, say }) {
  // Vite wants an HTTP server for its socket, but the application owns the real ones; upgrades are handed over to this one.
  const upgrades = new Server();
  const web = await createWebServer(root, upgrades);
  const server = await createModuleServer(root);
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
  const sourceRoot = path.join(root, 'apps', 'server', 'src');
  const main = await runner.import(path.join(sourceRoot, 'main.ts'));
  let running;

  const serve = async () => {
    running = await main.serve({
      projectRoot: root,
      web: async () => ({
        readIndex: (address, platform) => readPage(root, web, address, platform),
        hotReload: true,
        build: 'development',
      }),
      loadApp: () => runner.import(path.join(sourceRoot, 'app.ts')),
      intercept: (request, response) => passToVite(web, request, response),
    });
    for (const listening of running.listening.servers) {
      listening.on('upgrade', (request, socket, head) => {
        if (isHotReload(request)) upgrades.emit('upgrade', request, socket, head);
      });
    }
    watch();
  };

  const watch = () => {
    let timer;
    let reloading = Promise.resolve();
    const schedule = (file) => {
      if (!isServerSource(root, file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        reloading = reloading.then(() => reload(file));
      }, settleMs);
    };
    for (const event of ['change', 'add', 'unlink']) server.watcher.on(event, schedule);
  };

  const reload = async (file) => {
    const startedAt = performance.now();
    try {
      runner.clearCache();
      server.environments.ssr.moduleGraph.invalidateAll();
      await running.reload();
      say(`Reloaded after ${path.relative(root, file)} (${Math.round(performance.now() - startedAt)} ms)`);
      web.ws.send({ type: 'full-reload' });
    } catch (error) {
      // The port stays and the next saved file tries again.
      say(`Not reloaded: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  };

  return {
    serve,
    isStartError: (error) => error instanceof main.StartError,
    close: async () => {
      await runner.close();
      await Promise.all([web.close(), server.close()]);
    },
  };
}

/** What the build makes beforehand: the app's page, and the landing page with its markup in it. */
async function readPage(root, web, address, platform) {
  const landing = address === '/';
  let page = await readFile(path.join(root, 'apps', 'web', landing ? 'landing.html' : 'index.html'), 'utf8');
  if (landing) {
    const { renderLanding, renderLandingHead } = await web.ssrLoadModule('/src/prerender.tsx');
    page = page
      .replace('<!--cairn:landing-head-->', () => renderLandingHead(platform))
      .replace('<!--cairn:landing-->', () => renderLanding(platform));
  }
  return await web.transformIndexHtml(landing ? '/landing.html' : address, page);
}

function createWebServer(root, upgrades) {
  return createServer({
    root: path.join(root, 'apps', 'web'),
    configFile: path.join(root, 'apps', 'web', 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    server: { middlewareMode: true, ws: { server: upgrades } },
  });
}

/** Loads the server's TypeScript; packages stay Node's business. */
function createModuleServer(root) {
  return createServer({
    root: path.join(root, 'apps', 'server'),
    configFile: false,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: {
      middlewareMode: true,
      ws: false,
      watch: { ignored: ['**/dist/**', '**/*.test.ts'] },
    },
    ssr: { noExternal: [/^@cairn\//] },
  });
}

/** Resolves to true when Vite answered, to false when the request is the application's. */
function passToVite(web, request, response) {
  return new Promise((resolve, reject) => {
    response.once('close', () => resolve(true));
    web.middlewares(request, response, (error) => (error ? reject(error) : resolve(false)));
  });
}

function isHotReload(request) {
  return String(request.headers['sec-websocket-protocol'] ?? '').startsWith('vite-');
}

function isServerSource(root, file) {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return /^(apps\/server\/src|packages\/contracts\/src)\//.test(relative) && !/\.test\.ts$/.test(relative);
}
