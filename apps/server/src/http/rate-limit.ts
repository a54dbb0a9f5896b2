import { createMiddleware } from 'hono/factory';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AppEnv } from './app-env.ts';

export interface RateLimitOptions {
  clock: Clock;
  /** Requests that refill per minute; also the burst. */
  perMinute: number;
  /** Addresses remembered at the most; the least recently seen is forgotten first. */
  capacity?: number;
}

/** A token bucket per client address, in this process. Behind a balancer each process has its own share. */
export function rateLimit({ clock, perMinute, capacity = 20_000 }: RateLimitOptions) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMs = perMinute / 60_000;
  return createMiddleware<AppEnv>(async (c, next) => {
    const now = clock.now();
    const address = c.var.clientAddress;
    const seen = buckets.get(address);
    const tokens = seen ? Math.min(perMinute, seen.tokens + (now - seen.at) * perMs) : perMinute;
    buckets.delete(address);
    buckets.set(address, { tokens: Math.max(0, tokens - 1), at: now });
    if (buckets.size > capacity) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    if (tokens < 1) {
      c.header('retry-after', String(Math.ceil((1 - tokens) / perMs / 1000)));
      throw new AppError('rate_limited', 'Too many requests. Please wait a moment.');
    }
    await next();
  });
}
