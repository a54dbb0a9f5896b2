import { publicConfig, serviceUrl } from './public-config.ts';

const longestWaitMs = 8000;
/** What stands before a server that is gone answers in its place. */
const firstGatewayStatus = 502;

/** Resolves when the server answers. */
export async function probeServer(): Promise<void> {
  const config = await publicConfig();
  // Past the rules of the connection: it is what they learn from.
  const response = await fetch(serviceUrl(config, '/auth/v1/health'), {
    headers: { apikey: config.anonKey },
    cache: 'no-store',
    signal: AbortSignal.timeout(longestWaitMs),
  });
  // Left unread, an answer keeps its connection busy.
  await response.body?.cancel();
  if (response.status >= firstGatewayStatus) throw new Error(`The server does not answer (${response.status}).`);
}
