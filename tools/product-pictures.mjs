import './lib/node-floor.mjs';
import path from 'node:path';
import { cacheDir, projectRoot, runTool } from './lib/project.mjs';

/**
 * Takes the landing page's pictures of the product anew, of the app as it is now, into `apps/web/public/pictures`.
 * Each in the sizes that the page names, as AVIF, and in one as WebP for browsers without.
 */
await runTool(async () => {
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { ensureBuilt } = await import('./build.mjs');
  const { ensureChromium } = await import('./testing/chromium.mjs');
  const { endStagesOnSignal, runStage } = await import('./testing/run-stage.mjs');
  endStagesOnSignal();
  const [chromium] = await Promise.all([ensureChromium({ cacheDir: cacheDir(), root: projectRoot }), ensureBuilt()]);
  const cli = path.join('node_modules', '@playwright', 'test', 'cli.js');
  const { code, problem } = await runStage(
    'pictures',
    process.execPath,
    [cli, 'test', '-c', path.join('e2e', 'playwright.config.ts'), '--reporter=list', ...process.argv.slice(2)],
    { cwd: projectRoot, timeoutMs: 5 * 60_000, env: { CAIRN_PICTURES: '1', CAIRN_CHROMIUM: chromium } },
  );
  if (problem) console.error(problem);
  return code;
});
