import './lib/node-floor.mjs';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { projectRoot, runTool } from './lib/project.mjs';

/**
 * @typedef {{ problems: string[], summary: string }} CheckResult
 * @typedef {{ name: string, run: (root: string) => CheckResult | Promise<CheckResult> }} Check
 */

/** A check that is a program of its own: its output is its problem. */
function program(name, args) {
  return {
    name,
    run: (root) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, args, {
          cwd: root,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, FORCE_COLOR: '0' },
        });
        let output = '';
        child.stdout.on('data', (chunk) => (output += chunk));
        child.stderr.on('data', (chunk) => (output += chunk));
        child.on('error', (error) => resolve({ problems: [error.message], summary: '' }));
        child.on('close', (code) =>
          resolve({ problems: code === 0 ? [] : [output.trim() || `ended with code ${code}`], summary: '' }),
        );
      }),
  };
}

const bin = (name) => path.join('node_modules', ...name.split('/'));

/** @returns {Promise<Check[]>} */
export async function allChecks() {
  const [
    { checkBoundaries },
    { checkFileSizes },
    { checkMigrations },
    { checkDocLinks },
    { checkLockfile },
    { checkConfigurationDocs },
    { checkSpecMap },
    { checkBundleBudgets },
  ] = await Promise.all([
    import('./check-boundaries.mjs'),
    import('./checks/file-sizes.mjs'),
    import('./checks/migrations.mjs'),
    import('./checks/doc-links.mjs'),
    import('./checks/lockfile.mjs'),
    import('./checks/configuration-docs.mjs'),
    import('./checks/spec-map.mjs'),
    import('./bundle-budgets.mjs'),
  ]);
  return [
    program('types', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json', '--pretty', 'false']),
    program('types (web)', [
      bin('typescript/bin/tsc'),
      '--noEmit',
      '-p',
      'apps/web/tsconfig.json',
      '--pretty',
      'false',
    ]),
    program('lint and format', [
      bin('@biomejs/biome/bin/biome'),
      'check',
      '--error-on-warnings',
      '--max-diagnostics=50',
      '.',
    ]),
    program('unused code', [bin('knip/bin/knip.js'), '--no-progress']),
    { name: 'boundaries', run: checkBoundaries },
    { name: 'file sizes', run: (root) => checkFileSizes(root) },
    { name: 'migrations', run: checkMigrations },
    { name: 'links in the documentation', run: checkDocLinks },
    { name: 'lockfile', run: checkLockfile },
    { name: 'configuration and its documentation', run: checkConfigurationDocs },
    { name: 'the map of the specification', run: checkSpecMap },
    { name: 'bundle budgets', run: checkBundleBudgets },
  ];
}

/**
 * Runs the checks side by side and prints each as it ends.
 * @param {{ root?: string, only?: (name: string) => boolean }} [options]
 * @returns {Promise<{ failed: string[] }>}
 */
export async function runChecks({ root = projectRoot, only = () => true } = {}) {
  const failed = [];
  await Promise.all(
    (await allChecks())
      .filter(({ name }) => only(name))
      .map(async ({ name, run }) => {
        const startedAt = Date.now();
        const { problems, summary } = await Promise.resolve()
          .then(() => run(root))
          .catch((error) => ({ problems: [error.stack ?? String(error)], summary: '' }));
        const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
        console.log(
          `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}${summary ? `: ${summary}` : ''} (${seconds} s)`,
        );
        for (const problem of problems) console.error(problem.replace(/^/gm, '    '));
        if (problems.length > 0) failed.push(name);
      }),
  );
  return { failed };
}

async function writeConfigurationDocs() {
  const { compareDocs, readVariables } = await import('./checks/configuration-docs.mjs');
  for (const { file, wanted } of await compareDocs(projectRoot, await readVariables(projectRoot))) {
    writeFileSync(path.join(projectRoot, file), wanted);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runTool(async () => {
    await ensureInstalled();
    if (process.argv.includes('--write-configuration')) return await writeConfigurationDocs();
    // The fast set leaves out what only a change of the shape of the project can break.
    const only = process.argv.includes('--fast')
      ? (name) => name !== 'unused code' && name !== 'bundle budgets'
      : undefined;
    const { failed } = await runChecks(only ? { only } : {});
    if (failed.length > 0) console.error(`\n${failed.length} checks failed: ${failed.join(', ')}`);
    return failed.length > 0 ? 1 : 0;
  });
}
