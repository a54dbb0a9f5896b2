import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** Bearer tokens, never cookies, decide on these surfaces, so any origin may call them, as on Supabase. */
const answerOtherOrigins = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: [
    'authorization',
    'apikey',
    'content-type',
    'prefer',
    'range',
    'range-unit',
    'accept',
    'accept-profile',
    'content-profile',
    'x-client-info',
    'x-supabase-api-version',
    'x-request-id',
    'x-retry-count',
  ],
  exposeHeaders: [
    'content-range',
    'content-location',
    'preference-applied',
    'x-total-count',
    'link',
    'x-supabase-api-version',
    'x-sb-error-code',
    'x-request-id',
    'retry-after',
  ],
  maxAge: 3600,
});

/** A request without Origin comes from this origin or from no browser: it needs none of this. */
export const supabaseCors = () =>
  createMiddleware((c, next) => (c.req.header('origin') === undefined ? next() : answerOtherOrigins(c, next)));

/** Refuses larger bodies before they are read to the end. */
export const limitBody = (maxSize: number) => {
  const tooLarge = (): never => {
    throw new AppError('payload_too_large', 'That is more than can be sent at once.');
  };
  const limitStream = bodyLimit({ maxSize, onError: tooLarge });
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    // HTTP itself ends a body of declared length there. Looking at the stream would build a whole Request object: only where needed.
    const declared = c.req.header('content-length');
    if (declared === undefined || c.req.header('transfer-encoding') !== undefined) return limitStream(c, next);
    if (!(Number(declared) <= maxSize)) tooLarge();
    return next();
  });
};

export const compressJson = () => compress({ threshold: 1024 });
