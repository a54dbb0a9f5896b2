// A whole server on a PostgreSQL of its own for the benchmarks of /rest/v1, and notes to list.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;

export async function dataWorld(env = {}) {
  const { startTestCluster } = await load('packages/testkit/src/test-cluster.ts');
  const cluster = await startTestCluster();
  process.env.CAIRN_TEST_CLUSTER_URL = cluster.connectionString;
  const { createWorld } = await load('packages/testkit/src/world.ts');
  const world = await createWorld({
    env: { RATE_LIMIT_PER_MINUTE: '1000000', DATABASE_POOL_SIZE: '10', ...env },
  }).catch(async (error) => {
    await cluster.stop();
    throw error;
  });
  return Object.assign(Object.create(Object.getPrototypeOf(world), Object.getOwnPropertyDescriptors(world)), {
    async close() {
      await world.close();
      await cluster.stop();
    },
  });
}

/** `notes` rows over `owners` people in all; alice is one of them. What is derived from notes is not part of this. */
export async function insertNotes(world, { notes, owners }) {
  await world.sql(`
    insert into auth.users (id, email, aud, role)
    select gen_random_uuid(), 'owner' || n || '@example.org', 'authenticated', 'authenticated' from generate_series(2, ${owners}) n`);
  await world.sql(`alter table public.notes disable trigger user`);
  await world.sql(
    `insert into public.notes (user_id, title, summary, text, updated_at)
     select (array[$1::uuid] || (select array_agg(id) from auth.users where email like 'owner%'))[1 + n % ${owners}],
            'Note ' || n, 'What note ' || n || ' is about, in a sentence or two that are as long as such a summary is.',
            repeat('word ', 60), now() - n * interval '1 minute'
       from generate_series(1, ${notes}) n`,
    [world.alice.id],
  );
  await world.sql(`alter table public.notes enable trigger user`);
}

// Forked by a benchmark that wants the server in a process of its own.
if (process.send && process.env.BENCH_JWT_SECRET) {
  const world = await dataWorld({ JWT_SECRET: process.env.BENCH_JWT_SECRET });
  const { url, anonKey, connectionString, alice } = world;
  process.send({ url, anonKey, connectionString, alice: { id: alice.id } });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    world.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
}
