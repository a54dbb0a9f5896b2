import { isIP } from 'node:net';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { DatabaseError } from 'pg';
import type { AppEnv } from '../../http/app-env.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuthSettings } from './auth-settings.ts';
import { AuthError } from './domain/auth-error.ts';
import { redirectTarget } from './domain/redirect-target.ts';
import type { ClientInfo } from './session-store.ts';

const versionHeader = 'x-supabase-api-version';
const newErrorShapeSince = '2024-01-01';

export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new AuthError(413, 'request_entity_too_large', 'Request body is too large');
  },
});

/** Answers hold tokens and accounts: nobody in between keeps them. */
export const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
});

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof AppError && (error.code === 'overloaded' || error.code === 'unavailable')) {
    return new AuthError(503, 'request_timeout', error.message, { cause: error });
  }
  if (error instanceof DatabaseError) {
    if (error.code === '23505' && error.constraint === 'users_email_partial_key') {
      return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    }
    if (error.code === '55P03' || error.code === '57014' || error.code === '40P01' || error.code === '40001') {
      return new AuthError(409, 'conflict', 'Too many concurrent requests on the same session or user', {
        cause: error,
      });
    }
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information', {
    cause: error,
  });
}

/** `onError` of the service: GoTrue's two shapes, chosen by the API version the client asks for. */
export function respondWithAuthError(thrown: Error, c: Context<AppEnv>): Response {
  const error = toAuthError(thrown);
  const { logger, requestId } = c.var;
  if (error.cause !== undefined && error.status >= 500) {
    logger.error({ err: error.cause, code: error.code }, 'auth request failed');
  } else if (error.status >= 500) {
    logger.warn({ code: error.code }, error.message);
  }
  c.header('x-sb-error-code', error.code);
  c.header('cache-control', 'no-store');
  if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds));
  const weakPassword = error.weakPassword ? { weak_password: error.weakPassword } : {};
  const asked = c.req.header(versionHeader);
  if (asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= newErrorShapeSince) {
    c.header(versionHeader, newErrorShapeSince);
    return c.json({ code: error.code, message: error.message, ...weakPassword }, error.status);
  }
  const errorId = error.status >= 500 ? { error_id: requestId } : {};
  return c.json(
    { code: error.status, error_code: error.code, msg: error.message, ...errorId, ...weakPassword },
    error.status,
  );
}

const badJson = (): AuthError => new AuthError(400, 'bad_json', 'Could not parse request body as JSON');

export async function readJsonBody(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badJson();
  // PostgreSQL stores no NUL, in text nor in jsonb.
  if (/\\u0000/i.test(text)) throw badJson();
  return body as Record<string, unknown>;
}

export function clientOf(c: Context<AppEnv>): ClientInfo {
  const address = c.var.clientAddress;
  return { ip: isIP(address) ? address : null, userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null };
}

/** Where a mailed link is to lead: what the client asks for, else where it comes from, if either is allowed. */
export function redirectOf(c: Context<AppEnv>, settings: AuthSettings, asked = c.req.query('redirect_to')): string {
  return redirectTarget([asked, c.req.header('referer')], {
    siteUrl: settings.siteUrl,
    allowList: settings.redirectAllowList,
    allowLoopback: settings.allowLoopbackRedirects,
  });
}
