import { createHash, randomBytes } from 'node:crypto';
import { type AuthServer, codeOf, createAuthServer, goodPassword, linkOf } from '@cairn/testkit/auth-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: AuthServer;
let serial = 0;
let email = '';
beforeAll(async () => {
  server = await createAuthServer({ allowLoopbackRedirects: true, redirectAllowList: ['https://*.cairn.example/**'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  email = `person${++serial}@example.org`;
  await server.signUp(email);
});

const recover = (body: unknown, query = '') => server.call(`/recover${query}`, { method: 'POST', body });
const lastLink = async (): Promise<URL> => {
  await server.mailsSent();
  return linkOf(server.mails.at(-1));
};
const mailedLink = async (query = '', body: object = {}): Promise<URL> => {
  expect((await recover({ email, ...body }, query)).status).toBe(200);
  return lastLink();
};
const open = (link: URL) => server.call(`/verify${link.search}`);
const press = (link: URL, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  server.call('/verify', {
    method: 'POST',
    body: link.search.slice(1),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const fragmentOf = (location: string | null): URLSearchParams =>
  new URLSearchParams(new URL(location ?? '').hash.slice(1));
const verify = (body: unknown) => server.call('/verify', { method: 'POST', body });

describe('POST /recover', () => {
  it('refuses what is no address', async () => {
    for (const body of [{}, { email: 'nobody' }, { email, code_challenge: 'short', code_challenge_method: 's256' }]) {
      const answer = await recover(body);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    }
  });

  it('answers a known and an unknown address alike, the second time too', async () => {
    const unknown = `nobody${serial}@example.org`;
    const shapeOf = ({ status, body, headers }: Awaited<ReturnType<typeof recover>>) => [
      status,
      body,
      [...headers.keys()].sort(),
    ];
    expect(shapeOf(await recover({ email }))).toEqual(shapeOf(await recover({ email: unknown })));
    server.advance(599);
    const [known, stranger] = [await recover({ email }), await recover({ email: unknown.toUpperCase() })];
    expect(shapeOf(known)).toEqual(shapeOf(stranger));
    expect([known.status, known.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(known.body.msg).toBe('For security purposes, you can only request this after 1 seconds.');
    server.advance(2);
    expect((await recover({ email })).status).toBe(200);
    await server.mailsSent();
    expect(server.mails.some(({ to }) => to === unknown)).toBe(false);
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(2);
  });

  it('says that mail does not work to everybody alike, and uses up nobody’s turn', async () => {
    server.breakMail(true);
    const answers = [await recover({ email }), await recover({ email: 'nobody@elsewhere.example' })];
    server.breakMail(false);
    for (const { status, body } of answers) expect([status, body.error_code]).toEqual([500, 'unexpected_failure']);
    expect((await recover({ email })).status).toBe(200);
  });
});

describe('the page behind a link', () => {
  it('spends nothing by being looked at, however often, and works once', async () => {
    const link = await mailedLink('?redirect_to=http://localhost:5173/reset-password');
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*form-action 'self' http:\/\/localhost:5173;/,
      );
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.body).toContain('<form method="post" action="verify">');
      expect(page.body).not.toMatch(/<script|<style|style=|onclick/);
    }
    const pressed = await press(link);
    expect(pressed.status).toBe(303);
    const location = pressed.headers.get('location') ?? '';
    expect(location).toMatch(/^http:\/\/localhost:5173\/reset-password#/);
    const session = fragmentOf(location);
    expect(session.get('type')).toBe('recovery');
    expect(session.get('token_type')).toBe('bearer');
    const user = await server.call('/user', { as: session.get('access_token') ?? '' });
    expect(user.body.email).toBe(email);

    for (const again of [await press(link), await open(link)]) {
      expect(again.status).toBe(303);
      expect(Object.fromEntries(fragmentOf(again.headers.get('location')))).toEqual({
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: 'Email link is invalid or has expired',
        sb: '',
      });
    }
  });

  it('redeems for one of five who press at once', async () => {
    const link = await mailedLink();
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(link)));
    const sessions = answers.filter(({ headers }) => fragmentOf(headers.get('location')).has('access_token'));
    expect(sessions).toHaveLength(1);
  });

  it('takes the button from its own page only', async () => {
    const link = await mailedLink();
    const attempts = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const headers of attempts) expect((await press(link, headers as Record<string, string>)).status).toBe(403);
    const pressed = await press(link, { origin: server.siteUrl });
    expect(fragmentOf(pressed.headers.get('location')).has('access_token')).toBe(true);
  });

  it.each([
    ['another site', 'https://evil.example/x', 'http://cairn.test/'],
    ['a look-alike', 'http://cairn.test.evil.example/', 'http://cairn.test/'],
    ['user info', 'http://cairn.test@evil.example/', 'http://cairn.test/'],
    ['a script', 'javascript:alert(1)', 'http://cairn.test/'],
    ['a path only', '/reset-password', 'http://cairn.test/'],
    ['the site itself', 'http://cairn.test/reset-password', 'http://cairn.test/reset-password'],
    ['the configured list', 'https://app.cairn.example/a/b', 'https://app.cairn.example/a/b'],
  ])('leads from %s to where it may', async (_name, asked, expected) => {
    const link = await mailedLink(`?redirect_to=${encodeURIComponent(asked)}`);
    link.searchParams.set('redirect_to', asked);
    const location = new URL((await press(link)).headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(expected);
  });

  it('expires after an hour', async () => {
    const link = await mailedLink();
    server.advance(3599);
    expect((await open(link)).status).toBe(200);
    server.advance(1);
    expect((await open(link)).status).toBe(303);
    expect(fragmentOf((await press(link)).headers.get('location')).get('error_code')).toBe('otp_expired');
  });

  it('answers 400 to a link that is none', async () => {
    for (const query of [
      '',
      '?token=abc',
      '?type=recovery',
      '?token=a%20b&type=recovery',
      '?token=abc&type=nonsense',
      '?token=abc&type=constructor',
    ]) {
      const answer = await server.call(`/verify${query}`);
      expect([query, answer.status, answer.body.error_code]).toEqual([query, 400, 'validation_failed']);
    }
  });

  it('does not let a link do the work of another kind', async () => {
    const link = await mailedLink();
    link.searchParams.set('type', 'signup');
    expect((await open(link)).status).toBe(303);
    link.searchParams.set('type', 'recovery');
    expect((await open(link)).status).toBe(200);
  });

  it('gives a code instead of tokens to who asked with PKCE, good with the verifier only', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const link = await mailedLink('', { code_challenge: challenge, code_challenge_method: 's256' });
    expect(link.searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/);
    const location = new URL((await press(link)).headers.get('location') ?? '');
    expect(location.hash).toBe('');
    const body = { auth_code: location.searchParams.get('code'), code_verifier: verifier };
    const exchanged = await server.call('/token?grant_type=pkce', { method: 'POST', body });
    expect(exchanged.status).toBe(200);
    expect(exchanged.body.user.email).toBe(email);
    expect(await server.keys.verify(exchanged.body.access_token)).toMatchObject({ amr: [{ method: 'recovery' }] });
  });
});

describe('POST /verify', () => {
  it.each([
    [{ token_hash: 'abc' }],
    [{ type: 'recovery' }],
    [{ type: 'recovery', token: '123456' }],
    [{ type: 'recovery', token: '123456', token_hash: 'abc' }],
    [{ type: 'recovery', token_hash: 'abc', email: 'x@example.org' }],
    [{ type: 'nonsense', token_hash: 'abc' }],
    [{ type: 'recovery', token: '123456', phone: '+49' }],
  ])('refuses %o', async (body) => {
    const answer = await verify(body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('redeems the code of a mail with its address, once', async () => {
    await mailedLink();
    const token = codeOf(server.mails.at(-1));
    const other = await verify({ type: 'recovery', email: 'other@example.org', token });
    expect([other.status, other.body.error_code, other.body.msg]).toEqual([
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ]);
    const wrong = token === '000000' ? '000001' : '000000';
    for (const guess of [wrong, 'äöüäöü', ''])
      expect((await verify({ type: 'recovery', email, token: guess })).status).toBeGreaterThanOrEqual(400);
    const redeemed = await verify({ type: 'recovery', email: email.toUpperCase(), token });
    expect(redeemed.status).toBe(200);
    expect(redeemed.body).toMatchObject({ token_type: 'bearer', user: { email } });
    expect((await verify({ type: 'recovery', email, token })).status).toBe(403);
  });

  it('does not let the six digits be guessed', async () => {
    const { defaultAuthRateLimits } = await import('./auth-settings.ts');
    const guarded = await createAuthServer({ rateLimits: { ...defaultAuthRateLimits, verify: null } });
    await guarded.signUp('ada@example.org');
    const guess = () =>
      guarded.call('/verify', {
        method: 'POST',
        body: { type: 'recovery', email: 'ada@example.org', token: '123456' },
      });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    await guarded.close();
  });

  it('opens nothing for a banned person', async () => {
    const link = await mailedLink();
    await server.sql(`update auth.users set banned_until = now() + interval '30 days' where email = $1`, [email]);
    const answer = await verify({ type: 'recovery', token_hash: link.searchParams.get('token') });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'user_banned']);
    expect(fragmentOf((await press(link)).headers.get('location')).get('error_code')).toBe('user_banned');
  });

  it('lets somebody who forgot the password set a new one', async () => {
    const link = await mailedLink();
    const { body } = await verify({ type: 'recovery', token_hash: link.searchParams.get('token') });
    expect(
      (await server.call('/user', { method: 'PUT', as: body.access_token, body: { password: 'Other-Horse-8' } }))
        .status,
    ).toBe(200);
    const signIn = (password: string) =>
      server.call('/token?grant_type=password', { method: 'POST', body: { email, password } });
    expect([(await signIn(goodPassword)).status, (await signIn('Other-Horse-8')).status]).toEqual([400, 200]);
  });
});
