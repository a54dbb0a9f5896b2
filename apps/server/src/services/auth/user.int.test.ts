import { randomUUID } from 'node:crypto';
import { type AuthServer, createAuthServer, goodPassword, linkOf } from '@cairn/testkit/auth-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: AuthServer;
let serial = 0;
const person = async (on = server) => {
  const email = `person${++serial}@example.org`;
  const session = await on.signUp(email);
  return { email, id: session.user.id, token: session.access_token, refreshToken: session.refresh_token };
};
const signIn = (email: string, password = goodPassword, on = server) =>
  on.call('/token?grant_type=password', { method: 'POST', body: { email, password } });
const put = (as: string, body: unknown, on = server) => on.call('/user', { method: 'PUT', as, body });
const codeOfAnswer = ({ status, body }: { status: number; body: { error_code: string } }) => [status, body.error_code];

beforeAll(async () => {
  server = await createAuthServer();
});
afterAll(() => server.close());

describe('the bearer', () => {
  const calls = [
    ['/user', 'GET'],
    ['/user', 'PUT'],
    ['/logout', 'POST'],
  ] as const;

  it.each(calls)('%s %s is refused without a valid token, session and account', async (path, method) => {
    const now = Math.floor(Date.now() / 1000);
    const mint = (claims: object) =>
      server.keys.sign({ role: 'authenticated', aud: 'authenticated', exp: now + 3600, iat: now, ...claims });
    const ask = async (authorization?: string) =>
      codeOfAnswer(
        await server.call(path, {
          method,
          body: method === 'GET' ? undefined : {},
          headers: authorization ? { authorization } : {},
        }),
      );
    const known = await person();
    expect(await ask()).toEqual([401, 'no_authorization']);
    expect(await ask('Basic abc')).toEqual([401, 'no_authorization']);
    expect(await ask('Bearer rubbish')).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await mint({ sub: known.id, exp: now - 1 })}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${server.keys.anonKey}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${server.keys.serviceRoleKey}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await mint({ sub: 'not-a-uuid' })}`)).toEqual([400, 'bad_jwt']);
    expect(await ask(`Bearer ${await mint({ sub: randomUUID() })}`)).toEqual([403, 'user_not_found']);
    expect(await ask(`Bearer ${await mint({ sub: known.id, session_id: randomUUID() })}`)).toEqual([
      403,
      'session_not_found',
    ]);
    // A session of somebody else is no session of this person.
    const other = await server.keys.verify((await person()).token);
    expect(await ask(`Bearer ${await mint({ sub: known.id, session_id: other.session_id })}`)).toEqual([
      403,
      'session_not_found',
    ]);
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [known.id]);
    expect(await ask(`Bearer ${known.token}`)).toEqual([403, 'user_banned']);
  });
});

describe('GET /user', () => {
  it('shows the account and nothing secret', async () => {
    const ada = await person();
    const { status, body } = await server.call('/user', { as: ada.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ada.id, email: ada.email });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|token/);
  });
});

describe('PUT /user', () => {
  it.each([
    [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    [{ phone: '+49123456' }, 400, 'phone_provider_disabled'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ password: 'weak' }, 422, 'weak_password'],
    [{ password: goodPassword }, 422, 'same_password'],
    [{ password: 'Other-Horse-8', current_password: 'Wrong-Horse-7' }, 400, 'current_password_invalid'],
    [{ data: { a: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    [{ data: 'text' }, 400, 'bad_json'],
  ])('refuses %o', async (body, status, code) => {
    const ada = await person();
    expect(codeOfAnswer(await put(ada.token, body))).toEqual([status, code]);
    expect((await signIn(ada.email)).status).toBe(200);
  });

  it('merges metadata, deletes keys set to null, and grants nothing by it', async () => {
    const ada = await person();
    await put(ada.token, { data: { full_name: 'Ada', theme: 'dark' } });
    const { body } = await put(ada.token, { data: { theme: null, user_tier: 'plus', is_admin: true } });
    expect(body.user_metadata).toEqual({ full_name: 'Ada', user_tier: 'plus', is_admin: true });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    const [profile] = await server.sql('select subscription_tier, is_admin from public.profiles where id = $1', [
      ada.id,
    ]);
    expect(profile).toEqual({ subscription_tier: 'free', is_admin: false });
  });

  it('changes the password, ends the other sessions and voids pending links', async () => {
    const ada = await person();
    const elsewhere = (await signIn(ada.email)).body;
    await server.call('/recover', { method: 'POST', body: { email: ada.email } });
    await server.mailsSent();
    const link = linkOf(server.mails.at(-1)).searchParams.get('token');

    const changed = await put(ada.token, { password: 'Other-Horse-8', current_password: goodPassword });
    expect(changed.status).toBe(200);
    expect((await signIn(ada.email)).body.error_code).toBe('invalid_credentials');
    expect((await signIn(ada.email, 'Other-Horse-8')).status).toBe(200);
    expect((await server.call('/user', { as: ada.token })).status).toBe(200);
    expect(codeOfAnswer(await server.call('/user', { as: elsewhere.access_token }))).toEqual([
      403,
      'session_not_found',
    ]);
    const refreshed = await server.call('/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: elsewhere.refresh_token },
    });
    expect(refreshed.status).toBe(400);
    const redeemed = await server.call('/verify', { method: 'POST', body: { type: 'recovery', token_hash: link } });
    expect(codeOfAnswer(redeemed)).toEqual([403, 'otp_expired']);
  });

  it('wants the second factor of who has one before password or address change', async () => {
    const ada = await person();
    await server.sql(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
      ada.id,
    ]);
    for (const body of [{ password: 'Other-Horse-8' }, { email: 'new-ada@example.org' }]) {
      expect(codeOfAnswer(await put(ada.token, body))).toEqual([401, 'insufficient_aal']);
    }
    expect((await put(ada.token, { data: { theme: 'dark' } })).status).toBe(200);
  });

  it('takes over a new address at once where accounts are confirmed at once, but no taken one', async () => {
    const [ada, bob] = [await person(), await person()];
    expect(codeOfAnswer(await put(ada.token, { email: bob.email.toUpperCase() }))).toEqual([422, 'email_exists']);
    const { status, body } = await put(ada.token, { email: 'Ada.New@example.org' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'ada.new@example.org', identities: [{ email: 'ada.new@example.org' }] });
    expect((await signIn(ada.email)).status).toBe(400);
    expect((await signIn('ada.new@example.org')).status).toBe(200);
    const [profile] = await server.sql('select email from public.profiles where id = $1', [ada.id]);
    expect(profile).toEqual({ email: 'ada.new@example.org' });
  });

  it('gives an address to one of two who want it at once', async () => {
    const [ada, bob] = [await person(), await person()];
    const answers = await Promise.all([
      put(ada.token, { email: 'wanted@example.org' }),
      put(bob.token, { email: 'wanted@example.org' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('change of address with mail', () => {
  it('needs both links; the old address works until then', async () => {
    const mailed = await createAuthServer({ autoconfirm: false });
    await mailed.call('/signup', { method: 'POST', body: { email: 'ada@example.org', password: goodPassword } });
    await mailed.mailsSent();
    const redeem = (type: string, index: number) =>
      mailed.call('/verify', {
        method: 'POST',
        body: { type, token_hash: linkOf(mailed.mails.at(index)).searchParams.get('token') },
      });
    const token = (await redeem('signup', -1)).body.access_token;

    const pending = await put(token, { email: 'ada@new.example' }, mailed);
    expect(pending.body).toMatchObject({ email: 'ada@example.org', new_email: 'ada@new.example' });
    expect(codeOfAnswer(await put(token, { email: 'ada@new.example' }, mailed))).toEqual([
      429,
      'over_email_send_rate_limit',
    ]);
    await mailed.mailsSent();
    expect(mailed.mails.slice(-2).map(({ to }) => to)).toEqual(['ada@example.org', 'ada@new.example']);

    // Again after a while: the first two links are void then.
    const [oldLink] = [linkOf(mailed.mails.at(-1)).searchParams.get('token')];
    mailed.advance(61);
    expect(
      (await mailed.call('/resend', { method: 'POST', body: { type: 'email_change', email: 'ada@example.org' } }))
        .status,
    ).toBe(200);
    await mailed.mailsSent();
    const voided = await mailed.call('/verify', {
      method: 'POST',
      body: { type: 'email_change', token_hash: oldLink },
    });
    expect(codeOfAnswer(voided)).toEqual([403, 'otp_expired']);

    const first = await redeem('email_change', -1);
    expect(first.body).toEqual({ msg: expect.stringContaining('Confirmation link accepted'), code: '200' });
    expect((await signIn('ada@new.example', goodPassword, mailed)).status).toBe(400);
    expect((await redeem('email_change', -1)).status).toBe(403);
    const second = await redeem('email_change', -2);
    expect(second.body.user).toMatchObject({ email: 'ada@new.example' });
    expect(second.body.user).not.toHaveProperty('new_email');
    expect((await signIn('ada@example.org', goodPassword, mailed)).status).toBe(400);
    expect((await signIn('ada@new.example', goodPassword, mailed)).status).toBe(200);
    await mailed.close();
  });
});

describe('POST /logout', () => {
  const sessionsAfter = async (scope: string): Promise<number[]> => {
    const ada = await person();
    const [second, third] = [(await signIn(ada.email)).body, (await signIn(ada.email)).body];
    const answer = await server.call(`/logout${scope}`, { method: 'POST', as: second.access_token });
    expect([answer.status, answer.body]).toEqual([204, '']);
    const tokens = [ada.token, second.access_token, third.access_token];
    return Promise.all(tokens.map(async (token) => (await server.call('/user', { as: token })).status));
  };

  it('signs out everywhere, here, or everywhere else, by scope', async () => {
    expect(await sessionsAfter('')).toEqual([403, 403, 403]);
    expect(await sessionsAfter('?scope=global')).toEqual([403, 403, 403]);
    expect(await sessionsAfter('?scope=local')).toEqual([200, 403, 200]);
    expect(await sessionsAfter('?scope=others')).toEqual([403, 200, 403]);
  });

  it('refuses other scopes, and leaves other people signed in', async () => {
    const [ada, bob] = [await person(), await person()];
    expect(codeOfAnswer(await server.call('/logout?scope=all', { method: 'POST', as: ada.token }))).toEqual([
      400,
      'validation_failed',
    ]);
    await server.call('/logout', { method: 'POST', as: ada.token });
    expect((await server.call('/user', { as: bob.token })).status).toBe(200);
  });

  it('ends the refresh token with the session', async () => {
    const ada = await person();
    await server.call('/logout?scope=local', { method: 'POST', as: ada.token });
    const answer = await server.call('/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: ada.refreshToken },
    });
    expect(codeOfAnswer(answer)).toEqual([400, 'refresh_token_not_found']);
  });
});

describe('what is public', () => {
  it('answers health, settings, keys, and 404 in its own shape', async () => {
    expect((await server.call('/health')).body).toMatchObject({ name: 'GoTrue' });
    expect((await server.call('/settings')).body).toMatchObject({
      external: { email: true, google: false, anonymous_users: false },
      mailer_autoconfirm: true,
      disable_signup: false,
    });
    const jwks = await server.call('/.well-known/jwks.json');
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    expect(jwks.body.keys).toEqual([expect.objectContaining({ alg: 'ES256', kty: 'EC' })]);
    expect(jwks.body.keys[0]).not.toHaveProperty('d');
    expect(codeOfAnswer(await server.call('/nothing'))).toEqual([404, 'unknown']);
  });
});
