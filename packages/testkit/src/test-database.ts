import { createHash, randomBytes } from 'node:crypto';
import { silentLogger } from '@cairn/server/platform/logging/logger';
import { migrate } from '@cairn/server/platform/migrator/migrate';
import { readSqlFiles } from '@cairn/server/platform/migrator/sql-files';
import { Client } from 'pg';

export interface TestDatabase {
  connectionString: string;
  /** Drops the database; whoever is still connected is disconnected. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Server to make the database on; default: the cluster of this test run, else `TEST_DATABASE_URL`. */
  clusterUrl?: string;
  /** `migrated` (default): a copy of the migrated template. `empty`: nothing in it. */
  content?: 'migrated' | 'empty';
}

/** A database of its own for a test file: a copy of one migrated template, which takes well under 100 ms. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const clusterUrl = options.clusterUrl ?? testClusterUrl();
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: clusterUrl });
  await admin.connect();
  try {
    if (options.content === 'empty') {
      await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
    } else {
      const template = await ensureTemplate(admin, clusterUrl);
      await admin.query(`create database ${name} template ${template}`);
    }
  } finally {
    await admin.end();
  }
  return {
    connectionString: withDatabase(clusterUrl, name),
    async close() {
      const closing = new Client({ connectionString: clusterUrl });
      await closing.connect();
      await closing.query(`drop database if exists ${name} with (force)`).finally(() => closing.end());
    },
  };
}

export function testClusterUrl(): string {
  const url = process.env.CAIRN_TEST_CLUSTER_URL ?? process.env.TEST_DATABASE_URL;
  if (!url) {
    throw new Error(
      'No test database server: run the test through vitest (its globalSetup starts one) or set TEST_DATABASE_URL.',
    );
  }
  return url;
}

/** All databases of a test run begin with this, so that its end can drop them on a server that stays. */
export function databasePrefix(): string {
  return `cairn_test_${process.env.CAIRN_TEST_RUN ?? process.pid}_`;
}

/** The template is named by a hash of all SQL files, so that a file changed in watch mode makes a new one. */
async function ensureTemplate(admin: Client, clusterUrl: string): Promise<string> {
  const files = await readSqlFiles();
  const hash = createHash('sha256');
  for (const script of files.platform) hash.update(`${script.name}\0${script.sql}\0`);
  for (const migration of files.migrations) hash.update(`${migration.version}\0${migration.sql}\0`);
  const name = `${databasePrefix()}t${hash.digest('hex').slice(0, 20)}`;
  if (await exists(admin, name)) return name;

  const lockKey = [0x7465_7374, Number.parseInt(name.slice(-7), 16)];
  await admin.query('select pg_advisory_lock($1, $2)', lockKey);
  try {
    if (await exists(admin, name)) return name;
    // Made under another name and renamed when complete: a crash half-way leaves no template that looks finished.
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft} template template0 encoding 'UTF8'`);
    await migrate({ connectionString: withDatabase(clusterUrl, draft), logger: silentLogger, platform: 'auto', files });
    await admin.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock($1, $2)', lockKey);
  }
}

async function exists(admin: Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
