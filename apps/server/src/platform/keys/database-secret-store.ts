import type { Db } from '../db/db.ts';
import { assertSecretName, type SecretStore, type SecretValue } from './secret-store.ts';

/** `private.server_secrets`: the same values for every process on the database. */
export function createDatabaseSecretStore({ db }: { db: Db }): SecretStore {
  return {
    async getOrCreate(name, make) {
      assertSecretName(name);
      return db.asSystem('admin', async (tx) => {
        const find = () =>
          tx.query<{ value: SecretValue }>('select value from private.server_secrets where name = $1', [name]);
        const existing = (await find()).rows[0];
        if (existing) return existing.value;
        await tx.query("select pg_advisory_xact_lock(hashtextextended('cairn.server_secrets.' || $1, 0))", [name]);
        const madeMeanwhile = (await find()).rows[0];
        if (madeMeanwhile) return madeMeanwhile.value;
        const value = await make();
        await tx.query('insert into private.server_secrets (name, value) values ($1, $2::jsonb)', [
          name,
          JSON.stringify(value),
        ]);
        return value;
      });
    },
  };
}
