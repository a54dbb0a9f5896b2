import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { callFunction } from './call-function.ts';
import { changeRelation } from './change-relation.ts';
import type { DataContext } from './data-context.ts';
import type { DataSettings } from './data-settings.ts';
import type { DataStore } from './data-store.ts';
import { describeSchema } from './describe-schema.ts';
import { DataError } from './domain/data-error.ts';
import type { DataRequest, DataResponse } from './domain/data-request.ts';
import type { SchemaModel } from './domain/schema-model.ts';
import type { PlanCache } from './plan-cache.ts';
import { readRelation } from './read-relation.ts';
import type { SchemaCache } from './schema-cache.ts';

export interface DataService {
  relation(actor: Actor, request: DataRequest): Promise<DataResponse>;
  call(actor: Actor, request: DataRequest): Promise<DataResponse>;
  describe(schema: string): Promise<string>;
}

export interface DataServiceDeps {
  readonly store: DataStore;
  readonly schemaCache: SchemaCache;
  readonly plans: PlanCache;
  readonly logger: Logger;
  readonly settings: DataSettings;
}

/** Errors that say "the schema does not know this": it may have changed since it was read. */
const unknownNames: ReadonlySet<string> = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);

export function createDataService(deps: DataServiceDeps): DataService {
  const { store, schemaCache, plans, settings, logger } = deps;

  const currentModel = async (): Promise<SchemaModel> => {
    try {
      return await schemaCache.current();
    } catch (error) {
      if (error instanceof AppError) throw error;
      logger.error({ err: error }, 'schema cache could not be loaded');
      throw new DataError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.');
    }
  };

  const answer = async (work: (context: DataContext) => Promise<DataResponse>): Promise<DataResponse> => {
    const context: DataContext = { model: await currentModel(), settings, store, plans };
    try {
      return await work(context);
    } catch (error) {
      // These are thrown before anything is changed, so the request can be tried again with a newer model.
      if (!(error instanceof DataError) || !unknownNames.has(error.code)) throw error;
      const newer = await schemaCache.refreshIfOld();
      if (newer === null) throw error;
      return work({ ...context, model: newer });
    }
  };

  return {
    relation: (actor, request) =>
      answer((context) =>
        request.method === 'GET' || request.method === 'HEAD'
          ? readRelation(context, actor, request)
          : changeRelation(context, actor, request),
      ),
    call: (actor, request) => answer((context) => callFunction(context, actor, request)),
    describe: async (schema) => describeSchema(await currentModel(), schema),
  };
}
