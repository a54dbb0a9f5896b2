import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface ListenOptions {
  /** `localhost` listens on both loopback addresses. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  listener: RequestListener;
}

export interface Listening {
  port: number;
  servers: readonly Server[];
  /** Takes no new connections, lets running requests end, then cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** A sentence for a person, printed as it is. */
export class ListenError extends Error {}

async function listenOn(address: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 5_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

const explain = (error: NodeJS.ErrnoException, host: string, port: number): ListenError => {
  if (error.code === 'EADDRINUSE') {
    const advice = 'Stop the other program, or choose another port: PORT=8080 npm start (PORT=0 takes any free one).';
    return new ListenError(`Port ${port} on ${host} is in use by another program. ${advice}`);
  }
  if (error.code === 'EACCES') return new ListenError(`This account may not listen on port ${port} of ${host}.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ListenError(`The address ${host} (HOST) does not belong to this machine.`);
  }
  return new ListenError(`Cannot listen on ${host}:${port}: ${error.message}`);
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export async function listen({ host, port, listener }: ListenOptions): Promise<Listening> {
  const servers: Server[] = [];
  const first = host === 'localhost' ? '127.0.0.1' : host;
  try {
    servers.push(await listenOn(first, port, listener));
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
  const actualPort = servers[0] ? portOf(servers[0]) : port;
  if (host === 'localhost') {
    try {
      servers.push(await listenOn('::1', actualPort, listener));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Machines without IPv6 are fine; a port that another program holds on ::1 would answer some browsers instead of us.
      if (code === 'EADDRINUSE') {
        await Promise.all(servers.map((server) => closeServer(server, 0)));
        throw explain(error as NodeJS.ErrnoException, 'localhost (IPv6)', actualPort);
      }
    }
  }
  return {
    port: actualPort,
    servers,
    close: async (graceMs) => {
      await Promise.all(servers.map((server) => closeServer(server, graceMs)));
    },
  };
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
