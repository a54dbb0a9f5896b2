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
      stopWithNpm();
    } catch (error) {
      throw error instanceof StartError ? new ToolError(error.message, { cause: error }) : error;
    }
  });
}

/**
 * npm runs this below a shell, and a signal sent to npm alone (by a process manager, say) ends the shell but does not reach us.
 * Losing the parent is then the message: without this the server would live on without anybody who knows.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
