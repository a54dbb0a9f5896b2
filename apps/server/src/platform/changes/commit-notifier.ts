import type { Db } from '../db/db.ts';
import type { Logger } from '../logging/logger.ts';

/** A NOTIFY in every writing transaction costs two thirds of the write rate; one every 20 ms costs nothing. */
const intervalMs = 20;

export interface CommitNotifier {
  committed(): void;
  stop(): Promise<void>;
}

interface CommitNotifierDeps {
  db: Db;
  logger: Logger;
  channel: string;
  /** Wakes the consumers of this process, without the way through the database. */
  wake: () => void;
}

/** Turns any number of commits into at most one wake-up and one NOTIFY per interval; the last commit is never left out. */
export function createCommitNotifier({ db, logger, channel, wake }: CommitNotifierDeps): CommitNotifier {
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const schedule = (): void => {
    timer = setTimeout(() => {
      timer = null;
      wake();
      sending = send().finally(() => {
        sending = null;
        if (again && !stopped) {
          again = false;
          schedule();
        }
      });
    }, intervalMs);
    timer.unref();
  };

  // Read only: this commit must not announce itself.
  const send = async (): Promise<void> => {
    try {
      await db.asSystem('changes', (tx) => tx.query(`select pg_notify($1, '')`, [channel]), { readOnly: true });
    } catch (error) {
      logger.debug({ err: error }, 'commit notification not sent; polling covers it');
    }
  };

  return {
    committed() {
      if (stopped || timer) return;
      if (sending) again = true;
      else schedule();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      timer = null;
      await sending;
    },
  };
}
