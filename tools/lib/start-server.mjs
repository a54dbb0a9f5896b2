import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { loadEnvFile, projectRoot, runTool, ToolError } from './project.mjs';

/** `npm start`: install if needed, build if needed, then serve from this same process. */
export async function startServer() {
  await runTool(async () => {
    loadEnvFile();
    await ensureInstalled();
    await ensureBuilt();
    const { serve, StartError } = await import(
      pathToFileURL(path.join(projectRoot, 'apps', 'server', 'dist', 'main.js')).href
    );
    try {
      // Prints the address and what it found; from here on it owns the signals.
      await serve({ projectRoot });
    } catch (error) {
      throw error instanceof StartError ? new ToolError(error.message, { cause: error }) : error;
    }
  });
}
