import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Actor, anonActor, type Claims } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Keys } from '../platform/keys/keys.ts';
import type { AppEnv } from './app-env.ts';

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const equal = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};

function actorOfClaims(claims: Claims): Actor | null {
  if (claims.role === 'service_role') return { role: 'service_role', claims };
  if (claims.role === 'anon') return { role: 'anon', claims };
  if (claims.role !== 'authenticated' || typeof claims.sub !== 'string' || !uuidShape.test(claims.sub)) return null;
  return {
    role: 'authenticated',
    userId: claims.sub,
    email: typeof claims.email === 'string' && claims.email !== '' ? claims.email : null,
    sessionId: typeof claims.session_id === 'string' ? claims.session_id : null,
    claims,
  };
}

/** Why a caller was turned away; each surface renders it in its own shape. */
export type AuthenticationFailure = 'api_key_missing' | 'api_key_invalid' | 'token_invalid' | 'token_expired';

export type FailureResponse = (c: Context<AppEnv>, failure: AuthenticationFailure) => Response;

/**
 * Sets `c.var.actor` from the bearer token, or from the api key when there is none, as Supabase's gateway does:
 * an api key (header or query parameter) is required, a bearer token that does not verify is refused, never downgraded.
 */
export function authenticate(keys: Keys, respond: FailureResponse = respondWithAppError) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const apiKey = c.req.header('apikey') ?? c.req.query('apikey');
    if (!apiKey) return respond(c, 'api_key_missing');
    if (!equal(apiKey, keys.anonKey) && !equal(apiKey, keys.serviceRoleKey)) {
      const claims = await keys.verify(apiKey).catch(() => null);
      if (!claims || !actorOfClaims(claims)) return respond(c, 'api_key_invalid');
    }
    const failure = await admit(c, keys, bearerOf(c) ?? apiKey);
    return failure ? respond(c, failure) : next();
  });
}

/** For our own routes that anybody may call: a bearer token says who it is, without one it is a visitor. No api key is needed. */
export const authenticateIfSignedIn = (keys: Keys) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const failure = await admit(c, keys, bearerOf(c) ?? keys.anonKey);
    return failure ? respondWithAppError(c, failure) : next();
  });

const bearerOf = (c: Context<AppEnv>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];

/** Sets the actor that a token stands for, or says why there is none. */
async function admit(c: Context<AppEnv>, keys: Keys, bearer: string): Promise<AuthenticationFailure | undefined> {
  if (equal(bearer, keys.anonKey)) {
    c.set('actor', anonActor);
    return undefined;
  }
  let claims: Claims;
  try {
    claims = await keys.verify(bearer);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_JWT_EXPIRED' ? 'token_expired' : 'token_invalid';
  }
  const actor = actorOfClaims(claims);
  if (!actor) return 'token_invalid';
  c.set('actor', actor);
  if (actor.role === 'authenticated') c.set('logger', c.var.logger.child({ userId: actor.userId }));
  return undefined;
}

const sentences: Record<AuthenticationFailure, string> = {
  api_key_missing: 'No API key found in request',
  api_key_invalid: 'Invalid API key',
  token_invalid: 'Your sign-in is not valid. Please sign in again.',
  token_expired: 'Your sign-in has expired. Please sign in again.',
};

function respondWithAppError(_c: Context<AppEnv>, failure: AuthenticationFailure): Response {
  throw new AppError('unauthenticated', sentences[failure], { details: { reason: failure } });
}

/** The gateway's own answer for a missing or unknown key, and PostgREST's for a bad token. */
export const respondAsPostgrest: FailureResponse = (c, failure) => {
  if (failure === 'api_key_missing') {
    const hint = 'No `apikey` request header or url param was found.';
    return c.json({ message: sentences[failure], hint }, 401);
  }
  if (failure === 'api_key_invalid') {
    return c.json(
      { message: sentences[failure], hint: 'Double check your Supabase `anon` or `service_role` API key.' },
      401,
    );
  }
  const expired = failure === 'token_expired';
  const message = expired ? 'JWT expired' : 'JWT invalid';
  c.header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`);
  return c.json({ code: expired ? 'PGRST303' : 'PGRST301', details: null, hint: null, message }, 401);
};

/** For routes that need a signed-in person. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.actor.role !== 'authenticated') {
    throw new AppError('unauthenticated', 'Please sign in first.');
  }
  await next();
});
