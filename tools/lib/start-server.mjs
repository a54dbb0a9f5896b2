import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { loadEnvFile, projectRoot, runTool } from './project.mjs';

/** `npm start`: install if needed, build if needed, then serve from this same process. */
export async function startServer() {
  await runTool(async () => {
    loadEnvFile();
    await ensureInstalled();
    await ensureBuilt();
    const { start } = await import(pathToFileURL(path.join(projectRoot, 'apps', 'server', 'dist', 'main.js')).href);
    // The server prints its address, handles signals, and says in one sentence why it cannot start.
    await start({ projectRoot, mode: 'serve' });
  });
}
