import './lib/node-floor.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot, runTool } from './lib/project.mjs';

// Migrations and row-level security once more on PostgreSQL 15, the oldest that is supported: on a throw-away cluster of Debian's
// package. --install: as root, install the package when it is missing. --report=FILE: vitest's JSON report.

const binFolder = '/usr/lib/postgresql/15/bin';
const report = process.argv.find((argument) => argument.startsWith('--report='))?.slice('--report='.length);

/** Whether PostgreSQL 15 is there now. */
function ensurePostgres15() {
  if (existsSync(path.join(binFolder, 'initdb'))) return true;
  if (!process.argv.includes('--install') || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env, timeout: 300_000 }).status === 0;
  const packages = ['install', '-y', '--no-install-recommends', 'postgresql-15'];
  if (!apt(...packages)) apt('update') && apt(...packages);
  return existsSync(path.join(binFolder, 'initdb'));
}

function runVitest(url) {
  const args = [
    path.join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['--project', 'rls', '--project', 'int'],
    // Of the integration tests, those that are about the database itself.
    ...[
      'supabase/tests',
      'apps/server/src/platform/migrator/migrate.int.test.ts',
      'packages/testkit/src/database-types',
    ],
    '--reporter=default',
    ...(report ? ['--reporter=json', `--outputFile.json=${path.resolve(report)}`] : []),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    });
    for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => child.kill(name));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

await runTool(async () => {
  if (!ensurePostgres15()) {
    console.log('PostgreSQL 15 is not installed here (Debian: postgresql-15); its run is left out.');
    return 0;
  }
  const { runnerImport } = await import('vite');
  const file = path.join(projectRoot, 'packages', 'testkit', 'src', 'test-cluster.ts');
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  const cluster = await module.startTestCluster({ binFolder });
  try {
    return await runVitest(cluster.connectionString);
  } finally {
    await cluster.stop();
  }
});
