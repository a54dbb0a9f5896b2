import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type AuthServer, createAuthServer, goodPassword } from '@cairn/testkit/auth-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await createAuthServer({ sessionLockTimeoutMs: 300 });
});
afterAll(() => server.close());

const token = (grant: string, body: unknown) => server.call(`/token?grant_type=${grant}`, { method: 'POST', body });
const refresh = (refreshToken: unknown) => token('refresh_token', { refresh_token: refreshToken });
let serial = 0;
const freshEmail = (): string => `person${++serial}@example.org`;

describe('password grant', () => {
  it('answers an unknown address, a wrong password and a missing one word for word alike', async () => {
    const email = freshEmail();
    await server.signUp(email);
    const answers = await Promise.all([
      token('password', { email: 'nobody@example.org', password: goodPassword }),
      token('password', { email, password: 'Wrong-Horse-7' }),
      token('password', { email, password: '' }),
      token('password', { email, password: `Aa1${'x'.repeat(80)}` }),
      token('password', { email }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
    }
  });

  it('spends about the same work on an unknown address as on a wrong password', async () => {
    const email = freshEmail();
    await server.signUp(email);
    const median = async (body: unknown): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const startedAt = performance.now();
        await token('password', body);
        times.push(performance.now() - startedAt);
      }
      return times.sort((a, b) => a - b)[4] ?? 0;
    };
    await token('password', { email: 'nobody@example.org', password: 'Wrong-Horse-7' });
    const unknown = await median({ email: 'nobody@example.org', password: 'Wrong-Horse-7' });
    const wrong = await median({ email, password: 'Wrong-Horse-7' });
    // Without the dummy hash the first is some ten times faster.
    expect(unknown / wrong).toBeGreaterThan(0.4);
    expect(unknown / wrong).toBeLessThan(2.5);
  });

  it.each([
    ['password', {}, 400, 'validation_failed'],
    ['password', { email: 'a@example.org', phone: '+49', password: 'x' }, 400, 'validation_failed'],
    ['password', { phone: '+49123', password: 'x' }, 422, 'phone_provider_disabled'],
    ['password', { email: ['a'] }, 400, 'bad_json'],
    ['telepathy', {}, 400, 'invalid_credentials'],
    ['constructor', {}, 400, 'invalid_credentials'],
  ])('%s with %o → %i %s', async (grant, body, status, code) => {
    const answer = await token(grant, body);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it('keeps a hundred sessions of a person at most, the lately used ones', async () => {
    const email = freshEmail();
    const { user, access_token: first } = await server.signUp(email);
    server.advance(3);
    await server.sql(
      `insert into auth.sessions (user_id, aal, created_at) select $1, 'aal1', $2::timestamptz + n * interval '1 ms' from generate_series(1, 120) n`,
      [user.id, new Date((Number((await server.keys.verify(first)).iat) + 1) * 1000)],
    );
    const latest = await token('password', { email, password: goodPassword });
    const [row] = await server.sql('select count(*)::int as n from auth.sessions where user_id = $1', [user.id]);
    expect(row).toEqual({ n: 100 });
    expect((await server.call('/user', { as: latest.body.access_token })).status).toBe(200);
    expect((await server.call('/user', { as: first })).status).toBe(403);
  });

  it('lets a banned person in only after the ban, and tells only who knows the password', async () => {
    const email = freshEmail();
    await server.signUp(email);
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where email = $1`, [email]);
    expect((await token('password', { email, password: 'Wrong-Horse-7' })).body.error_code).toBe('invalid_credentials');
    const banned = await token('password', { email, password: goodPassword });
    expect([banned.status, banned.body.error_code]).toEqual([400, 'user_banned']);
    await server.sql(`update auth.users set banned_until = now() - interval '1 day' where email = $1`, [email]);
    expect((await token('password', { email, password: goodPassword })).status).toBe(200);
  });

  it('opens a session of its own each time, whatever the case of the address', async () => {
    const email = freshEmail();
    await server.signUp(email);
    const answer = await token('password', { email: email.toUpperCase(), password: goodPassword });
    expect(answer.status).toBe(200);
    expect(answer.body.user.last_sign_in_at).toEqual(expect.any(String));
    const [row] = await server.sql('select count(*)::int as sessions from auth.sessions where user_id = $1', [
      answer.body.user.id,
    ]);
    expect(row).toEqual({ sessions: 2 });
  });

  const noLimits = {
    signup: null,
    token: null,
    verify: null,
    mail: null,
    user: null,
    codesPerEmail: null,
    failuresPerEmailAndClient: null,
    failuresPerEmail: null,
  };

  it.each(['failuresPerEmail', 'failuresPerEmailAndClient'])('limits failures, not sign-ins: %s', async (name) => {
    const limited = await createAuthServer({ rateLimits: { ...noLimits, [name]: { burst: 3, perMinute: 1 } } });
    await limited.signUp('ada@example.org');
    const attempt = (password: string, email = 'ada@example.org') =>
      limited.call('/token?grant_type=password', { method: 'POST', body: { email, password } });
    for (let round = 0; round < 5; round += 1) expect((await attempt(goodPassword)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) expect((await attempt('Wrong-Horse-7')).status).toBe(400);
    const refused = await attempt(goodPassword);
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt('Wrong-Horse-7', 'other@example.org')).status).toBe(400);
    limited.advance(61);
    expect((await attempt(goodPassword)).status).toBe(200);
    await limited.close();
  });

  it('limits requests per client address', async () => {
    const limited = await createAuthServer({ rateLimits: { ...noLimits, token: { burst: 2, perMinute: 60 } } });
    const attempt = () => limited.call('/token?grant_type=password', { method: 'POST', body: {} });
    expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([400, 400, 429]);
    limited.advance(2);
    expect((await attempt()).status).toBe(400);
    await limited.close();
  });
});

describe('refresh grant', () => {
  let first = '';
  let userId = '';
  beforeEach(async () => {
    const session = await server.signUp(freshEmail());
    first = session.refresh_token;
    userId = session.user.id;
  });
  const next = async (refreshToken: string): Promise<string> => {
    const answer = await refresh(refreshToken);
    expect(answer.status).toBe(200);
    return answer.body.refresh_token;
  };
  const refused = async (refreshToken: string): Promise<string> => {
    const answer = await refresh(refreshToken);
    expect(answer.status).toBe(400);
    return answer.body.error_code;
  };

  it.each([
    ['missing', undefined, 'validation_failed'],
    ['too short', 'abc', 'validation_failed'],
    ['of other characters', 'ABCDEFGHIJKL', 'validation_failed'],
    ['longer than ours', 'a'.repeat(40), 'validation_failed'],
    ['unknown', 'abcdefghijkl', 'refresh_token_not_found'],
  ])('refuses a token that is %s', async (_name, refreshToken, code) => {
    const answer = await refresh(refreshToken);
    expect([answer.status, answer.body.error_code]).toEqual([400, code]);
  });

  it('rotates: the child works, keeps session, amr and aal', async () => {
    const before = await refresh(first);
    server.advance(30);
    const after = await refresh(before.body.refresh_token);
    const [a, b] = await Promise.all([
      server.keys.verify(before.body.access_token),
      server.keys.verify(after.body.access_token),
    ]);
    expect(after.body.refresh_token).not.toBe(before.body.refresh_token);
    expect([b.session_id, b.amr, b.aal]).toEqual([a.session_id, a.amr, a.aal]);
    expect(Number(b.iat) - Number(a.iat)).toBe(30);
  });

  it('gives the parent of the active token the active one again, at any time', async () => {
    const second = await next(first);
    server.advance(3600);
    expect(await next(first)).toBe(second);
    expect(await next(second)).not.toBe(second);
  });

  it('swaps a grandparent within the reuse interval', async () => {
    const second = await next(first);
    const third = await next(second);
    server.advance(9);
    const fourth = await next(first);
    expect([second, third]).not.toContain(fourth);
    expect(await next(fourth)).toEqual(expect.any(String));
  });

  it('revokes every token of the session when a grandparent comes back later', async () => {
    const third = await next(await next(first));
    server.advance(11);
    expect(await refused(first)).toBe('refresh_token_already_used');
    server.advance(11);
    expect(await refused(third)).toBe('refresh_token_already_used');
    const [row] = await server.sql(
      'select count(*)::int as n from auth.refresh_tokens where user_id = $1 and not revoked',
      [userId],
    );
    expect(row).toEqual({ n: 0 });
  });

  it('does not prolong the interval by using the old token again and again', async () => {
    await next(await next(first));
    server.advance(6);
    // A swap of the old token; its child is used, so that the old one is not the active one's parent any more.
    await next(await next(first));
    server.advance(6);
    expect(await refused(first)).toBe('refresh_token_already_used');
  });

  it('leaves other sessions alone when one is revoked', async () => {
    const other = await server.signUp(freshEmail());
    await next(await next(first));
    server.advance(11);
    await refused(first);
    expect(await next(other.refresh_token)).toEqual(expect.any(String));
  });

  it('hands all of ten simultaneous refreshes the same child', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const [row] = await server.sql(
      'select count(*)::int as n from auth.refresh_tokens where user_id = $1 and not revoked',
      [userId],
    );
    expect(row).toEqual({ n: 1 });
  });

  it('refuses after sign-out, expiry of the session, a ban, and for a deleted account', async () => {
    const [session] = await server.sql('select id from auth.sessions where user_id = $1', [userId]);
    await server.sql(`update auth.sessions set not_after = now() - interval '1 day' where id = $1`, [session?.id]);
    expect(await refused(first)).toBe('session_expired');
    await server.sql('update auth.sessions set not_after = null where id = $1', [session?.id]);
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [userId]);
    expect(await refused(first)).toBe('user_banned');
    await server.sql('update auth.users set banned_until = null where id = $1', [userId]);
    expect(await next(first)).toEqual(expect.any(String));
    await server.sql('delete from auth.users where id = $1', [userId]);
    expect(await refused(first)).toBe('refresh_token_not_found');
  });

  it('forgets tokens that were used long ago', async () => {
    let current = first;
    for (let day = 0; day < 5; day += 1) {
      current = await next(current);
      server.advance(86_400);
    }
    const [row] = await server.sql('select count(*)::int as n from auth.refresh_tokens where user_id = $1', [userId]);
    expect(row?.n).toBeLessThanOrEqual(3);
  });

  it('waits for the lock of the session, and answers 409 when that takes too long', async () => {
    const [session] = await server.sql<{ id: string }>('select id from auth.sessions where user_id = $1', [userId]);
    const holding = server.sql(
      `do $$ begin perform 1 from auth.sessions where id = '${session?.id}' for update; perform pg_sleep(0.8); end $$`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await refresh(first);
    expect([answer.status, answer.body.error_code]).toEqual([409, 'conflict']);
    await holding;
    expect(await next(first)).toEqual(expect.any(String));
  });
});

describe('pkce grant', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const startFlow = async (): Promise<string> => {
    const { user } = await server.signUp(freshEmail());
    const code = randomUUID();
    await server.sql(
      `insert into auth.flow_state (user_id, auth_code, code_challenge_method, code_challenge, provider_type,
         authentication_method, created_at, auth_code_issued_at)
       values ($1, $2, 's256', $3, 'email', 'recovery', $4, $4)`,
      [user.id, code, challenge, new Date(Date.now() + skew * 1000)],
    );
    return code;
  };
  // The clock of this server has been moved on by the tests above.
  let skew = 0;
  beforeAll(async () => {
    const { access_token } = await server.signUp(freshEmail());
    skew = Number((await server.keys.verify(access_token)).iat) - Math.floor(Date.now() / 1000);
  });

  it('refuses an empty, unknown or malformed code', async () => {
    expect((await token('pkce', {})).body.error_code).toBe('validation_failed');
    for (const code of [randomUUID(), 'not-a-uuid']) {
      const answer = await token('pkce', { auth_code: code, code_verifier: verifier });
      expect([answer.status, answer.body.error_code]).toEqual([404, 'flow_state_not_found']);
    }
  });

  it('allows one attempt: a wrong verifier ends the flow', async () => {
    const code = await startFlow();
    const wrong = await token('pkce', { auth_code: code, code_verifier: 'x'.repeat(43) });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'bad_code_verifier']);
    expect((await token('pkce', { auth_code: code, code_verifier: verifier })).status).toBe(404);
  });

  it('exchanges the code once, with the method of the flow', async () => {
    const code = await startFlow();
    const answer = await token('pkce', { auth_code: code, code_verifier: verifier });
    expect(answer.status).toBe(200);
    expect(await server.keys.verify(answer.body.access_token)).toMatchObject({ amr: [{ method: 'recovery' }] });
    expect((await token('pkce', { auth_code: code, code_verifier: verifier })).status).toBe(404);
  });

  it('refuses a code after five minutes', async () => {
    const code = await startFlow();
    server.advance(301);
    const answer = await token('pkce', { auth_code: code, code_verifier: verifier });
    expect([answer.status, answer.body.error_code]).toEqual([422, 'flow_state_expired']);
  });
});
