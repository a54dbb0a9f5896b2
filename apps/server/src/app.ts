import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Config } from './config/config.ts';
import { toPublicConfig } from './config/public-config.ts';
import type { AppEnv } from './http/app-env.ts';
import { handleError } from './http/error-handler.ts';
import { compressJson } from './http/gateway.ts';
import { healthRoutes } from './http/health-routes.ts';
import type { RequestListener } from './http/listen.ts';
import { createMetrics, requireOperator } from './http/metrics.ts';
import { pages } from './http/pages.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import type { WebSource } from './http/web-source.ts';
import { AppError } from './kernel/app-error.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { createPgDb } from './platform/db/pg-db.ts';
import type { Logger } from './platform/logging/logger.ts';

export interface AppOptions {
  config: Config;
  connectionString: string;
  /** Public address, without a slash at the end. */
  siteUrl: string;
  logger: Logger;
  web: WebSource;
  clock?: Clock;
}

/** What the start banner tells. */
export interface AppSummary {
  answerProvider: 'extractive' | 'generative';
  /** The link that opens the built-in mailbox; holds its key. */
  mailboxUrl: string | null;
}

export interface App {
  summary: AppSummary;
  listener: RequestListener;
  /** From now on `/readyz` says no. */
  drain(): void;
  /** Ends background work, then the database connections. Call when no request runs any more. */
  stop(): Promise<void>;
}

/** The composition root: the only place that knows every service and every adapter. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, logger, siteUrl, web } = options;
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics();
  let draining = false;

  const db = createPgDb({
    connectionString: options.connectionString,
    logger: logger.child({ part: 'db' }),
    poolSize: config.database.poolSize,
    statementTimeoutMs: config.database.statementTimeoutMs,
  });
  metrics.gauge('cairn_db_connections', 'Open database connections.', () => db.stats().total);
  metrics.gauge('cairn_db_waiting', 'Requests waiting for a database connection.', () => db.stats().waiting);

  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(
    requestContext({ logger, clock, trustedProxies: config.http.trustedProxies, onFinished: metrics.countRequest }),
  );
  app.use(securityHeaders({ hsts: siteUrl.startsWith('https:'), hotReload: web.hotReload }));
  app.route('/', healthRoutes({ db, isDraining: () => draining }));

  return {
    listener: getRequestListener(app.fetch),
    drain: () => {
      draining = true;
    },
    stop: async () => {
      await db.close();
    },
  };
}
