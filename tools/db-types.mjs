// Writes packages/contracts/src/database.gen.ts from the migrations: starts a throw-away PostgreSQL, migrates it, reads its catalogue.
//   npm run db:types

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runnerImport } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const testkit = async (name) =>
  (await runnerImport(join(root, 'packages/testkit/src', `${name}.ts`), { configFile: false, logLevel: 'error' }))
    .module;

const { startTestCluster } = await testkit('test-cluster');
const { createTestDatabase } = await testkit('test-database');
const { generateDatabaseTypes } = await testkit('database-types');

const cluster = await startTestCluster();
try {
  const database = await createTestDatabase({ clusterUrl: cluster.connectionString });
  const db = new pg.Client({ connectionString: database.connectionString });
  await db.connect();
  const file = join(root, 'packages/contracts/src/database.gen.ts');
  await writeFile(file, await generateDatabaseTypes(db));
  await db.end();
  process.stdout.write(`Wrote ${file}\n`);
} finally {
  await cluster.stop();
}
