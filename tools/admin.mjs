import './lib/node-floor.mjs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnvFile, projectRoot, runTool } from './lib/project.mjs';

/** `npm run admin -- <email>`: makes that account an administrator. `npm run admin -- reindex`: repairs the search index. */
await runTool(async () => {
  loadEnvFile();
  const { ensureInstalled } = await import('./install.mjs');
  const { ensureBuilt } = await import('./build.mjs');
  await ensureInstalled();
  await ensureBuilt({ only: ['server'] });
  const { runAdminCommand } = await import(
    pathToFileURL(path.join(projectRoot, 'apps', 'server', 'dist', 'admin-cli.js')).href
  );
  return await runAdminCommand(process.argv.slice(2), { projectRoot });
});
