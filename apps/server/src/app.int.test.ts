import { createWorld, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe('the server', () => {
  it('says that it is alive and ready, and what it mounts', async () => {
    expect((await world.fetch('/healthz')).status).toBe(200);
    expect(await (await world.fetch('/readyz')).json()).toEqual({ status: 'ready' });
    const config = await (await world.fetch('/config.json')).json();
    expect(config.anonKey.length).toBeGreaterThanOrEqual(100);
    expect(config.services).toEqual([
      'auth',
      'data',
      'functions',
      'storage',
      'events',
      'sessionManager',
      'vectorDB',
      'educationalChat',
      'progressiveLearning',
    ]);
    expect(JSON.stringify(config)).not.toContain(world.serviceRoleKey);
    for (const name of config.functions) {
      expect((await world.fetch(`/functions/v1/${name}`, { method: 'POST' })).status, name).toBe(401);
    }
  });

  it('works with an account that has no rights of its own', async () => {
    const [row] = await world.sql<{ names: string[] }>(
      `select array_agg(distinct usename::text) as names from pg_stat_activity
        where datname = current_database() and application_name like 'cairn%'`,
    );
    expect(row?.names).toEqual(['cairn_server']);
    const [login] = await world.sql(
      `select rolsuper, rolinherit, rolcreaterole, rolbypassrls from pg_roles where rolname = 'cairn_server'`,
    );
    expect(login).toEqual({ rolsuper: false, rolinherit: false, rolcreaterole: false, rolbypassrls: false });
  });

  it('sends the same security headers with every answer', async () => {
    for (const path of ['/', '/healthz', '/rest/v1/notes', '/api/nothing', '/nowhere']) {
      const { headers } = await world.fetch(path);
      expect(headers.get('content-security-policy'), path).toContain("script-src 'self';");
      expect(headers.get('content-security-policy'), path).not.toContain("script-src 'self' 'unsafe-inline'");
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('x-request-id'), path).toMatch(/^[\w-]{8,}$/);
    }
  });

  it('turns away a missing key, a wrong key and a forged token, each surface in its own shape', async () => {
    const bare = await fetch(`${world.url}/rest/v1/notes`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({ message: 'No API key found in request' });
    const wrong = await fetch(`${world.url}/functions/v1/ask`, {
      method: 'POST',
      headers: { apikey: 'x'.repeat(120) },
    });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ error: { code: 'unauthenticated' } });
    const [head, payload] = world.alice.accessToken.split('.');
    const forged = await world.fetch('/rest/v1/notes', {
      headers: { authorization: `Bearer ${head}.${payload}.AAAA` },
    });
    expect(forged.status).toBe(401);
    expect(await forged.json()).toMatchObject({ code: 'PGRST301' });
  });

  it('answers unknown addresses: JSON under the API, the app with 404 elsewhere', async () => {
    const api = await world.fetch('/api/nothing');
    expect(api.status).toBe(404);
    expect(await api.json()).toMatchObject({ error: { code: 'not_found' } });
    const page = await world.fetch('/no/such/page');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await world.fetch('/pkm-hub')).status).toBe(200);
    expect((await world.fetch('/pkm-hub', { method: 'POST' })).status).toBe(405);
  });

  it('lets other origins call the API, and keeps them from everything that works with cookies', async () => {
    const preflight = await fetch(`${world.url}/rest/v1/notes`, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const mailbox = await fetch(`${world.url}/api/mailbox`, { headers: { origin: 'https://other.example' } });
    expect(mailbox.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses bodies over the limit before reading them', async () => {
    const response = await world.fetch('/functions/v1/ask', {
      method: 'POST',
      as: world.alice,
      headers: { 'content-type': 'application/json' },
      body: `{"question":"${'x'.repeat(world.config.http.maxBodyBytes)}"}`,
    });
    expect(response.status).toBe(413);
  });

  it('counts requests for who operates it', async () => {
    const text = await (await world.fetch('/metrics')).text();
    expect(text).toMatch(
      /cairn_http_request_duration_seconds_count\{method="GET",route="\/rest\/v1",status="401"\} \d/,
    );
    expect(text).toContain('cairn_changes_lag_seconds');
  });
});

describe('in production mode', () => {
  let production: World;
  beforeAll(async () => {
    production = await createWorld({ env: { NODE_ENV: 'production' }, users: false });
  });
  afterAll(() => production.close());

  it('metrics are for the bearer of the service key alone', async () => {
    expect((await production.fetch('/metrics')).status).toBe(401);
    const headers = { authorization: `Bearer ${production.serviceRoleKey}` };
    expect((await production.fetch('/metrics', { headers })).status).toBe(200);
  });

  it('nothing is at the address of the design page, and everything at that of the test pages', async () => {
    expect((await production.fetch('/design')).status).toBe(404);
    for (const path of ['/test-email', '/test-ai-usage', '/test-performance']) {
      expect((await production.fetch(path)).status, path).toBe(200);
    }
  });
});
