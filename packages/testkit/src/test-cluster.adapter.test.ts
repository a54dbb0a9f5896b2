import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { startTestCluster } from './test-cluster.ts';
import { createTestDatabase } from './test-database.ts';

const asks = async (connectionString: string, sql: string): Promise<unknown> => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
};

it('gives each test file a migrated database of its own, and takes it away', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await asks(one.connectionString, "insert into auth.users (email) values ('a@example.com')");
  expect(await asks(one.connectionString, 'select count(*)::int from public.profiles')).toBe(1);
  expect(await asks(two.connectionString, 'select count(*)::int from public.profiles')).toBe(0);
  await Promise.all([one.close(), two.close()]);
  await expect(asks(one.connectionString, 'select 1')).rejects.toMatchObject({ code: '3D000' });
});

it('removes what a killed run left behind, and nothing of a run that lives', async () => {
  const program = `
    import { runnerImport } from 'vite';
    const { module } = await runnerImport(${JSON.stringify(fileURLToPath(new URL('./test-cluster.ts', import.meta.url)))}, { configFile: false, logLevel: 'error' });
    const cluster = await module.startTestCluster();
    process.stdout.write(cluster.connectionString + '\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const orphan = line.toString('utf8').trim();
  const data = String(await asks(orphan, 'show data_directory'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await asks(orphan, 'select 1')).toBe(1);

  const next = await startTestCluster();
  try {
    await expect(asks(orphan, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(existsSync(data)).toBe(false);
    const again = await startTestCluster();
    await again.stop();
    expect(await asks(next.connectionString, 'select 1')).toBe(1);
  } finally {
    await next.stop();
  }
});
