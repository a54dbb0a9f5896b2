import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { presentError } from './data-present.ts';
import { createDataService } from './data-service.ts';
import type { DataSettings } from './data-settings.ts';
import { createDataStore } from './data-store.ts';
import { DataError, methodError, pathError, rpcMethodError, schemaError } from './domain/data-error.ts';
import type { DataMethod, DataRequest, DataResponse } from './domain/data-request.ts';
import { negotiateFormat } from './domain/media-type.ts';
import { parsePreferences } from './domain/preferences.ts';
import { createPlanCache } from './plan-cache.ts';
import { checkContentType, readBodyText } from './read-body-text.ts';
import type { SchemaCache } from './schema-cache.ts';

export interface DataRoutesDeps {
  readonly db: Db;
  readonly schemaCache: SchemaCache;
  readonly logger: Logger;
  readonly settings: DataSettings;
}

type DataContext = Context<AppEnv>;

const relationMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);
const callMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const isMethod = (method: string, allowed: ReadonlySet<string>): method is DataMethod => allowed.has(method);

/** PostgREST's protocol. Policy: anyone may ask; row-level security and grants answer, as the role of `c.var.actor`. */
export function dataRoutes(deps: DataRoutesDeps): Hono<AppEnv> {
  const { settings, schemaCache, logger } = deps;
  const store = createDataStore(deps.db);
  const service = createDataService({ store, schemaCache, plans: createPlanCache(), logger, settings });
  const routes = new Hono<AppEnv>();

  const describe = async (c: DataContext): Promise<Response> => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw methodError(c.req.method);
    const description = await service.describe(schemaOf(c, settings));
    return c.body(description, 200, { 'content-type': 'application/openapi+json; charset=utf-8' });
  };
  routes.all('/', describe);
  routes.all('/rpc/:name', async (c) => {
    const { method } = c.req;
    if (!isMethod(method, callMethods)) throw rpcMethodError(method);
    return respond(await service.call(c.var.actor, await requestOf(c, method, settings)));
  });
  routes.all('/:name', async (c) => {
    const { method } = c.req;
    if (!isMethod(method, relationMethods)) throw methodError(method);
    return respond(await service.relation(c.var.actor, await requestOf(c, method, settings)));
  });
  routes.all('/*', (c) => {
    // The mount point with a slash at its end is the root too.
    if (c.req.path === c.req.routePath.slice(0, -1)) return describe(c);
    throw pathError();
  });
  routes.onError((error, c) => presentError(error, c.var.logger ?? logger));
  return routes;
}

async function requestOf(c: DataContext, method: DataMethod, settings: DataSettings): Promise<DataRequest> {
  const { search, searchParams } = new URL(c.req.url);
  const { limits } = settings;
  if (search.length > limits.queryLength) {
    throw new DataError(
      414,
      'PGRST100',
      'The address is too long',
      `At most ${limits.queryLength} characters are allowed`,
    );
  }
  const writes = method === 'POST' || method === 'PATCH' || method === 'PUT';
  if (writes) checkContentType(c.req.header('content-type'));
  return {
    method,
    schema: schemaOf(c, settings),
    name: c.req.param('name') ?? '',
    pairs: [...searchParams],
    preferences: parsePreferences(c.req.header('prefer') ?? null),
    format: negotiateFormat(c.req.header('accept') ?? null),
    range: c.req.header('range') ?? null,
    rangeUnit: c.req.header('range-unit') ?? null,
    body: writes ? await readBodyText(c.req.raw, limits.bodyBytes) : '',
  };
}

/** `Accept-Profile` for reading, `Content-Profile` for writing; the first exposed schema when absent. */
function schemaOf(c: DataContext, settings: DataSettings): string {
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const asked = c.req.header(reads ? 'accept-profile' : 'content-profile');
  const schema = asked ?? settings.schemas[0] ?? 'public';
  if (!settings.schemas.includes(schema)) throw schemaError(schema, settings.schemas);
  return schema;
}

const respond = ({ status, headers, body }: DataResponse): Response =>
  new Response(body, { status, headers: { ...headers } });
