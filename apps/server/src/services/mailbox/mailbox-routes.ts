import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../../http/app-env.ts';
import { authenticate, requireUser } from '../../http/authenticate.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { comesFromHere } from './domain/mailbox-access.ts';
import { isMailboxKey } from './mailbox-key.ts';
import type { MailboxAccess, MailboxService } from './mailbox-service.ts';

export interface MailboxRouteDeps {
  service: MailboxService;
  keys: Keys;
  /** Null: the mailbox screen is not to be had here. */
  mailboxKey: string | null;
}

type Env = AppEnv & { Bindings: Partial<HttpBindings> };

/** A mail is somebody else's HTML: no script, no form, no frame, nothing loaded, shown on our own page only. */
const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const cookiePath = '/api/mailbox';
const cookieLifeSeconds = 30 * 86_400;
/** Cookies are shared by all ports of a host: two servers on one machine must not overwrite each other's. */
const cookieName = (c: Context<Env>): string => `cairn_mailbox_${portOf(c) ?? 0}`;
const portOf = (c: Context<Env>): number | undefined => c.env?.incoming?.socket?.localPort;

/** `/api/mailbox…` and the key exchange at `/test-email?key=…`; to be mounted at the root, before the pages. */
export function mailboxRoutes({ service, keys, mailboxKey }: MailboxRouteDeps): Hono<AppEnv> {
  const routes = new Hono<Env>();

  const isFromHere = (c: Context<Env>): boolean =>
    comesFromHere({ host: c.req.header('host'), fetchSite: c.req.header('sec-fetch-site'), port: portOf(c) });
  const accessOf = (c: Context<Env>): MailboxAccess => {
    const offered = getCookie(c, cookieName(c));
    const holdsKey = mailboxKey !== null && offered !== undefined && isMailboxKey(mailboxKey, offered);
    return holdsKey && isFromHere(c) ? 'open' : 'locked';
  };

  routes.use('/api/mailbox/*', async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });

  routes.get('/test-email', async (c, next) => {
    const key = c.req.query('key');
    if (key === undefined) return next();
    if (mailboxKey !== null && isFromHere(c) && isMailboxKey(mailboxKey, key)) {
      setCookie(c, cookieName(c), mailboxKey, {
        httpOnly: true,
        sameSite: 'Strict',
        path: cookiePath,
        maxAge: cookieLifeSeconds,
      });
    }
    c.header('cache-control', 'no-store');
    // Whether it was right or not: the key leaves the address bar.
    return c.redirect('/test-email', 303);
  });

  routes.post('/api/mailbox/test-mail', authenticate(keys), requireUser, async (c) => {
    const { actor } = c.var;
    if (actor.role !== 'authenticated') throw new AppError('unauthenticated', 'Please sign in first.');
    try {
      return c.json(await service.sendTestMail(actor));
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') {
        const { retryAfterSeconds } = error.details as { retryAfterSeconds: number };
        c.header('retry-after', String(retryAfterSeconds));
      }
      throw error;
    }
  });

  routes.get('/api/mailbox', async (c) => c.json(await service.state(accessOf(c))));
  routes.delete('/api/mailbox', async (c) => {
    await service.clear(accessOf(c));
    return c.body(null, 204);
  });
  routes.get('/api/mailbox/:id', async (c) => c.json(await service.read(accessOf(c), c.req.param('id'))));
  routes.get('/api/mailbox/:id/html', async (c) => {
    const html = await service.readHtml(accessOf(c), c.req.param('id'));
    c.header('content-security-policy', mailPolicy);
    return c.html(html);
  });
  routes.delete('/api/mailbox/:id', async (c) => {
    await service.remove(accessOf(c), c.req.param('id'));
    return c.body(null, 204);
  });

  return routes as unknown as Hono<AppEnv>;
}
