import { createPgDb } from '@cairn/server/platform/db/pg-db';
import { createTestDatabase, type TestDatabase } from '@cairn/testkit/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.ts';
import { createKeys } from './create-keys.ts';
import { createDatabaseSecretStore } from './database-secret-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('gives several processes that start at once the same keys', async () => {
  const clock = { now: () => Date.now() };
  const databases = Array.from({ length: 4 }, () =>
    createPgDb({ connectionString: database.connectionString, logger: silentLogger, poolSize: 2 }),
  );
  const processes = await Promise.all(
    databases.map((db) => createKeys({ secrets: createDatabaseSecretStore({ db }), clock })),
  );
  expect(new Set(processes.map(({ anonKey }) => anonKey)).size).toBe(1);
  expect(new Set(processes.map((keys) => JSON.stringify(keys.jwks()))).size).toBe(1);
  const [first, , , last] = processes;
  const token = await first?.sign({ sub: 'x', exp: Math.floor(Date.now() / 1000) + 60 });
  expect(await last?.verify(token ?? '')).toMatchObject({ sub: 'x' });
  await Promise.all(databases.map((db) => db.close()));
});

it('stores nothing when making the secret fails, and passes the failure on', async () => {
  const db = createPgDb({ connectionString: database.connectionString, logger: silentLogger, poolSize: 1 });
  const store = createDatabaseSecretStore({ db });
  const failing = store.getOrCreate('fragile', async () => {
    throw new Error('no entropy');
  });
  await expect(failing).rejects.toThrow('no entropy');
  expect(await store.getOrCreate('fragile', async () => 'made')).toBe('made');
  await db.close();
});
