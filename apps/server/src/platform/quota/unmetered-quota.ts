import type { Quota, QuotaCharge } from './quota.ts';

const nothingToGiveBack: QuotaCharge = { refund: async () => {} };

/**
 * No limits: every charge is granted and nothing is recorded. Callers keep the whole contract (charge first, refund when the
 * work failed before its first output), so that a ledger takes this place without a change to them.
 */
export function createUnmeteredQuota(): Quota {
  return { charge: async () => nothingToGiveBack };
}
