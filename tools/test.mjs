import './lib/node-floor.mjs';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { cacheDir, projectRoot, runTool } from './lib/project.mjs';
import { addCounts, lastLine, noCounts, playwrightCounts, stageCounts, vitestCounts } from './testing/counts.mjs';
import { endStagesOnSignal, runStage } from './testing/run-stage.mjs';

const fast = process.argv.includes('--fast');
const minute = 60_000;
const reports = path.join(cacheDir(), 'reports');

/** One stage as a failure or nothing: checks and builds are not tests, so they add to the failed ones only. */
async function plainStage(name, args, timeoutMs) {
  const { code, problem } = await runStage(name, process.execPath, args, { cwd: projectRoot, timeoutMs });
  if (code === 0 && !problem) return noCounts();
  return { ...noCounts(), failed: 1, failures: [`${name}: ${problem || `ended with code ${code}`}`] };
}

/** The vitest projects named, in one run. */
async function vitestStage(name, projects, timeoutMs) {
  const report = path.join(reports, `${name}.json`);
  const args = [
    path.join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const outcome = await runStage(name, process.execPath, args, { cwd: projectRoot, timeoutMs });
  return stageCounts(name, outcome, report, vitestCounts);
}

async function browserStage(chromium, timeoutMs) {
  const report = path.join(reports, 'browser.json');
  const cli = path.join('node_modules', '@playwright', 'test', 'cli.js');
  const outcome = await runStage(
    'browser',
    process.execPath,
    [cli, 'test', '-c', path.join('e2e', 'playwright.config.ts'), '--reporter=list,json'],
    { cwd: projectRoot, timeoutMs, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CAIRN_CHROMIUM: chromium } },
  );
  return stageCounts('browser', outcome, report, playwrightCounts);
}

/** Migrations and row-level security once more, on the oldest PostgreSQL that is supported: where it is installed, and always in CI. */
async function postgres15Stage(timeoutMs) {
  const report = path.join(reports, 'postgres15.json');
  const args = [path.join('tools', 'test-on-postgres-15.mjs'), `--report=${report}`];
  if (process.env.CI) args.push('--install');
  const outcome = await runStage('pg15', process.execPath, args, { cwd: projectRoot, timeoutMs });
  // It has said so itself.
  if (outcome.code === 0 && !existsSync(report)) return noCounts();
  return stageCounts('postgres15', outcome, report, vitestCounts);
}

async function runFast() {
  return [
    await Promise.all([
      plainStage('check', ['tools/check.mjs', '--fast'], minute),
      vitestStage('unit', ['unit', 'unit-web'], minute),
    ]),
  ].flat();
}

async function runAll() {
  const { ensureChromium } = await import('./testing/chromium.mjs');
  const setUp = ensureChromium({ cacheDir: cacheDir(), root: projectRoot });
  // Reported where it is needed; until then it must not end the process.
  setUp.catch(() => {});
  const results = await Promise.all([
    plainStage('check', ['tools/check.mjs'], 5 * minute),
    plainStage('build', ['tools/build.mjs'], 5 * minute),
  ]);
  results.push(await vitestStage('tests', ['unit', 'unit-web', 'int', 'rls'], 12 * minute));
  results.push(await postgres15Stage(5 * minute));
  const chromium = await setUp.catch((error) => ({ error }));
  if (typeof chromium === 'string') results.push(await browserStage(chromium, 40 * minute));
  else results.push({ ...noCounts(), failed: 1, failures: [`browser: ${chromium.error.message}`] });
  return results;
}

await runTool(async () => {
  endStagesOnSignal();
  const startedAt = Date.now();
  await ensureInstalled();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const counts = addCounts(await (fast ? runFast() : runAll()));
  if (counts.failures.length > 0) console.log(`\nFailed:\n${counts.failures.map((line) => `  ${line}`).join('\n')}`);
  console.log(`\nTook ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
  console.log(lastLine(counts));
  return counts.failed > 0 ? 1 : 0;
});
