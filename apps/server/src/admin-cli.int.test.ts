import { createTestDatabase } from '@cairn/testkit/test-database';
import { createWorld, type World } from '@cairn/testkit/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdminCommand } from './admin-cli.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const run = async (args: string[], connectionString = world.connectionString) => {
  const lines: string[] = [];
  const status = await runAdminCommand(args, {
    projectRoot: '/nowhere',
    environment: { DATABASE_URL: connectionString },
    print: (line) => lines.push(line),
  });
  return { status, text: lines.join('\n') };
};
const administrators = async () =>
  (await world.sql<{ email: string }>('select email from public.profiles where is_admin order by email')).map(
    ({ email }) => email,
  );

it('explains itself when it is called without one address', async () => {
  for (const args of [[], ['bob'], ['--help'], ['a@example.org', 'b@example.org']]) {
    const { status, text } = await run(args);
    expect(status).toBe(2);
    expect(text).toContain('Usage:');
  }
});

it('grants nothing for an unknown address, nor on a database that is not ours', async () => {
  const before = await administrators();
  const unknown = await run(['nobody@example.org']);
  expect([unknown.status, unknown.text]).toEqual([
    1,
    'There is no account with the address nobody@example.org. Sign up with it first.',
  ]);
  expect(await administrators()).toEqual(before);
  const empty = await createTestDatabase({ content: 'empty' });
  expect(await run(['bob@example.org'], empty.connectionString)).toMatchObject({
    status: 1,
    text: expect.stringContaining('Start Cairn once'),
  });
  await empty.close();
});

it('makes the account an administrator, and says so when it is one', async () => {
  const before = await administrators();
  expect(await run(['BOB@example.org'])).toEqual({ status: 0, text: 'bob@example.org is an administrator now.' });
  expect(await administrators()).toEqual([...before, 'bob@example.org']);
  expect(await run(['bob@example.org'])).toEqual({ status: 0, text: 'bob@example.org is an administrator already.' });
});

it('brings the search index back', async () => {
  await world.sql(
    `insert into public.notes (user_id, title, text) values ($1, 'Index me', 'Found again.'), ($1, 'Empty', '')`,
    [world.alice.id],
  );
  await world.settle();
  await world.sql('delete from public.search_chunks');
  expect(await run(['reindex'])).toEqual({ status: 0, text: 'The search index is in line with 2 items.' });
  const chunks = await world.sql('select text, user_id from public.search_chunks');
  expect(chunks).toEqual([{ text: 'Found again.', user_id: world.alice.id }]);
});
