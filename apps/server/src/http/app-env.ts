import type { Actor } from '../kernel/actor.ts';
import type { Logger } from '../platform/logging/logger.ts';

/** What every handler finds in `c.var`. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Child logger carrying the request id. */
    logger: Logger;
    /** From the verified bearer token (or the apikey when there is no bearer): set by `authenticate`, `anon` otherwise. */
    actor: Actor;
    /** The client's address after trusted-proxy handling; the key for rate limits. */
    clientAddress: string;
  };
}
