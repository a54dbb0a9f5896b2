import type { Tx } from '../db/db.ts';

/**
 * The quota hook: every function that costs something asks here first, before any work.
 * The charge is one atomic step; a refusal throws AppError `quota_exceeded` with the quota result (contracts/plans.ts) in `details`.
 */
export interface Quota {
  charge(userId: string, kind: QuotaKind, amount: number): Promise<QuotaCharge>;
}

/** `free_answer` costs nothing; there are only so many of them in an hour. */
export type QuotaKind = 'ai_request' | 'article_import' | 'free_answer';

export interface QuotaCharge {
  /**
   * The work has its outcome: from now on the charge stays. A charge that is neither settled nor refunded (its server died) is given
   * back after a while. With `tx` (of a system transaction) it is settled together with what that transaction writes, or not at all.
   */
  settle(outcome?: { model?: string; tx?: Tx }): Promise<void>;
  /** Gives the charge back: the work failed before its first output. Safe to call twice, and after `settle`. */
  refund(): Promise<void>;
}
