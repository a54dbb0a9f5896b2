import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AuthRateLimiter } from './auth-rate-limiter.ts';
import type { AuthSettings } from './auth-settings.ts';
import type { AuthStore } from './auth-store.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What the composition root hands in. */
export interface AuthDeps {
  db: Db;
  keys: Keys;
  mailQueue: MailQueue;
  clock: Clock;
  logger: Logger;
  settings: AuthSettings;
}

/** What the parts of the service share. */
export interface AuthContext {
  store: AuthStore;
  keys: Keys;
  mailQueue: MailQueue;
  clock: Clock;
  logger: Logger;
  settings: AuthSettings;
  hasher: PasswordHasher;
  limiter: AuthRateLimiter;
  now(): Date;
}
