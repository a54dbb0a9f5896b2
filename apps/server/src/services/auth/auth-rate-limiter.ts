import type { Clock } from '../../kernel/clock.ts';
import type { AuthRateLimits, BucketSize } from './auth-settings.ts';
import { AuthError } from './domain/auth-error.ts';
import { type BucketState, emptyWaitSeconds, refill } from './domain/token-bucket.ts';

export interface AuthRateLimiter {
  /** Takes one from the bucket; throws 429 `over_request_rate_limit` when it is empty. */
  take(limit: keyof AuthRateLimits, key: string): void;
  /** Throws like `take` when the bucket is empty, without taking: for limits that count failures only. */
  check(limit: keyof AuthRateLimits, key: string): void;
}

const remembered = 20_000;

/** In this process; each process behind a balancer has its own share. Memory is bounded: the least recently seen go first. */
export function createAuthRateLimiter(clock: Clock, limits: AuthRateLimits): AuthRateLimiter {
  const buckets = new Map<string, BucketState>();

  const use = (limit: keyof AuthRateLimits, key: string, taken: 0 | 1): void => {
    const size: BucketSize | null = limits[limit];
    if (!size) return;
    const now = clock.now();
    const name = `${limit} ${key}`;
    const state = refill(buckets.get(name), size, now);
    if (state.tokens < 1) {
      const retryAfterSeconds = emptyWaitSeconds(state, size);
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds });
    }
    if (taken === 0) return;
    buckets.delete(name);
    buckets.set(name, { tokens: state.tokens - 1, at: now });
    if (buckets.size <= remembered) return;
    const oldest = buckets.keys().next().value;
    if (oldest !== undefined) buckets.delete(oldest);
  };

  return { take: (limit, key) => use(limit, key, 1), check: (limit, key) => use(limit, key, 0) };
}
