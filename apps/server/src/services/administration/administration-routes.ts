import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerMeasurements } from '@cairn/contracts/server-measurements';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { authenticateIfSignedIn } from '../../http/authenticate.ts';
import type { RequestHistory } from '../../http/request-history.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PoolStats } from '../../platform/db/pg-db.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { isAdministrator, resetOwnUsage } from './administration-store.ts';

export interface AdministrationDeps {
  db: Db & { stats(): PoolStats };
  keys: Keys;
  clock: Clock;
  feed: ChangeFeed;
  history: RequestHistory;
  /** Everybody may try things out here. */
  isDevelopment: boolean;
}

const startedAt = performance.now();
const resolutionMs = 20;
const windowMs = 60_000;

/** To be mounted at `/api/admin`. See contracts/server-measurements.ts. */
export function administrationRoutes(deps: AdministrationDeps): Hono<AppEnv> {
  const { db, clock, feed, history } = deps;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let windowBegan = clock.now();

  /** Percentiles of the delay beyond the timer's own resolution; a new window begins every minute. */
  function eventLoopDelay(): ServerMeasurements['eventLoopDelay'] {
    const at = (share: number): number => {
      const ms = delay.percentile(share) / 1e6 - resolutionMs;
      return Number.isFinite(ms) ? Math.max(0, Math.round(ms * 10) / 10) : 0;
    };
    const measured = { p50: at(50), p99: at(99) };
    if (clock.now() - windowBegan > windowMs) {
      delay.reset();
      windowBegan = clock.now();
    }
    return measured;
  }

  return new Hono<AppEnv>()
    .use(authenticateIfSignedIn(deps.keys))
    .get('/performance', async (c) => {
      await requireAdministrator(c.var.actor);
      const { rss, heapUsed } = process.memoryUsage();
      const { total, idle, waiting } = db.stats();
      const measured: ServerMeasurements = {
        at: new Date(clock.now()).toISOString(),
        uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
        memory: { rss, heapUsed },
        eventLoopDelay: eventLoopDelay(),
        database: { open: total, idle, waiting },
        changes: { lagSeconds: feed.lagSeconds(), deadLettered: feed.stats().deadLettered },
        minutes: history.minutes(),
        routes: history.routes(),
      };
      c.header('cache-control', 'no-store');
      return c.json(measured);
    })
    .post('/reset-usage', async (c) => {
      const actor = deps.isDevelopment ? personOf(c.var.actor) : await requireAdministrator(c.var.actor);
      await resetOwnUsage(db, actor.userId);
      c.var.logger.info({ userId: actor.userId }, "today's usage reset");
      return c.body(null, 204);
    });

  async function requireAdministrator(actor: Actor): Promise<UserActor> {
    const person = personOf(actor);
    if (!(await isAdministrator(db, person))) throw new AppError('forbidden', 'Not authorised.');
    return person;
  }
}

function personOf(actor: Actor): UserActor {
  if (actor.role !== 'authenticated') throw new AppError('unauthenticated', 'Please sign in first.');
  return actor;
}
