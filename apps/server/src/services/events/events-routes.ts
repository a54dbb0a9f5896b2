import { eventsBytesLimit } from '@cairn/contracts/events';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { authenticateIfSignedIn } from '../../http/authenticate.ts';
import { limitBody } from '../../http/gateway.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { validateJson } from '../../http/validate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { eventsSchema } from './events-schema.ts';
import { insertEvents } from './events-store.ts';

export interface EventsDeps {
  db: Db;
  keys: Keys;
  clock: Clock;
}

/** A person causes a few in a minute; the browser gathers them. */
const callsPerMinute = 20;

/** To be mounted at `/api`. Anybody may call it, so that every bound is set before anything is read. */
export const eventsRoutes = ({ db, keys, clock }: EventsDeps): Hono<AppEnv> =>
  new Hono<AppEnv>().post(
    '/events',
    rateLimit({ clock, perMinute: callsPerMinute }),
    limitBody(eventsBytesLimit),
    authenticateIfSignedIn(keys),
    validateJson(eventsSchema),
    async (c) => {
      const { actor } = c.var;
      await insertEvents(db, actor.role === 'authenticated' ? actor.userId : null, c.req.valid('json').events);
      return c.body(null, 204);
    },
  );
