import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { generateDatabaseTypes } from './database-types.ts';
import { createTestDatabase } from './test-database.ts';

it('the row types in contracts are those of the migrations (else run: npm run db:types)', async () => {
  const database = await createTestDatabase();
  const db = new Client({ connectionString: database.connectionString });
  await db.connect();
  try {
    const committed = readFileSync(
      fileURLToPath(new URL('../../contracts/src/database.gen.ts', import.meta.url)),
      'utf8',
    );
    expect(committed).toBe(await generateDatabaseTypes(db));
  } finally {
    await db.end();
    await database.close();
  }
});
