import './lib/node-floor.mjs';
import { loadEnvFile, projectRoot, runTool, ToolError } from './lib/project.mjs';

/** `npm run dev`: what `npm start` does, from source, with hot reload of the web app and the server on the one port. */
await runTool(async () => {
  loadEnvFile();
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { ensureBuilt } = await import('./build.mjs');
  // Worker threads load a file, not a module of this process: they run the built one.
  await ensureBuilt({ only: ['server'] });
  const { createDevelopment } = await import('./lib/development.mjs');
  const development = await createDevelopment({ root: projectRoot, say: console.log });
  try {
    await development.serve();
  } catch (error) {
    await development.close();
    throw development.isStartError(error) ? new ToolError(error.message, { cause: error }) : error;
  }
});
