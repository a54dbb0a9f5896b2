/**
 * `GET /api/admin/performance` (bearer token): how this server process does. 200 `ServerMeasurements` for an administrator,
 * 401 `unauthenticated`, 403 `forbidden` for everybody else. Times in milliseconds, sizes in bytes.
 */
export interface ServerMeasurements {
  /** ISO 8601. */
  at: string;
  uptimeSeconds: number;
  memory: { rss: number; heapUsed: number };
  /** How late timers come: p50 and p99 since the last minute began. */
  eventLoopDelay: { p50: number; p99: number };
  database: { open: number; idle: number; waiting: number };
  changes: { lagSeconds: number; deadLettered: number };
  /** The last hour, one entry a minute, oldest first; minutes without a request are included. */
  minutes: MeasuredMinute[];
  /** Since the start, the slowest first (by p95). */
  routes: MeasuredRoute[];
}

export interface MeasuredMinute {
  /** Start of the minute, ISO 8601. */
  at: string;
  requests: number;
  /** Answered with 5xx. */
  failed: number;
  /** Null without a request. An upper bound: the end of the histogram's bucket. */
  p50: number | null;
  p95: number | null;
}

export interface MeasuredRoute {
  /** Surface and first segment, never an id. */
  route: string;
  method: string;
  requests: number;
  failed: number;
  p50: number;
  p95: number;
}

/** `POST /api/admin/reset-usage` → 204: takes back today's AI requests of one's own account. In development mode everybody, else administrators. */
export const resetUsagePath = '/api/admin/reset-usage';
