import { createSmtpSink, type SmtpSink } from '@cairn/testkit/smtp-sink';
import { createWorld, testPassword, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The whole server with a mail server configured: addresses are confirmed by mail, and the built-in mailbox is off. */
let sink: SmtpSink;
let world: World;
let now = Date.now();
beforeAll(async () => {
  sink = await createSmtpSink();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'Cairn <no-reply@cairn.example>' };
  world = await createWorld({ env, users: false, clock: { now: () => now } });
});
afterAll(async () => {
  await world.close();
  await sink.close();
});

const post = (path: string, body: unknown) =>
  world.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const credentials = { email: 'ada@example.org', password: testPassword };

it('confirms an address by mail before the password opens anything', async () => {
  const signedUp = await post('/auth/v1/signup', credentials);
  expect(await signedUp.json()).not.toHaveProperty('access_token');
  await expect.poll(() => sink.received.length).toBe(1);
  const [mail] = sink.received;
  expect(mail).toMatchObject({ to: ['ada@example.org'], from: 'no-reply@cairn.example' });
  const text = (mail?.source ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  const link = new URL(/https?:\/\/\S+\/verify\?\S+/.exec(text)?.[0] ?? '');
  expect(link.origin).toBe(world.url);

  expect((await post('/auth/v1/token?grant_type=password', credentials)).status).toBe(400);
  const page = await fetch(link);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await post('/auth/v1/token?grant_type=password', credentials)).status).toBe(400);
  const pressed = await fetch(`${link.origin}${link.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: link.searchParams,
  });
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get('location')).toContain('#access_token=');
  expect((await post('/auth/v1/token?grant_type=password', credentials)).status).toBe(200);
});

it('shows the state of mail to everybody, and no mailbox to anybody', async () => {
  const state = await world.fetch('/api/mailbox');
  expect(await state.json()).toMatchObject({ delivery: 'smtp', healthy: true, problem: null });
  expect((await world.fetch('/api/mailbox', { method: 'DELETE' })).status).toBe(404);
  const settings = await world.fetch('/auth/v1/settings');
  expect(await settings.json()).toMatchObject({ mailer_autoconfirm: false });
});

it('says so when the mail server is gone, whoever asks', async () => {
  await sink.close();
  now += 31_000;
  expect(await (await world.fetch('/api/mailbox')).json()).toMatchObject({ delivery: 'smtp', healthy: false });
  for (const email of ['ada@example.org', 'nobody@example.org']) {
    const answer = await post('/auth/v1/recover', { email });
    expect([answer.status, (await answer.json()).msg]).toEqual([500, 'Error sending recovery email']);
  }
});
