import { type Actor, anonActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { buildSchemaModel } from './domain/build-schema-model.ts';
import type { SchemaModel } from './domain/schema-model.ts';
import { readCatalog } from './schema-introspection.ts';

export interface SchemaCache {
  /** The model, read on first use and again after `invalidate`. */
  current(): Promise<SchemaModel>;
  /** Reads again if the model is older than a few seconds (somebody asked for something it does not know); null otherwise. */
  refreshIfOld(): Promise<SchemaModel | null>;
  /** The next `current()` reads the catalogue: after migrations, or on `NOTIFY pgrst`. */
  invalidate(): void;
  /** Stops listening. */
  close(): Promise<void>;
}

export interface SchemaCacheDeps {
  readonly db: Db;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Exposed schemas, the default one first. */
  readonly schemas: readonly string[];
  /** Least age for `refreshIfOld`, in milliseconds. */
  readonly minimumAgeMs?: number;
}

/** The catalogue is readable by everyone, so it is read as the least of the roles. */
const reader: Actor = anonActor;

export function createSchemaCache(deps: SchemaCacheDeps): SchemaCache {
  const { db, logger, clock, schemas, minimumAgeMs = 3_000 } = deps;
  let loading: Promise<SchemaModel> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let version = 0;
  let stopListening: Promise<() => Promise<void>> | null = null;

  const invalidate = (): void => {
    loading = null;
  };

  const load = (): Promise<SchemaModel> => {
    // Listening begins before the first read, so that no change between the two is missed.
    stopListening ??= db.listen('pgrst', invalidate).catch((error: unknown) => {
      logger.warn({ err: error }, 'cannot listen for schema changes');
      stopListening = null;
      return async () => {};
    });
    const read = stopListening.then(async () => {
      const startedAt = clock.now();
      const rows = await db.asActor(reader, (tx) => readCatalog(tx, schemas), {
        readOnly: true,
        statementTimeoutMs: 10_000,
      });
      version += 1;
      const model = buildSchemaModel(rows, schemas, version);
      loadedAt = clock.now();
      const counts = { relations: model.relations.size, routines: model.routines.size };
      logger.info({ ...counts, ms: loadedAt - startedAt }, 'schema cache loaded');
      return model;
    });
    loading = read;
    read.catch(() => {
      if (loading === read) loading = null;
    });
    return read;
  };

  const current = (): Promise<SchemaModel> => loading ?? load();

  return {
    current,
    invalidate,
    async refreshIfOld() {
      if (clock.now() - loadedAt < minimumAgeMs) return null;
      loadedAt = clock.now();
      invalidate();
      return current();
    },
    async close() {
      const stop = await stopListening;
      await stop?.();
    },
  };
}
