import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../logging/logger.ts';
import { type Consumer, createConsumer } from './change-consumer.ts';
import { allHandled, rebaseChanges, registerConsumers, trimHandled } from './change-store.ts';
import type { ChangeFeed, ChangeFeedStats } from './changes.ts';
import { createCommitNotifier } from './commit-notifier.ts';

export const changeChannel = 'cairn_changes';

export interface ChangeFeedOptions {
  db: Db;
  logger: Logger;
  clock: Clock;
  /** First polling interval; grows to `idlePollMs` while nothing happens. Default 100 ms. */
  pollMs?: number;
  /** Default 1000 ms. */
  idlePollMs?: number;
  /** How often handled changes are removed; default 30000 ms. */
  trimEveryMs?: number;
  /** How long a handled change is kept (realtime clients that come back may want it); default 3600 s. */
  keepSeconds?: number;
}

/** At most this many changes are removed in one transaction. */
const trimBatch = 5000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { db, logger, clock, pollMs = 100, idlePollMs = 1000, trimEveryMs = 30_000, keepSeconds = 3600 } = options;
  const stats: ChangeFeedStats = { handled: 0, failed: 0, deadLettered: 0, trimmed: 0 };
  const consumers: Consumer[] = [];
  const wakers = new Set<() => void>();
  let stopping = new AbortController();
  let running: Promise<void>[] = [];
  let unlisten: (() => Promise<void>) | null = null;

  const wakeAll = (): void => {
    for (const wake of wakers) wake();
  };
  const notifier = createCommitNotifier({ db, logger, channel: changeChannel, wake: wakeAll });

  const runConsumer = async (consumer: Consumer, signal: AbortSignal): Promise<void> => {
    let woken = false;
    let endWait: (() => void) | null = null;
    const wake = (): void => {
      woken = true;
      endWait?.();
    };
    wakers.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    let waitMs = pollMs;
    while (!signal.aborted) {
      woken = false;
      const outcome = await consumer.runBatch(signal);
      if (outcome === 'worked') {
        waitMs = pollMs;
        // Handlers write what other consumers read (a note's text is indexed).
        wakeAll();
        continue;
      }
      if (woken && outcome === 'idle') {
        waitMs = pollMs;
        continue;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) endWait();
      });
      endWait = null;
      waitMs = woken ? pollMs : Math.min(waitMs * 2, idlePollMs);
    }
    wakers.delete(wake);
  };

  const trimOnce = async (): Promise<number> => {
    const trimmed = await db.asSystem('changes', (tx) => trimHandled(tx, trimBatch, keepSeconds));
    stats.trimmed += trimmed;
    return trimmed;
  };

  const runTrimming = async (signal: AbortSignal): Promise<void> => {
    let waitMs = trimEveryMs;
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        waitMs = (await trimOnce()) < trimBatch ? trimEveryMs : pollMs;
      } catch (error) {
        waitMs = trimEveryMs;
        logger.warn({ err: error }, 'handled changes could not be removed');
      }
    }
  };

  const register = (): Promise<void> =>
    db.asSystem('changes', async (tx) => {
      await rebaseChanges(tx);
      const names = consumers.map((consumer) => consumer.name);
      await registerConsumers(tx, names);
    });

  return {
    consume(name, handler, consumeOptions = {}) {
      if (running.length > 0) throw new Error('consumers are declared before the feed starts');
      if (consumers.some((consumer) => consumer.name === name)) throw new Error(`consumer "${name}" is declared twice`);
      consumers.push(createConsumer(name, handler, consumeOptions, { db, logger, clock, stats }));
    },

    async start() {
      if (running.length > 0) return;
      stopping = new AbortController();
      await register();
      unlisten = await db.listen(changeChannel, wakeAll);
      const { signal } = stopping;
      running = [...consumers.map((consumer) => runConsumer(consumer, signal)), runTrimming(signal)];
    },

    async stop() {
      stopping.abort();
      await Promise.all(running);
      running = [];
      await notifier.stop();
      await unlisten?.();
      unlisten = null;
    },

    notifyCommitted: () => notifier.committed(),

    async drain(timeoutMs = 30_000) {
      const names = consumers.map((consumer) => consumer.name);
      if (running.length === 0) await register();
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        if (running.length > 0) wakeAll();
        else for (const consumer of consumers) await runWhileWorking(consumer, deadline);
        const done = await db.asSystem('changes', (tx) => allHandled(tx, names), { readOnly: true });
        if (done) return;
        if (performance.now() > deadline) throw new Error(`the change feed was not drained within ${timeoutMs} ms`);
        await sleep(10);
      }
    },

    lagSeconds() {
      const since = consumers.map((consumer) => consumer.behindSince()).filter((value) => value !== null);
      return since.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...since)) / 1000;
    },

    stats: () => ({ ...stats }),
  };
}

async function runWhileWorking(consumer: Consumer, deadline: number): Promise<void> {
  const { signal } = new AbortController();
  while (performance.now() <= deadline) {
    const outcome = await consumer.runBatch(signal);
    if (outcome === 'idle' || outcome === 'busy') return;
  }
}
