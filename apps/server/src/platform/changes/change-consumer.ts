import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Logger } from '../logging/logger.ts';
import { advance, insertDeadLetter, type PendingChange, peekPending, readBatch } from './change-store.ts';
import type { ChangeFeedStats, ChangeHandler, ConsumeOptions } from './changes.ts';

export interface ConsumerDeps {
  db: Db;
  logger: Logger;
  clock: Clock;
  stats: ChangeFeedStats;
}

export interface Consumer {
  readonly name: string;
  /** Handles one batch. `idle`: nothing to do; `busy`: another process is at work; `failed`: rolled back, try again later. */
  runBatch(signal: AbortSignal): Promise<'worked' | 'idle' | 'busy' | 'failed'>;
  /** Epoch milliseconds since when something is waiting; null when all is handled. */
  behindSince(): number | null;
}

const firstBackOffMs = 50;
const lastBackOffMs = 2000;

/** Not the change's fault: the connection or the server went away, or is out of resources. Such a failure is never counted against a change. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'unavailable' || code === 'overloaded') return true;
  if (/^(08|53|57P|58)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)/.test(code)) return true;
  return (
    error instanceof Error && /Connection terminated|Client has encountered a connection error/.test(error.message)
  );
}

export function createConsumer(
  name: string,
  handler: ChangeHandler,
  options: ConsumeOptions,
  { db, logger, clock, stats }: ConsumerDeps,
): Consumer {
  const batchSize = options.batchSize ?? 200;
  const maxAttempts = options.maxAttempts ?? 5;
  const transaction = { statementTimeoutMs: options.statementTimeoutMs ?? 30_000 };
  let behindSince: number | null = null;
  /** After a failed batch: how many changes are still to be handled one by one, until the bad one has been found. */
  let oneByOne = 0;
  let failing: { changeId: string; attempts: number } | null = null;

  const recordPoison = async (change: PendingChange, attempts: number, error: unknown): Promise<void> => {
    const message = error instanceof Error ? error.message : String(error);
    await db.asSystem('changes', async (tx) => {
      // Another process may have handled it meanwhile: the position decides.
      const [next] = await readBatch(tx, name, 1);
      if (next?.id !== change.id) return;
      await insertDeadLetter(tx, name, change, attempts, message.slice(0, 2000));
      await advance(tx, name, change);
    });
    stats.deadLettered += 1;
    failing = null;
    logger.error(
      { err: error, consumer: name, changeId: change.id, table: change.table, rowId: change.rowId, attempts },
      'change given up',
    );
  };

  const onFailure = async (batch: readonly PendingChange[], error: unknown, signal: AbortSignal): Promise<void> => {
    const [first] = batch;
    if (!first || signal.aborted) return;
    stats.failed += 1;
    if (isOutage(error)) {
      logger.warn({ err: error, consumer: name }, 'change consumer interrupted');
      return;
    }
    if (batch.length > 1) {
      oneByOne = batch.length;
      logger.warn({ err: error, consumer: name, changes: batch.length }, 'batch failed, trying its changes one by one');
      return;
    }
    const attempts = failing?.changeId === first.id ? failing.attempts + 1 : 1;
    failing = { changeId: first.id, attempts };
    if (attempts >= maxAttempts) return recordPoison(first, attempts, error);
    logger.warn({ err: error, consumer: name, changeId: first.id, attempts }, 'change failed, will be tried again');
    const backOff = Math.min(firstBackOffMs * 2 ** (attempts - 1), lastBackOffMs);
    await sleep(backOff, undefined, { signal }).catch(() => {});
  };

  const handleBatch = async (tx: Tx, limit: number, signal: AbortSignal): Promise<number> => {
    const changes = await readBatch(tx, name, limit);
    const last = changes.at(-1);
    if (!last) throw new NothingDone();
    try {
      await handler(changes, tx, signal);
      await advance(tx, name, last);
    } catch (error) {
      throw new BatchFailure(changes, error);
    }
    return changes.length;
  };

  return {
    name,
    behindSince: () => behindSince,
    async runBatch(signal) {
      try {
        // A look without a lock and without a transaction id keeps idle polling free of writes (and of commit notifications).
        behindSince = await db.asSystem('changes', (tx) => peekPending(tx, name), { readOnly: true });
        if (behindSince === null) return 'idle';
        const limit = oneByOne > 0 ? 1 : batchSize;
        const handled = await db.asSystem('changes', (tx) => handleBatch(tx, limit, signal), transaction);
        oneByOne = Math.max(0, oneByOne - handled);
        failing = null;
        stats.handled += handled;
        return 'worked';
      } catch (error) {
        if (error instanceof NothingDone) return 'busy';
        behindSince ??= clock.now();
        if (error instanceof BatchFailure) await onFailure(error.changes, error.cause, signal);
        else logger.warn({ err: error, consumer: name }, 'change feed cannot be read');
        return 'failed';
      }
    },
  };
}

class BatchFailure extends Error {
  readonly changes: readonly PendingChange[];
  constructor(changes: readonly PendingChange[], cause: unknown) {
    super('a batch of changes failed', { cause });
    this.changes = changes;
  }
}

/** Another process has the consumer. Ends the transaction with a rollback: a commit would wake every process for nothing. */
class NothingDone extends Error {}
