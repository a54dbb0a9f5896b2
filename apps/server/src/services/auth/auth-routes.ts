import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { AuthContext } from './auth-deps.ts';
import { clientOf, limitBody, noStore, readJsonBody, redirectOf, respondWithAuthError } from './auth-http.ts';
import { presentSession, presentSignedUp, presentUser } from './auth-present.ts';
import type { AuthRateLimits } from './auth-settings.ts';
import { readBearer } from './bearer.ts';
import { AuthError } from './domain/auth-error.ts';
import { grants } from './grants/grant-table.ts';
import { requestRecovery } from './recovery-service.ts';
import { resend } from './resend-service.ts';
import { signUp } from './sign-up-service.ts';
import { signOut, updateUser } from './user-service.ts';
import { verifyRoutes } from './verify-routes.ts';

const externalProviders = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
];

/** GoTrue's surface, to be mounted at `/auth/v1`. Open to everyone; each route below checks its own bearer. */
export function authRoutes(context: AuthContext): Hono<AppEnv> {
  const { settings, limiter } = context;
  const routes = new Hono<AppEnv>();
  routes.onError(respondWithAuthError);
  routes.use(noStore, limitBody);
  const limited = (c: Context<AppEnv>, limit: keyof AuthRateLimits): void => limiter.take(limit, c.var.clientAddress);
  const bearer = (c: Context<AppEnv>) => readBearer(context, c.req.header('authorization'));

  routes.get('/health', (c) =>
    c.json({ version: 'cairn', name: 'GoTrue', description: 'GoTrue is a user registration and authentication API' }),
  );

  routes.get('/settings', (c) =>
    c.json({
      external: { ...Object.fromEntries(externalProviders.map((name) => [name, false])), email: true },
      disable_signup: settings.disableSignup,
      mailer_autoconfirm: settings.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );

  routes.get('/.well-known/jwks.json', (c) =>
    c.json(context.keys.jwks(), 200, { 'cache-control': 'public, max-age=600' }),
  );

  routes.post('/signup', async (c) => {
    limited(c, 'signup');
    return c.json(presentSignedUp(await signUp(context, await readJsonBody(c), clientOf(c), redirectOf(c, settings))));
  });

  routes.post('/token', async (c) => {
    limited(c, 'token');
    const grant = grants.get(c.req.query('grant_type') ?? '');
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return c.json(presentSession(await grant(context, await readJsonBody(c), clientOf(c))));
  });

  routes.post('/logout', async (c) => {
    await signOut(context, await bearer(c), c.req.query('scope') || 'global', clientOf(c));
    return c.body(null, 204);
  });

  routes.get('/user', async (c) => c.json(presentUser((await bearer(c)).user)));

  routes.put('/user', async (c) => {
    limited(c, 'user');
    const who = await bearer(c);
    const updated = await updateUser(context, who, await readJsonBody(c), clientOf(c), redirectOf(c, settings));
    return c.json(presentUser(updated));
  });

  routes.post('/recover', async (c) => {
    limited(c, 'mail');
    await requestRecovery(context, await readJsonBody(c), clientOf(c), redirectOf(c, settings));
    return c.json({});
  });

  routes.post('/resend', async (c) => {
    limited(c, 'mail');
    await resend(context, await readJsonBody(c), redirectOf(c, settings));
    return c.json({});
  });

  routes.route('/', verifyRoutes(context));
  routes.all('*', () => {
    throw new AuthError(404, 'unknown', 'This path is not served here');
  });
  return routes;
}
