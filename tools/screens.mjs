import './lib/node-floor.mjs';
import path from 'node:path';
import { cacheDir, projectRoot, runTool } from './lib/project.mjs';

/**
 * `npm run screens [-- words]`: a picture of every screen in every state, one sheet per screen in `screens/`. With words only of the scenes
 * whose name contains one of them; `360`, `768`, `1440`, `light` and `dark` narrow sizes and themes.
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
    'screens',
    process.execPath,
    [cli, 'test', '-c', path.join('e2e', 'playwright.config.ts'), '--reporter=list'],
    {
      cwd: projectRoot,
      timeoutMs: 60 * 60_000,
      env: { CAIRN_SCREENS: '1', CAIRN_SCREENS_ONLY: process.argv.slice(2).join(' '), CAIRN_CHROMIUM: chromium },
    },
  );
  if (problem) console.error(problem);
  return code;
});
