import { askRequestSchema } from '@cairn/contracts/ask';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AppEnv } from '../../../http/app-env.ts';
import { requireUser } from '../../../http/authenticate.ts';
import { validateJson } from '../../../http/validate.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { type AskDeps, createAskService } from './ask-service.ts';

/** Keeps proxies from closing a quiet stream. */
const heartbeatMs = 10_000;

/** `POST /ask`: see contracts/ask.ts. Mounted under `/functions/v1`. */
export function askRoutes(deps: AskDeps & { heartbeatMs?: number }): Hono<AppEnv> {
  const service = createAskService(deps);
  const routes = new Hono<AppEnv>();

  // Costs nothing and counts for nothing: whether questions can be asked at all.
  routes.get('/ask/health', requireUser, (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));

  routes.post('/ask', requireUser, validateJson(askRequestSchema), async (c) => {
    const { actor } = c.var;
    if (actor.role !== 'authenticated') throw new AppError('unauthenticated', 'Please sign in first.');
    const gone = new AbortController();
    const clientSignal = c.req.raw.signal;
    clientSignal.addEventListener('abort', () => gone.abort(), { once: true });
    if (clientSignal.aborted) gone.abort();
    const events = await service.ask(actor, c.req.valid('json'), gone.signal);

    c.header('cache-control', 'no-store');
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => gone.abort());
      const heartbeat = setInterval(() => void stream.write(': keep-alive\n\n'), deps.heartbeatMs ?? heartbeatMs);
      try {
        for await (const event of events) {
          if (gone.signal.aborted) break;
          await stream.writeSSE({ data: JSON.stringify(event) });
        }
      } finally {
        clearInterval(heartbeat);
      }
    });
  });
  return routes;
}
