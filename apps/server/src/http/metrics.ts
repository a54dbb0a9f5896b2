import { createMiddleware } from 'hono/factory';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Keys } from '../platform/keys/keys.ts';
import type { AppEnv } from './app-env.ts';
import type { FinishedRequest } from './request-context.ts';

export interface Metrics {
  countRequest(request: FinishedRequest): void;
  /** A value read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  counter(name: string, help: string): { add(amount?: number): void };
  /** Prometheus text format. */
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    countRequest: ({ method, route, status, durationMs }) =>
      duration.observe({ method, route, status: String(status) }, durationMs / 1000),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    counter: (name, help) => {
      const counter = new Counter({ name, help, registers: [registry] });
      return { add: (amount = 1) => counter.inc(amount) };
    },
    text: () => registry.metrics(),
  };
}

/** For `/metrics`: the bearer of the service_role key; in development mode anybody on this machine. */
export const requireOperator = (keys: Keys, isOpen: boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const claims = bearer ? await keys.verify(bearer).catch(() => null) : null;
    if (claims?.role !== 'service_role' && !isOpen) return c.text('not authorised\n', 401);
    return next();
  });
