import pg from 'pg';
import { isAlive } from './database-processes.ts';
import { DatabaseStartError } from './start-error.ts';

/** Advisory lock key: the one server of a DATA_DIR. The two halves spell "cair" and "nsrv". */
const lockKey = [0x63616972, 0x6e737276] as const;

export interface ServerLock {
  /** Ends when the connection that holds the lock ends by itself (the database went down). */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the server lock of a database on a connection of its own and holds it until `release`.
 * Throws `already_running` at once while another live server holds it. A server that was killed loses it as soon as
 * PostgreSQL sees its connection closed, at most two seconds into a running query.
 */
export async function holdServerLock(connectionString: string, waitMs = 5000): Promise<ServerLock> {
  const client = new pg.Client({
    connectionString,
    application_name: `cairn server ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.on('error', () => resolve());
  });
  await client.connect();
  try {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const taken = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
        ...lockKey,
      ]);
      if (taken.rows[0]?.taken) break;
      const holder = await holderPid(client);
      if (Date.now() > deadline || (holder !== null && (await isAlive(holder)))) throw alreadyRunning(holder);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return { lost, release: () => client.end() };
}

/** Whether a live server holds the lock right now. */
export async function isServed(connectionString: string): Promise<boolean> {
  try {
    const lock = await holdServerLock(connectionString);
    await lock.release();
    return false;
  } catch (error) {
    if (error instanceof DatabaseStartError && error.reason === 'already_running') return true;
    throw error;
  }
}

/** The process id of the server that holds the lock, as it says in its application name. */
async function holderPid(client: pg.Client): Promise<number | null> {
  const found = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    [...lockKey],
  );
  const match = /^cairn server (\d+)$/.exec(found.rows[0]?.application_name ?? '');
  return match ? Number(match[1]) : null;
}

function alreadyRunning(holder: number | null): DatabaseStartError {
  return new DatabaseStartError(
    'already_running',
    `Cairn is already running with this data folder${holder === null ? '' : ` (process ${holder})`}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
