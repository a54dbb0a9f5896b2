import { type AuthServer, createAuthServer, goodPassword, linkOf } from '@cairn/testkit/auth-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const post = (body: unknown, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers });

describe('sign-up with accounts confirmed at once', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await createAuthServer({ firstAccountIsAdministrator: true });
  });
  afterAll(() => server.close());

  it.each([
    ['no password', { email: 'x@example.org' }, 400, 'validation_failed'],
    ['an address that is none', { email: 'nobody', password: goodPassword }, 400, 'validation_failed'],
    ['address and phone', { email: 'x@example.org', phone: '+491', password: goodPassword }, 400, 'validation_failed'],
    ['a phone', { phone: '+49123456', password: goodPassword }, 400, 'phone_provider_disabled'],
    ['nobody at all', {}, 422, 'anonymous_provider_disabled'],
    ['a password of 73 bytes', { email: 'x@example.org', password: `Aa1${'x'.repeat(70)}` }, 400, 'validation_failed'],
    ['a field of another type', { email: 7, password: goodPassword }, 400, 'bad_json'],
    ['a list', [], 400, 'bad_json'],
    ['rubbish', '{', 400, 'bad_json'],
    ['a NUL', '{"email":"x@example.org","password":"Correct-Horse-7","data":{"a":"\\u0000"}}', 400, 'bad_json'],
    [
      'half of PKCE',
      { email: 'x@example.org', password: goodPassword, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
    ],
    [
      'huge metadata',
      { email: 'x@example.org', password: goodPassword, data: { a: 'x'.repeat(5000) } },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    const answer = await server.call('/signup', post(body));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: status, error_code: code, msg: expect.any(String) });
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
    expect(await server.sql('select 1 from auth.users')).toHaveLength(0);
  });

  it('says in both shapes what a weak password lacks', async () => {
    const body = { email: 'x@example.org', password: 'short' };
    const old = await server.call('/signup', post(body));
    expect(old.status).toBe(422);
    expect(old.body).toMatchObject({
      code: 422,
      error_code: 'weak_password',
      weak_password: { reasons: ['length', 'characters'] },
    });
    const fresh = await server.call('/signup', post(body, { 'x-supabase-api-version': '2024-01-01' }));
    expect(fresh.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(fresh.body).toEqual({
      code: 'weak_password',
      message: old.body.msg,
      weak_password: { reasons: ['length', 'characters'] },
    });
  });

  it('answers 413 to a body over 1 MiB', async () => {
    const answer = await server.call('/signup', post({ email: 'x'.repeat(1_100_000) }));
    expect([answer.status, answer.body.error_code]).toEqual([413, 'request_entity_too_large']);
  });

  it('opens a session, makes the profile, and makes the first account alone administrator', async () => {
    const answer = await server.call(
      '/signup',
      post({ email: ' Ada@Example.org', password: goodPassword, data: { full_name: 'Ada', user_tier: 'plus' } }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { user, access_token: token, expires_at: expiresAt } = answer.body;
    expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, refresh_token: expect.any(String) });
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.org',
      phone: '',
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada', user_tier: 'plus' },
      identities: [{ provider: 'email', identity_data: { email: 'ada@example.org', sub: user.id } }],
    });
    const claims = await server.keys.verify(token);
    expect(claims).toMatchObject({
      iss: 'http://cairn.test/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      exp: expiresAt,
    });
    await server.signUp('second@example.org');
    const rows = await server.sql(
      'select email, is_admin, display_name, subscription_tier from public.profiles order by created_at',
    );
    expect(rows).toEqual([
      { email: 'ada@example.org', is_admin: true, display_name: 'Ada', subscription_tier: 'free' },
      { email: 'second@example.org', is_admin: false, display_name: null, subscription_tier: 'free' },
    ]);
  });

  it('makes exactly one administrator of twenty accounts that sign up at once', async () => {
    const crowd = await createAuthServer({ firstAccountIsAdministrator: true });
    await Promise.all(Array.from({ length: 20 }, (_, index) => crowd.signUp(`p${index}@example.org`)));
    expect(await crowd.sql('select 1 from public.profiles where is_admin')).toHaveLength(1);
    // Somebody else has been put in charge since: the first account does not come back.
    await crowd.sql(
      `update public.profiles set is_admin = not is_admin
       where is_admin or id = (select id from public.profiles where not is_admin order by created_at desc limit 1)`,
    );
    const before = await crowd.sql('select email from public.profiles where is_admin');
    await crowd.signUp('late@example.org');
    expect(await crowd.sql('select email from public.profiles where is_admin')).toEqual(before);
    await crowd.close();
  });

  it('refuses a taken address, in any case, also when two ask at once', async () => {
    const body = { email: 'Twice@example.org', password: goodPassword };
    const answers = await Promise.all([server.call('/signup', post(body)), server.call('/signup', post(body))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const again = await server.call('/signup', post({ ...body, email: 'twice@example.org' }));
    expect([again.status, again.body.error_code, again.body.msg]).toEqual([
      422,
      'user_already_exists',
      'User already registered',
    ]);
  });

  it('can be closed', async () => {
    const closed = await createAuthServer({ disableSignup: true });
    const answer = await closed.call('/signup', post({ email: 'x@example.org', password: goodPassword }));
    expect([answer.status, answer.body.error_code]).toEqual([422, 'signup_disabled']);
    expect((await closed.call('/settings')).body).toMatchObject({ disable_signup: true });
    await closed.close();
  });
});

describe('sign-up with confirmation by mail', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await createAuthServer({ autoconfirm: false });
  });
  afterAll(() => server.close());

  it('refuses before storing anything when mail does not work', async () => {
    server.breakMail(true);
    const answer = await server.call('/signup', post({ email: 'ada@example.org', password: goodPassword }));
    server.breakMail(false);
    expect([answer.status, answer.body.error_code]).toEqual([500, 'unexpected_failure']);
    expect(await server.sql('select 1 from auth.users')).toHaveLength(0);
  });

  it('returns the bare user, refuses the password until confirmed, and confirms by the link', async () => {
    const credentials = { email: 'ada@example.org', password: goodPassword };
    const answer = await server.call('/signup', post({ ...credentials, data: { full_name: 'Ada' } }));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ email: 'ada@example.org', confirmation_sent_at: expect.any(String) });
    expect(answer.body).not.toHaveProperty('access_token');
    expect(answer.body).not.toHaveProperty('email_confirmed_at');

    const early = await server.call('/token?grant_type=password', post(credentials));
    expect([early.status, early.body.error_code]).toEqual([400, 'email_not_confirmed']);
    const wrong = await server.call('/token?grant_type=password', post({ ...credentials, password: 'Wrong-Horse-7' }));
    expect(wrong.body.error_code).toBe('invalid_credentials');

    await server.mailsSent();
    const [mail] = server.mails;
    expect(mail).toMatchObject({ kind: 'confirmation', to: 'ada@example.org' });
    expect(mail?.text).toContain('expires in 1 hour');
    const { searchParams } = linkOf(mail);
    const confirmed = await server.call('/verify', post({ type: 'signup', token_hash: searchParams.get('token') }));
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.user.email_confirmed_at).toEqual(expect.any(String));
    expect(confirmed.body.user.identities[0].identity_data.email_verified).toBe(true);
    expect((await server.call('/token?grant_type=password', post(credentials))).status).toBe(200);
  });

  it('answers a confirmed address with an invented user and sends nothing', async () => {
    server.advance(61);
    const sent = server.mails.length;
    const body = { email: 'ada@example.org', password: goodPassword, data: { full_name: 'Eve' } };
    const answer = await server.call('/signup', post(body));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ identities: [], role: '', user_metadata: { full_name: 'Eve' } });
    expect(await server.sql('select 1 from auth.users where id = $1', [answer.body.id])).toHaveLength(0);
    await server.mailsSent();
    expect(server.mails).toHaveLength(sent);
  });

  it('tells a stranger nothing of what another typed for an unconfirmed address, and keeps their password', async () => {
    await server.call(
      '/signup',
      post({ email: 'bob@example.org', password: goodPassword, data: { full_name: 'Bob' } }),
    );
    server.advance(61);
    const body = { email: 'bob@example.org', password: 'Other-Horse-7', data: { full_name: 'Eve' } };
    const answer = await server.call('/signup', post(body));
    expect(answer.body.user_metadata).toEqual({ full_name: 'Eve' });
    await server.mailsSent();
    const token = linkOf(server.mails.at(-1)).searchParams.get('token');
    await server.call('/verify', post({ type: 'signup', token_hash: token }));
    const signIn = (password: string) =>
      server.call('/token?grant_type=password', post({ email: 'bob@example.org', password }));
    expect((await signIn('Other-Horse-7')).status).toBe(400);
    expect((await signIn(goodPassword)).status).toBe(200);
  });

  it('sends one mail per address and minute, and /resend is silent about who is there', async () => {
    const soon = await server.call('/signup', post({ email: 'bob@example.org', password: goodPassword }));
    expect([soon.status, soon.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(soon.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
    server.advance(61);
    await server.call('/signup', post({ email: 'eve@example.org', password: goodPassword }));
    server.advance(61);
    await server.mailsSent();
    const sent = server.mails.length;
    for (const email of ['nobody@example.org', 'ada@example.org', 'eve@example.org']) {
      const answer = await server.call('/resend', post({ type: 'signup', email }));
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect((await server.call('/resend', post({ type: 'signup', email }))).status).toBe(429);
    }
    await server.mailsSent();
    expect(server.mails.slice(sent).map(({ to }) => to)).toEqual(['eve@example.org']);
  });

  it.each([
    [{ email: 'x@example.org' }, 'validation_failed'],
    [{ type: 'recovery', email: 'x@example.org' }, 'validation_failed'],
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'sms', phone: '+49123' }, 'phone_provider_disabled'],
  ])('/resend refuses %o', async (body, code) => {
    const answer = await server.call('/resend', post(body));
    expect([answer.status, answer.body.error_code]).toEqual([400, code]);
  });
});
