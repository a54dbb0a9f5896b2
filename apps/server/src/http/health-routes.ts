import { Hono } from 'hono';
import type { Db } from '../platform/db/db.ts';
import type { AppEnv } from './app-env.ts';

export interface HealthOptions {
  db: Db;
  /** True once the server has begun to stop: balancers must send nothing new. */
  isDraining: () => boolean;
}

/** `/healthz`: the process runs. `/readyz`: it can serve, i.e. the database answers and nothing is being shut down. */
export function healthRoutes({ db, isDraining }: HealthOptions) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      if (isDraining()) return c.json({ status: 'draining' }, 503);
      try {
        await db.asSystem('health', (tx) => tx.query('select 1'), { statementTimeoutMs: 2000, readOnly: true });
        return c.json({ status: 'ready' });
      } catch (error) {
        c.var.logger.warn({ err: error }, 'not ready');
        return c.json({ status: 'unavailable', database: 'not answering' }, 503);
      }
    });
}
