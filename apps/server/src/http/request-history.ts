import type { MeasuredMinute, MeasuredRoute } from '@cairn/contracts/server-measurements';
import type { Clock } from '../kernel/clock.ts';
import type { FinishedRequest } from './request-context.ts';

/** Ends of the histogram's buckets in milliseconds; what took longer is in one more. */
const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 60_000] as const;
const minuteMs = 60_000;
const minutesKept = 60;
/** Routes are bounded by their making (`boundedRoute`); this holds whatever happens. */
const mostRoutes = 200;

interface Tally {
  requests: number;
  failed: number;
  buckets: Uint32Array;
}

const newTally = (): Tally => ({ requests: 0, failed: 0, buckets: new Uint32Array(bounds.length + 1) });

function add(tally: Tally, { status, durationMs }: FinishedRequest): void {
  tally.requests += 1;
  if (status >= 500) tally.failed += 1;
  const index = bounds.findIndex((bound) => durationMs <= bound);
  const bucket = index === -1 ? bounds.length : index;
  tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
}

/** The end of the bucket in which this share of the requests is reached. */
function percentile({ requests, buckets }: Tally, share: number): number {
  let seen = 0;
  for (const [index, count] of buckets.entries()) {
    seen += count;
    if (seen >= share * requests) return bounds[index] ?? bounds[bounds.length - 1] ?? 0;
  }
  return 0;
}

/** The last hour by minutes and everything since the start by routes, in a fixed amount of memory. */
export function createRequestHistory(clock: Clock) {
  const minutes = new Map<number, Tally>();
  const routes = new Map<string, Tally & { method: string; route: string }>();
  const minuteNow = () => Math.floor(clock.now() / minuteMs);

  return {
    count(request: FinishedRequest): void {
      const now = minuteNow();
      const minute = minutes.get(now) ?? newTally();
      add(minute, request);
      minutes.set(now, minute);
      for (const old of minutes.keys()) if (old <= now - minutesKept) minutes.delete(old);

      const key = `${request.method} ${request.route}`;
      const route = routes.get(key) ?? { ...newTally(), method: request.method, route: request.route };
      add(route, request);
      if (routes.has(key) || routes.size < mostRoutes) routes.set(key, route);
    },

    minutes(): MeasuredMinute[] {
      const now = minuteNow();
      return Array.from({ length: minutesKept }, (_, index) => {
        const at = now - minutesKept + 1 + index;
        const tally = minutes.get(at);
        return {
          at: new Date(at * minuteMs).toISOString(),
          requests: tally?.requests ?? 0,
          failed: tally?.failed ?? 0,
          p50: tally ? percentile(tally, 0.5) : null,
          p95: tally ? percentile(tally, 0.95) : null,
        };
      });
    },

    routes(): MeasuredRoute[] {
      return [...routes.values()]
        .map((tally) => ({
          route: tally.route,
          method: tally.method,
          requests: tally.requests,
          failed: tally.failed,
          p50: percentile(tally, 0.5),
          p95: percentile(tally, 0.95),
        }))
        .toSorted((a, b) => b.p95 - a.p95 || b.requests - a.requests);
    },
  };
}

export type RequestHistory = ReturnType<typeof createRequestHistory>;
