import type { AuthContext, AuthDeps } from './auth-deps.ts';
import { createAuthRateLimiter } from './auth-rate-limiter.ts';
import { createAuthStore } from './auth-store.ts';
import { createPasswordHasher } from './password-hasher.ts';

/** What the routes and rules of the auth service share, made once. */
export function createAuthService({ db, keys, mailQueue, clock, logger, settings }: AuthDeps): AuthContext {
  return {
    store: createAuthStore(db),
    keys,
    mailQueue,
    clock,
    logger,
    settings,
    hasher: createPasswordHasher(),
    limiter: createAuthRateLimiter(clock, settings.rateLimits),
    now: () => new Date(clock.now()),
  };
}
