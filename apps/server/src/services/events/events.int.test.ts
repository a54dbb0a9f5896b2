import { createWorld, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from public.analytics_events'));

const interest = {
  name: 'feature_interest',
  feature_name: 'Knowledge Canvas',
  user_id: 'anonymous',
  user_plan: 'no-account',
  event_category: 'product_feedback',
};
/** Each caller has an address of its own: the limit counts by address. */
let callers = 0;
function send(body: unknown, headers: Record<string, string> = {}, from?: string): Promise<Response> {
  callers += 1;
  return fetch(`${world.url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from ?? `10.1.0.${callers}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
const stored = () => world.sql('select user_id, user_plan, name, properties from public.analytics_events order by id');
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

it('refuses what is not on the list, is too much, or comes with a token that does not verify', async () => {
  const refused = [
    await send({ events: [{ ...interest, name: 'page_view' }] }),
    await send({ events: [{ ...interest, extra: 1 }] }),
    await send({ events: [] }),
    await send({ events: Array.from({ length: 21 }, () => interest) }),
    await send('not json'),
    await send({ events: [interest] }, { authorization: 'Bearer made-up' }),
    await send({ events: [interest], padding: 'x'.repeat(17_000) }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 401, 413]);
  expect(await stored()).toEqual([]);
});

it('counts a visitor without an account', async () => {
  expect((await send({ events: [interest, interest] })).status).toBe(204);
  const row = {
    user_id: null,
    user_plan: 'no-account',
    name: 'feature_interest',
    properties: { feature_name: 'Knowledge Canvas', event_category: 'product_feedback' },
  };
  expect(await stored()).toEqual([row, row]);
});

it('takes account and plan from the token, whatever the event says', async () => {
  const lie = { ...interest, user_id: world.bob.id, user_plan: 'plus' };
  expect((await send({ events: [lie] }, { authorization: `Bearer ${world.alice.accessToken}` })).status).toBe(204);
  expect(await stored()).toMatchObject([{ user_id: world.alice.id, user_plan: 'free' }]);
  await world.sql("update public.user_subscriptions set tier = 'premium' where user_id = $1", [world.alice.id]);
  await send({ events: [interest] }, { authorization: `Bearer ${world.alice.accessToken}` });
  expect((await stored()).map(({ user_plan }) => user_plan)).toEqual(['free', 'plus']);
});

it('stops one who sends too many, and says for how long', async () => {
  let response = await send({ events: [interest] });
  for (let n = 0; n < 25 && response.status === 204; n += 1)
    response = await send({ events: [interest] }, {}, '10.2.0.1');
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await codeOf(response)).toBe('rate_limited');
});
