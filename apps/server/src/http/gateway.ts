import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { AppError } from '../kernel/app-error.ts';

/** Bearer tokens, never cookies, decide on these surfaces, so any origin may call them, as on Supabase. */
export const supabaseCors = () =>
  cors({
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

/** Refuses larger bodies before they are read to the end. */
export const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('payload_too_large', 'That is more than can be sent at once.');
    },
  });

export const compressJson = () => compress({ threshold: 1024 });
