import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { AppEnv } from '../../http/app-env.ts';
import { type AuthenticationFailure, authenticate } from '../../http/authenticate.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { StorageError } from './domain/storage-error.ts';
import { presentListed, presentObject, presentUploaded } from './storage-present.ts';
import type { StorageService, StoredFile, Upload } from './storage-service.ts';

const removeSchema = z.object({ prefixes: z.array(z.string().max(1024)).min(1).max(1000) });
const listSchema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).max(100_000).default(0),
});
/** Seconds, as storage-js sends them: `3600` in a form, `max-age=3600` in a header. */
const cacheSeconds = /^(?:max-age=)?(\d{1,9})$/;
const defaultCacheSeconds = '3600';

export interface StorageRouteDeps {
  service: StorageService;
  keys: Keys;
  /** Bytes of a whole request. */
  maxBodyBytes: number;
}

/** Supabase storage's surface as far as the app needs it, to be mounted at `/storage/v1`. */
export function storageRoutes({ service, keys, maxBodyBytes }: StorageRouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.onError(respond);
  const signed = authenticate(keys, (_c, failure) => {
    throw new StorageError(400, 'Unauthorized', sentences[failure]);
  });
  const body = bodyLimit({
    maxSize: maxBodyBytes,
    onError: () => {
      throw new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
    },
  });

  // Public addresses come first: they need no key.
  routes.get('/object/public/:bucket/:name{.+}', async (c) =>
    send(c, await service.readPublic(c.req.param('bucket'), c.req.param('name'))),
  );

  routes.use(signed, body);
  routes.get('/object/info/:bucket/:name{.+}', async (c) =>
    c.json(presentObject(await service.info(c.var.actor, c.req.param('bucket'), c.req.param('name')))),
  );
  routes.get('/object/authenticated/:bucket/:name{.+}', async (c) =>
    send(c, await service.read(c.var.actor, c.req.param('bucket'), c.req.param('name'))),
  );
  routes.post('/object/list/:bucket', async (c) => {
    const { prefix, limit, offset } = await readJson(c, listSchema);
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    const rows = await service.list(c.var.actor, c.req.param('bucket'), { folder, limit, offset });
    return c.json(rows.map((row) => presentListed(row, folder)));
  });
  routes.get('/object/:bucket/:name{.+}', async (c) =>
    send(c, await service.read(c.var.actor, c.req.param('bucket'), c.req.param('name'))),
  );
  routes.post('/object/:bucket/:name{.+}', async (c) => {
    const mode = c.req.header('x-upsert') === 'true' ? 'upsert' : 'create';
    return c.json(presentUploaded(await service.upload(c.var.actor, await readUpload(c, mode))));
  });
  routes.put('/object/:bucket/:name{.+}', async (c) =>
    c.json(presentUploaded(await service.upload(c.var.actor, await readUpload(c, 'replace')))),
  );
  routes.delete('/object/:bucket', async (c) => {
    const { prefixes } = await readJson(c, removeSchema);
    const rows = await service.remove(c.var.actor, c.req.param('bucket'), prefixes);
    return c.json(rows.map(presentObject));
  });
  return routes;
}

const sentences: Record<AuthenticationFailure, string> = {
  api_key_missing: 'No API key found in request',
  api_key_invalid: 'Invalid API key',
  token_invalid: 'jws invalid',
  token_expired: 'jwt expired',
};

async function readUpload(c: Context<AppEnv>, mode: Upload['mode']): Promise<Upload> {
  const { bucket = '', name = '' } = c.req.param() as { bucket?: string; name?: string };
  const header = c.req.header('content-type') ?? '';
  if (!header.startsWith('multipart/form-data')) {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const type = header.split(';')[0]?.trim() || 'application/octet-stream';
    return { bucket, name, bytes, type, cacheControl: cacheControlOf(c.req.header('cache-control')), mode };
  }
  const form = await c.req.formData().catch(() => undefined);
  const file = form && [...form.values()].find((value) => value instanceof File);
  if (!form || !file) throw new StorageError(400, 'invalid_request', 'The form holds no file.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const asked = form.get('cacheControl');
  return { bucket, name, bytes, type: file.type, cacheControl: cacheControlOf(asked), mode };
}

const cacheControlOf = (asked: unknown): string =>
  `max-age=${(typeof asked === 'string' && cacheSeconds.exec(asked)?.[1]) || defaultCacheSeconds}`;

async function readJson<Output>(c: Context, schema: z.ZodType<Output>): Promise<Output> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!parsed.success) throw new StorageError(400, 'invalid_request', 'The request is not valid.');
  return parsed.data;
}

/** Somebody else's file on our own origin: shown as what it is and as nothing else, with no right to anything. */
function send(c: Context, { row: { metadata }, bytes }: StoredFile): Response {
  c.header('etag', metadata.eTag);
  c.header('cache-control', metadata.cacheControl);
  c.header('x-content-type-options', 'nosniff');
  c.header('content-security-policy', "default-src 'none'; sandbox");
  c.header('cross-origin-resource-policy', 'cross-origin');
  if (c.req.header('if-none-match') === metadata.eTag) return c.body(null, 304);
  c.header('content-type', metadata.mimetype);
  return c.body(new Uint8Array(bytes).buffer);
}

function respond(thrown: Error, c: Context<AppEnv>): Response {
  const error = toStorageError(thrown);
  if (error.status >= 500) c.var.logger.error({ err: error.cause ?? error }, 'storage request failed');
  c.header('cache-control', 'no-store');
  const body = { statusCode: String(error.status), error: error.error, message: error.message };
  return c.json(body, error.status as 400);
}

function toStorageError(thrown: Error): StorageError {
  if (thrown instanceof StorageError) return thrown;
  if (thrown instanceof AppError && (thrown.code === 'overloaded' || thrown.code === 'unavailable')) {
    return new StorageError(503, 'unavailable', thrown.message, { cause: thrown });
  }
  return new StorageError(500, 'internal', 'Internal Server Error', { cause: thrown });
}
