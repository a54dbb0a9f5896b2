import { type AuthServer, codeOf, createAuthServer, goodPassword, linkOf } from '@cairn/testkit/auth-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The client library as it is published, against our server: every answer has to be what it understands. */
let server: AuthServer;
beforeAll(async () => {
  server = await createAuthServer({ autoconfirm: false });
});
afterAll(() => server.close());

const client = () => server.client();
const email = 'ada@example.org';

describe('supabase-js', () => {
  it('signs up, confirms, signs in, refreshes, reads, changes, and signs out', async () => {
    const { auth } = client();
    const signedUp = await auth.signUp({ email, password: goodPassword, options: { data: { full_name: 'Ada' } } });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });

    const early = await auth.signInWithPassword({ email, password: goodPassword });
    expect(early.error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    await server.mailsSent();
    const confirmed = await auth.verifyOtp({ type: 'signup', email, token: codeOf(server.mails.at(-1)) });
    expect(confirmed.data.session?.user.email).toBe(email);

    const wrong = await auth.signInWithPassword({ email, password: 'Wrong-Horse-7' });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const signedIn = await auth.signInWithPassword({ email, password: goodPassword });
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });

    server.advance(1);
    const refreshed = await auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);

    const changed = await auth.updateUser({ data: { user_tier: 'plus' } });
    expect(changed.data.user?.user_metadata).toEqual({ full_name: 'Ada', user_tier: 'plus' });
    expect((await auth.getUser()).data.user?.user_metadata).toEqual({ full_name: 'Ada', user_tier: 'plus' });
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1' });

    const elsewhere = client().auth;
    await elsewhere.signInWithPassword({ email, password: goodPassword });
    expect((await auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
  });

  it('recognises a weak password', async () => {
    const { error } = await client().auth.signUp({ email: 'weak@example.org', password: 'short' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length', 'characters'] });
  });

  it('recovers a password by the link, as the reset screen does it', async () => {
    const { auth } = client();
    const asked = await auth.resetPasswordForEmail(email, { redirectTo: `${server.siteUrl}/reset-password` });
    expect(asked.error).toBeNull();
    const tooSoon = await auth.resetPasswordForEmail(email);
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    await server.mailsSent();
    const pressed = await server.call('/verify', {
      method: 'POST',
      body: linkOf(server.mails.at(-1)).search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    const location = new URL(pressed.headers.get('location') ?? '');
    expect(location.pathname).toBe('/reset-password');
    const tokens = new URLSearchParams(location.hash.slice(1));
    const session = await auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    });
    expect(session.data.user?.email).toBe(email);
    expect((await auth.updateUser({ password: 'Other-Horse-8' })).error).toBeNull();
    expect((await client().auth.signInWithPassword({ email, password: 'Other-Horse-8' })).error).toBeNull();
  });

  it('recovers a password with PKCE', async () => {
    server.advance(601);
    const store = new Map<string, string>();
    const { auth } = server.client({
      flowType: 'pkce',
      persistSession: true,
      storage: {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
    });
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
    await server.mailsSent();
    const pressed = await server.call('/verify', {
      method: 'POST',
      body: linkOf(server.mails.at(-1)).search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    const code = new URL(pressed.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const exchanged = await auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.user.email).toBe(email);
  });

  it('changes the address with both links', async () => {
    const { auth } = client();
    await auth.signInWithPassword({ email, password: 'Other-Horse-8' });
    const asked = await auth.updateUser({ email: 'ada@new.example' });
    expect(asked.data.user).toMatchObject({ email, new_email: 'ada@new.example' });
    await server.mailsSent();
    const [first, second] = server.mails.slice(-2).map((mail) => linkOf(mail).searchParams.get('token') ?? '');
    const half = await auth.verifyOtp({ type: 'email_change', token_hash: first ?? '' });
    expect([half.error, half.data.session]).toEqual([null, null]);
    const done = await auth.verifyOtp({ type: 'email_change', token_hash: second ?? '' });
    expect(done.data.user?.email).toBe('ada@new.example');
  });
});
