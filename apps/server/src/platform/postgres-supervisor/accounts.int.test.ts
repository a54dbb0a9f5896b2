import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyRuntimeWithoutLinks, createPostgresLab, isRoot, type PostgresLab } from '@cairn/testkit/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePasswd } from './database-account.ts';
import { runtimeAt } from './platform-binary.ts';
import { startEmbeddedPostgres } from './supervisor.ts';

let lab: PostgresLab;
beforeAll(() => {
  lab = createPostgresLab();
});
afterAll(() => lab.close());

async function answer(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query('select 1 as one')).rows;
  } finally {
    await client.end();
  }
}

const ownerOf = (pid: number) => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

describe('install scripts switched off', () => {
  it('makes the missing library links itself', async () => {
    const native = copyRuntimeWithoutLinks(join(lab.folder, 'no-scripts'));
    const link = join(native, 'lib', 'libicudata.so.60');
    const without = existsSync(link);
    const dataDir = lab.newDataDir();
    const options = { dataDir, stateDir: lab.stateDir, findRuntime: () => runtimeAt(native) };
    const postgres = await startEmbeddedPostgres(options);
    const rows = await answer(postgres.connectionString);
    await postgres.stop();
    expect(without).toBe(false);
    if (process.platform === 'linux') expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it.runIf(isRoot)('says what to do when it may not write there', async () => {
    const native = copyRuntimeWithoutLinks(join(lab.folder, 'no-scripts-read-only'));
    const home = join(lab.folder, 'user-home');
    mkdirSync(home, { recursive: true });
    chownSync(home, 65534, 65534);
    const supervisor = await lab.spawnSupervisor({ dataDir: join(home, 'data'), runtimeRoot: native }, 65534);
    const said = await supervisor.next();
    const status = await supervisor.ended;
    expect(said).toMatchObject({
      kind: 'error',
      reason: 'runtime_unusable',
      message: expect.stringContaining('npm rebuild'),
    });
    expect(status).toBe(1);
  });
});

describe.runIf(isRoot && process.platform === 'linux')('an ordinary user', () => {
  it('runs everything as itself', async () => {
    const home = join(lab.folder, 'nobody-home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 65534, 65534);
    const dataDir = join(home, 'data');
    const supervisor = await lab.spawnSupervisor({ dataDir }, 65534);
    const up = await supervisor.next();
    if (up.kind !== 'up') throw new Error(JSON.stringify(up));
    const owner = ownerOf(up.pid);
    const rows = await answer(up.connectionString);
    await supervisor.stop();
    expect(owner).toBe(65534);
    expect(rows).toEqual([{ one: 1 }]);
    expect(statSync(dataDir).uid).toBe(65534);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);

    // Root starts it later: as the account that wrote the files, which stays able to read them.
    chmodSync(home, 0o711);
    chmodSync(dataDir, 0o711);
    chmodSync(join(dataDir, 'postgres'), 0o711);
    const asRoot = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir });
    const rootRows = await answer(asRoot.connectionString);
    const rootOwner = ownerOf(asRoot.pid);
    await asRoot.stop();
    expect(rootRows).toEqual([{ one: 1 }]);
    expect(rootOwner).toBe(65534);
  });

  it('is told when the files belong to somebody else', async () => {
    const dataDir = await lab.preparedDataDir();
    chmodSync(dataDir, 0o777);
    const supervisor = await lab.spawnSupervisor({ dataDir }, 1);
    const said = await supervisor.next();
    const status = await supervisor.ended;
    expect(said).toMatchObject({ kind: 'error', reason: 'no_permission' });
    expect(status).toBe(1);
  });
});

describe.runIf(isRoot && process.platform === 'linux')('everything under a home of mode 700', () => {
  it('copies the program once, keeps the files elsewhere, and finds them after the folder was moved', async () => {
    const home = join(lab.folder, 'root-home');
    mkdirSync(home, { mode: 0o700 });
    const native = copyRuntimeWithoutLinks(join(home, 'clone'));
    const dataDir = join(home, 'clone', '.data');
    // Of its own: where the tests themselves lie below such a home, the lab's holds a copy already.
    const stateDir = join(lab.folder, 'state-of-home');
    const options = { stateDir, findRuntime: () => runtimeAt(native) };
    const first = await startEmbeddedPostgres({ ...options, dataDir });
    const rows = await answer(first.connectionString);
    const program = execFileSync('readlink', [`/proc/${first.pid}/exe`])
      .toString()
      .trim();
    await first.stop();
    const inode = statSync(program).ino;
    renameSync(dataDir, join(home, 'moved'));
    const second = await startEmbeddedPostgres({ ...options, dataDir: join(home, 'moved') });
    await second.stop();
    expect(rows).toEqual([{ one: 1 }]);
    expect(first.location?.startsWith(stateDir)).toBe(true);
    expect(second.location).toBe(first.location);
    expect(program.startsWith(stateDir)).toBe(true);
    expect(statSync(program).ino).toBe(inode);
    expect(
      Number(
        execFileSync('du', ['-sm', join(stateDir, 'runtime')])
          .toString()
          .split('\t')[0],
      ),
    ).toBeLessThan(70);

    // A copy of the folder must not share the original's database.
    execFileSync('cp', ['-a', join(home, 'moved'), join(home, 'copied')]);
    const copied = startEmbeddedPostgres({ ...options, dataDir: join(home, 'copied') });
    await expect(copied).rejects.toMatchObject({ reason: 'data_elsewhere' });
  });
});

describe.runIf(isRoot)('the account that root chooses', () => {
  it('is the configured one', async () => {
    const accounts = parsePasswd(readFileSync('/etc/passwd', 'utf8'));
    const wanted = accounts.find(({ name }) => name === 'www-data') ?? accounts.find(({ name }) => name === 'nobody');
    const dataDir = lab.newDataDir();
    const postgres = await startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, account: wanted?.name });
    const owner = ownerOf(postgres.pid);
    await postgres.stop();
    expect(owner).toBe(wanted?.uid);
  });

  it('must exist and must not be root', async () => {
    const dataDir = lab.newDataDir();
    for (const account of ['no-such-account', 'root']) {
      const start = startEmbeddedPostgres({ dataDir, stateDir: lab.stateDir, account });
      await expect(start).rejects.toMatchObject({
        reason: 'no_account',
        message: expect.stringContaining('CAIRN_DB_USER'),
      });
    }
  });
});

it.runIf(isRoot)('says which folder it may not write to', async () => {
  const dataDir = join(lab.folder, 'read-only');
  mkdirSync(dataDir, { mode: 0o755 });
  const supervisor = await lab.spawnSupervisor({ dataDir }, 65534);
  const said = await supervisor.next();
  expect(said).toMatchObject({ kind: 'error', reason: 'no_permission', message: expect.stringContaining(dataDir) });
});
