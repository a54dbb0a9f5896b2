import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Endpoint } from './cluster-settings.ts';
import type { DatabaseAccount } from './database-account.ts';
import { type DatabaseFiles, ensureSocketDir, readText } from './files-location.ts';

/**
 * Unix: a socket, so no port can be taken and nothing is reachable from the network. Windows: a loopback port,
 * remembered, and chosen anew when another program has taken it while the database was down.
 */
export async function chooseEndpoint(
  files: DatabaseFiles,
  account: DatabaseAccount | null,
  running: boolean,
  kind: Endpoint['kind'] = process.platform === 'win32' ? 'port' : 'socket',
): Promise<Endpoint> {
  if (kind === 'socket') return { kind, directory: await ensureSocketDir(files, account) };
  const memory = join(files.root, 'port');
  const remembered = Number((await readText(memory))?.trim());
  if (remembered > 0 && (running || (await listenOnce(remembered)) !== null)) return { kind, port: remembered };
  const port = await listenOnce(0);
  if (port === null) throw new Error('no free port on 127.0.0.1');
  await writeFile(memory, `${port}\n`, { mode: 0o600 });
  return { kind, port };
}

/** Listens for a moment; the port that it got, or `null` when it is taken. */
function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
