import './lib/node-floor.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnvFile, projectRoot, runTool } from './lib/project.mjs';

/** `npm run db -- start | stop | status | backup <file> | restore <file>`: see docs/operations/database.md. */
await runTool(async () => {
  loadEnvFile();
  const { ensureInstalled } = await import('./install.mjs');
  const { ensureBuilt } = await import('./build.mjs');
  await ensureInstalled();
  await ensureBuilt({ only: ['server'] });
  const { runDbCommand } = await import(
    pathToFileURL(path.join(projectRoot, 'apps', 'server', 'dist', 'db-cli.js')).href
  );
  return await runDbCommand(process.argv.slice(2), { projectRoot });
});
