import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { expect, it } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { handleError } from './error-handler.ts';
import { rateLimit } from './rate-limit.ts';

it('refuses beyond the burst, says when to come back, refills with time, and counts each address alone', async () => {
  let now = 0;
  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(
    createMiddleware<AppEnv>(async (c, next) => {
      c.set('clientAddress', c.req.header('x-address') ?? 'a');
      await next();
    }),
  );
  app.use(rateLimit({ clock: { now: () => now }, perMinute: 3, capacity: 2 })).get('/', (c) => c.text('ok'));
  const call = async (address: string) => await app.request('/', { headers: { 'x-address': address } });

  for (let i = 0; i < 3; i++) expect((await call('a')).status).toBe(200);
  const refused = await call('a');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('b')).status).toBe(200);
  now += 20_000;
  expect((await call('a')).status).toBe(200);
  expect((await call('a')).status).toBe(429);
});
