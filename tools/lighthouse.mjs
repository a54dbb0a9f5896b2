import './lib/node-floor.mjs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot, runTool } from './lib/project.mjs';

/** `npm run lighthouse`: Lighthouse on landing page, sign-in, dashboard and hub; fails outside the budgets. With `--write` the figures are kept in `benchmarks/results/`. */
await runTool(async () => {
  const { ensureInstalled } = await import('./install.mjs');
  const { ensureBuilt } = await import('./build.mjs');
  await ensureInstalled();
  await ensureBuilt();
  const options = process.argv.slice(2).filter((option) => option !== '--write');
  const program = process.argv.includes('--write')
    ? [path.join('tools', 'bench.mjs'), 'lighthouse']
    : [path.join('benchmarks', 'lighthouse.bench.mjs')];
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...program, ...options], { cwd: projectRoot, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
});
