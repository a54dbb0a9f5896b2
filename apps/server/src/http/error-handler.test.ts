import { errorCodes } from '@cairn/contracts/error-codes';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../kernel/app-error.ts';
import { systemClock } from '../kernel/clock.ts';
import { createPinoLogger } from '../platform/logging/pino-logger.ts';
import type { AppEnv } from './app-env.ts';
import { handleError, statusOfCode } from './error-handler.ts';
import { limitBody } from './gateway.ts';
import { requestContext } from './request-context.ts';
import { validateJson } from './validate.ts';

function appThatThrows(error: unknown) {
  const lines: string[] = [];
  const logger = createPinoLogger({ level: 'warn', write: (line) => lines.push(line) });
  const app = new Hono<AppEnv>();
  app.onError(handleError);
  app.use(requestContext({ logger, clock: systemClock, trustedProxies: [] }));
  app.get('/', () => {
    throw error;
  });
  app.post('/json', limitBody(100), validateJson(z.object({ name: z.string().min(2), size: z.number() })), (c) =>
    c.text('ok'),
  );
  return { app, lines };
}

describe('handleError', () => {
  it('has a status for every code', () => {
    for (const code of errorCodes) expect(statusOfCode[code]).toBeGreaterThanOrEqual(400);
  });
  it('answers an AppError with its code, sentence and details', async () => {
    const { app } = appThatThrows(new AppError('quota_exceeded', 'No more today.', { details: { limit: 5 } }));
    const response = await app.request('/');
    expect(response.status).toBe(402);
    expect(await response.json()).toEqual({
      error: {
        code: 'quota_exceeded',
        message: 'No more today.',
        requestId: expect.any(String),
        details: { limit: 5 },
      },
    });
  });
  it('tells a stranger nothing about an unknown error, and logs it with its stack', async () => {
    const { app, lines } = appThatThrows(new Error('table "secret_things" does not exist'));
    const response = await app.request('/');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('secret_things');
    expect(lines.join('')).toContain('secret_things');
    expect(JSON.parse(lines[0] ?? '{}').err.stack).toContain('error-handler.test');
  });
  it('reports every problem of a body, by field', async () => {
    const { app } = appThatThrows(null);
    const send = (body: string) =>
      app.request('/json', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const response = await send('{"name":"x"}');
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.code).toBe('validation_failed');
    expect(error.details.map((d: { path: string }) => d.path)).toEqual(['name', 'size']);
    expect((await send('{nonsense')).status).toBe(400);
    expect((await send(`{"name":"${'x'.repeat(200)}","size":1}`)).status).toBe(413);
  });
});
