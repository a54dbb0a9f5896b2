import pg from 'pg';
import type { Logger } from '../logging/logger.ts';

interface ListenerOptions {
  connectionString: string;
  channel: string;
  handler: (payload: string) => void;
  logger: Logger;
}

const firstRetryMs = 250;
const lastRetryMs = 10_000;

/** One connection that listens and reconnects. Resolves once the first attempt has ended, well or badly: it goes on trying. */
export async function createListener({ connectionString, channel, handler, logger }: ListenerOptions) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = firstRetryMs;
  let stopped = false;

  const retryLater = (error: unknown): void => {
    client = undefined;
    if (stopped || timer) return;
    logger.warn({ err: error, channel, retryMs }, 'listening connection lost');
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, retryMs);
    retryMs = Math.min(retryMs * 2, lastRetryMs);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString,
      application_name: 'cairn-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    let ended = false;
    const lost = (error: unknown): void => {
      if (ended) return;
      ended = true;
      next.end().catch(() => {});
      retryLater(error);
    };
    next.on('error', lost);
    next.on('end', () => lost(new Error('connection ended')));
    next.on('notification', (message) => handler(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (stopped) {
        ended = true;
        await next.end();
        return;
      }
      client = next;
      retryMs = firstRetryMs;
      handler('');
    } catch (error) {
      lost(error);
    }
  };

  await connect();
  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    const open = client;
    client = undefined;
    open?.removeAllListeners('end');
    await open?.end().catch(() => {});
  };
}
