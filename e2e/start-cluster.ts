import { setup, teardown } from '@cairn/testkit/test-cluster';

/** One PostgreSQL for the whole run; the workers find its address in the environment. */
export async function startCluster(): Promise<() => Promise<void>> {
  await setup();
  return teardown;
}

// biome-ignore lint/style/noDefaultExport: the shape Playwright wants for a global set-up
export default startCluster;
