import type { Logger } from '../logging/logger.ts';
import { type Mail, MailError, type Mailer, type MailHealth } from './mailer.ts';

/**
 * Sends in the background, so that the time of an answer does not tell whether a mail was sent.
 * In memory and bounded; what waits when the server stops is sent by `drain`.
 */
export interface MailQueue {
  /**
   * `prepare` runs in the background and returns the mails to send (none: nothing is sent).
   * False when the queue is full: nothing will happen.
   */
  enqueue(prepare: () => Promise<readonly Mail[]>): boolean;
  health(): Promise<MailHealth>;
  /** Resolves when nothing is left to do, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

export interface MailQueueOptions {
  mailer: Mailer;
  logger: Logger;
  /** Waits before the further attempts, in milliseconds. */
  retryAfterMs?: readonly number[];
  capacity?: number;
}

const atOnce = 4;

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { mailer, logger, retryAfterMs = [2000, 15_000], capacity = 500 } = options;
  const waiting: (() => Promise<readonly Mail[]>)[] = [];
  const pauses = new Set<() => void>();
  const idleListeners: (() => void)[] = [];
  let running = 0;
  let draining = false;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, draining ? 0 : ms);
      pauses.add(end);
    });

  const send = async (mail: Mail): Promise<void> => {
    for (const wait of [...retryAfterMs, null]) {
      try {
        await mailer.send(mail);
        return;
      } catch (error) {
        const again = wait !== null && error instanceof MailError && error.temporary;
        const cause = error instanceof MailError ? error.cause : error;
        logger.warn({ err: cause, kind: mail.kind, again }, 'a mail could not be sent');
        if (!again) return;
        await pause(wait);
      }
    }
  };

  const run = async (prepare: () => Promise<readonly Mail[]>): Promise<void> => {
    try {
      for (const mail of await prepare()) await send(mail);
    } catch (error) {
      logger.error({ err: error }, 'a mail could not be prepared');
    } finally {
      running -= 1;
      next();
    }
  };

  const next = (): void => {
    while (running < atOnce) {
      const prepare = waiting.shift();
      if (!prepare) break;
      running += 1;
      void run(prepare);
    }
    if (running === 0) for (const listener of idleListeners.splice(0)) listener();
  };

  return {
    enqueue(prepare) {
      if (waiting.length >= capacity) {
        logger.error({ waiting: waiting.length }, 'the mail queue is full');
        return false;
      }
      waiting.push(prepare);
      // Not in this turn: the answer goes out first.
      setImmediate(next);
      return true;
    },
    health: () => mailer.health(),
    async drain(timeoutMs) {
      draining = true;
      for (const end of [...pauses]) end();
      if (running === 0 && waiting.length === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        idleListeners.push(() => {
          clearTimeout(timer);
          resolve();
        });
        next();
      });
    },
  };
}
