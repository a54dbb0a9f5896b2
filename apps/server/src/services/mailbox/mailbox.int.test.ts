import { request } from 'node:http';
import { loadMailboxKey } from '@cairn/server/services/mailbox/mailbox-key';
import { createWorld, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileSecretStore } from '../../platform/keys/file-secret-store.ts';

let world: World;
let key = '';
let cookie = '';
beforeAll(async () => {
  world = await createWorld();
  key = await loadMailboxKey(createFileSecretStore({ directory: `${world.config.dataDir}/secrets` }));
});
afterAll(() => world.close());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** fetch() sets Host and Sec-Fetch-* by itself; a browser's values have to be written by hand. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url);
    const sent = request(
      { hostname, port, path, method, headers: { 'sec-fetch-site': 'same-origin', ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
const state = async (headers: Record<string, string>) => JSON.parse((await ask('/api/mailbox', headers)).text);
const mailCount = async (): Promise<number> => (await state({ cookie })).messages.length;

describe('the key', () => {
  it('opens nothing when it is wrong, or comes from another site, name or port', async () => {
    const { port } = new URL(world.url);
    const attempts = [
      await ask('/test-email?key=wrong'),
      await ask('/test-email?key='),
      await ask(`/test-email?key=${key}`, { 'sec-fetch-site': 'cross-site' }),
      await ask(`/test-email?key=${key}`, { host: `evil.example:${port}` }),
      await ask(`/test-email?key=${key}`, { host: 'localhost:1' }),
    ];
    for (const { status, headers } of attempts) {
      expect([status, headers.location, headers['set-cookie']]).toEqual([303, '/test-email', undefined]);
    }
  });

  it('becomes a strict cookie that scripts cannot read, and leaves the address', async () => {
    const { status, headers } = await ask(`/test-email?key=${key}`, { 'sec-fetch-site': 'none' });
    expect([status, headers.location]).toEqual([303, '/test-email']);
    const [set = ''] = headers['set-cookie'] ?? [];
    expect(set).toContain('HttpOnly');
    expect(set).toContain('SameSite=Strict');
    expect(set).toContain('Path=/api/mailbox');
    cookie = set.split(';')[0] ?? '';
  });

  it('leaves the page itself to everybody', async () => {
    const page = await ask('/test-email', { 'sec-fetch-site': 'none' });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
  });
});

describe('the built-in mailbox', () => {
  it('is locked without the cookie, and with it from elsewhere', async () => {
    const locked = { delivery: 'mailbox', access: 'locked' };
    expect(await state({})).toEqual(locked);
    expect(await state({ cookie: cookie.replace(/.$/, 'X') })).toEqual(locked);
    expect(await state({ cookie, 'sec-fetch-site': 'cross-site' })).toEqual(locked);
    expect(await state({ cookie, host: 'evil.example' })).toEqual(locked);
    // Nor does being signed in, even as administrator, open it.
    expect(await state({ apikey: world.anonKey, authorization: `Bearer ${world.alice.accessToken}` })).toEqual(locked);
    expect(await state({ cookie })).toMatchObject({ access: 'open' });
  });

  it('shows a recovery mail to the holder of the key and to nobody else, and forgets it on request', async () => {
    const answer = await world.fetch('/auth/v1/recover', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: world.bob.email }),
    });
    expect(answer.status).toBe(200);
    await expect.poll(mailCount).toBe(1);
    const [summary] = (await state({ cookie })).messages;
    expect(summary).toMatchObject({ to: world.bob.email, kind: 'recovery', subject: 'Reset your Cairn password' });

    const path = `/api/mailbox/${summary.id}`;
    for (const place of [path, `${path}/html`]) expect((await ask(place)).status).toBe(403);
    for (const place of [path, '/api/mailbox']) expect((await ask(place, {}, 'DELETE')).status).toBe(403);

    const mail = JSON.parse((await ask(path, { cookie })).text);
    expect(mail.links[0]).toContain(`${world.url}/auth/v1/verify?token=`);
    expect(mail).not.toHaveProperty('html');
    const html = await ask(mail.htmlUrl, { cookie });
    expect(html.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(html.text).toContain('Choose a new password');

    expect((await ask(path, { cookie }, 'DELETE')).status).toBe(204);
    expect((await ask(path, { cookie })).status).toBe(404);
    expect((await ask(path, { cookie }, 'DELETE')).status).toBe(404);
    expect((await ask('/api/mailbox/not-an-id', { cookie })).status).toBe(404);
  });

  it('keeps the newest 200 messages', async () => {
    await world.sql(
      `insert into private.mailbox_messages (kind, sender, recipient, subject, body_text, body_html, sent_at)
       select 'test', 'a', 'b', 'old ' || n, '', '', now() - interval '1 day' from generate_series(1, 250) n`,
    );
    const answer = await sendTestMail(world.eve.accessToken);
    expect(answer.status).toBe(200);
    const { messages } = await state({ cookie });
    expect(messages).toHaveLength(200);
    expect(messages[0]).toMatchObject({ kind: 'test', to: world.eve.email });
    expect((await ask('/api/mailbox', { cookie }, 'DELETE')).status).toBe(204);
    expect(await mailCount()).toBe(0);
  });
});

const sendTestMail = (token?: string) =>
  fetch(`${world.url}/api/mailbox/test-mail`, {
    method: 'POST',
    headers: {
      apikey: world.anonKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ to: 'somebody.else@example.org' }),
  });

describe('the test mail', () => {
  it('needs a signed-in person', async () => {
    for (const token of [undefined, 'rubbish', world.serviceRoleKey]) {
      const answer = await sendTestMail(token);
      expect([answer.status, (await answer.json()).error.code]).toEqual([401, 'unauthenticated']);
    }
  });

  it('goes to the own address only, whatever is typed in, once a minute', async () => {
    const answer = await sendTestMail(world.bob.accessToken);
    expect([answer.status, await answer.json()]).toEqual([200, { to: world.bob.email, delivery: 'mailbox' }]);
    const again = await sendTestMail(world.bob.accessToken);
    expect([again.status, (await again.json()).error.code]).toEqual([429, 'rate_limited']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sendTestMail(world.alice.accessToken)).status).toBe(200);
    const { messages } = await state({ cookie });
    expect(messages.map(({ to }: { to: string }) => to).sort()).toEqual([world.alice.email, world.bob.email]);
  });
});
