/**
 * The quota hook: every function that costs something asks here first, before any work.
 * The charge is one atomic step; a refusal throws AppError `quota_exceeded` with the quota result in `details`.
 */
export interface Quota {
  charge(userId: string, kind: QuotaKind, amount: number): Promise<QuotaCharge>;
}

export type QuotaKind = 'ai_request' | 'article_import';

export interface QuotaCharge {
  /** Gives the charge back: the work failed before its first output. Safe to call twice. */
  refund(): Promise<void>;
}
