import type { ServerMeasurements } from '@cairn/contracts/server-measurements';
import { createWorld, type TestUser, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const makeAdministrator = (user: TestUser, is = true) =>
  world.sql('update public.profiles set is_admin = $2 where id = $1', [user.id, is]);
const measurements = (as?: TestUser) => world.fetch('/api/admin/performance', as ? { as } : {});

describe("the server's measurements", () => {
  it('are for administrators, as the account is now', async () => {
    await makeAdministrator(world.alice, false);
    await makeAdministrator(world.bob, false);
    expect((await measurements()).status).toBe(401);
    expect((await measurements(world.bob)).status).toBe(403);
    await makeAdministrator(world.bob);
    expect((await measurements(world.bob)).status).toBe(200);
    await makeAdministrator(world.bob, false);
    expect((await measurements(world.bob)).status).toBe(403);
  });

  it('count what was asked, without ids', async () => {
    await makeAdministrator(world.alice);
    await world.alice.client().from('notes').select('id').eq('id', world.bob.id);
    const measured = (await (await measurements(world.alice)).json()) as ServerMeasurements;
    expect(measured.minutes).toHaveLength(60);
    expect(measured.minutes.at(-1)?.requests).toBeGreaterThan(0);
    expect(measured.routes.find(({ route }) => route === '/rest/v1')?.requests).toBeGreaterThan(0);
    expect(JSON.stringify(measured)).not.toContain(world.bob.id);
    expect(measured.database.open).toBeGreaterThan(0);
    expect(measured.memory.rss).toBeGreaterThan(1e6);
  });
});

describe("resetting one's usage of today", () => {
  const used = async (user: TestUser) =>
    (await world.sql('select 1 from public.ai_usage_logs where user_id = $1', [user.id])).length;

  it('is offered in development mode, for the own account', async () => {
    for (const { id } of [world.alice, world.bob]) {
      await world.sql("insert into public.ai_usage_logs (user_id, operation_type) values ($1, 'ask')", [id]);
    }
    expect((await world.fetch('/api/admin/reset-usage', { method: 'POST' })).status).toBe(401);
    expect((await world.fetch('/api/admin/reset-usage', { method: 'POST', as: world.bob })).status).toBe(204);
    expect([await used(world.alice), await used(world.bob)]).toEqual([1, 0]);
  });

  it('needs an administrator elsewhere', async () => {
    const production = await createWorld({ env: { NODE_ENV: 'production' } });
    try {
      const reset = (as: TestUser) => production.fetch('/api/admin/reset-usage', { method: 'POST', as });
      expect((await reset(production.bob)).status).toBe(403);
      await production.sql('update public.profiles set is_admin = true where id = $1', [production.bob.id]);
      expect((await reset(production.bob)).status).toBe(204);
    } finally {
      await production.close();
    }
  });
});
