import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { AuthContext } from './auth-deps.ts';
import { clientOf, readJsonBody, redirectOf } from './auth-http.ts';
import { presentSession } from './auth-present.ts';
import { AuthError, validationFailed } from './domain/auth-error.ts';
import { withFragment, withQuery } from './domain/redirect-target.ts';
import { verifyPage, verifyPagePolicy, verifyStyle, verifyStylePath } from './verify-page.ts';
import { halfWayMessage, isLinkRedeemable, type Redeemed, redeemLink, verify } from './verify-service.ts';

const maximumTokenLength = 300;

/** `GET /verify` opens a page, its button redeems; `POST /verify` with JSON is the API of auth-js. */
export function verifyRoutes(context: AuthContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limited = (c: Context<AppEnv>): void => context.limiter.take('verify', c.var.clientAddress);

  routes.get(`/${verifyStylePath}`, (c) =>
    c.body(verifyStyle, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' }),
  );

  routes.get('/verify', async (c) => {
    limited(c);
    const { token = c.req.query('token_hash') ?? '', type = '' } = c.req.query();
    assertLink(token, type);
    const redirectTo = redirectOf(c, context.settings);
    if (!(await isLinkRedeemable(context, token, type)))
      return c.redirect(withError(redirectTo, invalidLink(), token), 303);
    c.header('content-security-policy', verifyPagePolicy(redirectTo));
    return c.html(verifyPage({ token, type, redirectTo }));
  });

  routes.post('/verify', async (c) => {
    limited(c);
    const contentType = c.req.header('content-type') ?? '';
    if (!contentType.startsWith('application/x-www-form-urlencoded')) {
      const redeemed = await verify(context, await readJsonBody(c), clientOf(c));
      return redeemed.kind === 'session'
        ? c.json(presentSession(redeemed.session))
        : c.json({ msg: halfWayMessage, code: '200' });
    }
    assertSameOrigin(c);
    const form = new URLSearchParams(await c.req.text());
    const token = form.get('token') ?? '';
    const type = form.get('type') ?? '';
    assertLink(token, type);
    const redirectTo = redirectOf(c, context.settings, form.get('redirect_to') ?? undefined);
    try {
      const redeemed = await redeemLink(context, token, type, clientOf(c), { withPkce: true });
      return c.redirect(destinationOf(redirectTo, redeemed, type), 303);
    } catch (error) {
      if (!(error instanceof AuthError) || error.status >= 500) throw error;
      return c.redirect(withError(redirectTo, error, token), 303);
    }
  });

  return routes;
}

function destinationOf(redirectTo: string, redeemed: Redeemed, type: string): string {
  if (redeemed.kind === 'half_way') return withFragment(redirectTo, { message: halfWayMessage });
  if (redeemed.kind === 'code') return withQuery(redirectTo, { code: redeemed.code });
  const { session } = redeemed;
  return withFragment(redirectTo, {
    access_token: session.accessToken,
    expires_at: String(session.expiresAtSeconds),
    expires_in: String(session.expiresInSeconds),
    refresh_token: session.refreshToken,
    token_type: 'bearer',
    type,
  });
}

const invalidLink = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

function withError(redirectTo: string, error: AuthError, token: string): string {
  const values = { error: 'access_denied', error_code: error.code, error_description: error.message };
  return withFragment(token.startsWith('pkce_') ? withQuery(redirectTo, values) : redirectTo, values);
}

function assertLink(token: string, type: string): void {
  if (!token) throw validationFailed('Verify requires a token or a token hash');
  if (!type) throw validationFailed('Verify requires a verification type');
  if (token.length > maximumTokenLength || !/^[\w-]+$/.test(token))
    throw validationFailed('Verify requires a valid token');
}

/** Another site must not sign a person in to an account of its choice by posting our form. */
function assertSameOrigin(c: Context<AppEnv>): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const sameHost = origin !== undefined && URL.canParse(origin) && new URL(origin).host === c.req.header('host');
  if (site === undefined ? sameHost : site === 'same-origin') return;
  throw new AuthError(403, 'no_authorization', 'This form can only be sent from its own page');
}
