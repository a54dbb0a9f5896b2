import type { Tx } from '../db/db.ts';

/** One row of `private.changes`. */
export interface Change {
  /** `private.changes.id` (bigint as text). */
  id: string;
  /** Transaction that wrote it (xid8 as text). Position in the feed is (xid, id). */
  xid: string;
  /** Name in schema `public`, e.g. `articles`. */
  table: string;
  operation: 'INSERT' | 'UPDATE' | 'DELETE';
  rowId: string;
  /** Owner of the row. */
  userId: string;
}

/**
 * Handles changes in feed order inside the transaction that also moves the consumer's position: what it writes through `tx`
 * and the position are committed together or not at all, so every change takes effect exactly once. Side effects outside of
 * `tx` may be repeated. Rejecting rolls everything back; the batch is then tried change by change.
 */
export type ChangeHandler = (changes: readonly Change[], tx: Tx, signal: AbortSignal) => Promise<void>;

export interface ConsumeOptions {
  /** Changes handled in one transaction at the most; default 200. */
  batchSize?: number;
  /** How often one change is tried before it becomes a dead letter; default 5. */
  maxAttempts?: number;
  /** Statement timeout inside the handler's transaction, in milliseconds; default 30000. */
  statementTimeoutMs?: number;
}

export interface ChangeFeedStats {
  handled: number;
  failed: number;
  /** Changes given up and recorded in `private.change_dead_letters`. */
  deadLettered: number;
  trimmed: number;
}

/**
 * Changes in commit order that loses nothing. Any number of processes may run the same consumers: one of them works for a
 * consumer at a time. Consumers are declared with `consume` before `start`.
 */
export interface ChangeFeed {
  consume(name: string, handler: ChangeHandler, options?: ConsumeOptions): void;
  start(): Promise<void>;
  /** Lets running batches end, then stops polling, listening and trimming. */
  stop(): Promise<void>;
  /** To be called after every commit that may have written: wakes this process at once and the others by NOTIFY, at most every 20 ms. */
  notifyCommitted(): void;
  /** Resolves when everything committed so far, and what its handlers wrote, has been handled by every consumer. For tests and maintenance. */
  drain(timeoutMs?: number): Promise<void>;
  /** Age of the oldest change that some consumer of this process still has before it; 0 when all is handled. A metric value. */
  lagSeconds(): number;
  stats(): ChangeFeedStats;
}
