import { plans, type QuotaResult, quotaResultOf, type Tier, upgradeOffer } from '@cairn/contracts/plans';
import type { Clock, Stop } from '../environment.ts';

const quotaTimeoutMs = 10_000;
const dayMs = 86_400_000;

export interface QuotaPorts {
  clock: Clock;
  /** `check_usage_limit`. */
  read: (signal: AbortSignal) => Promise<unknown>;
  /** The tier last known within five minutes; none: free. */
  lastTier: () => Tier | undefined;
  /** A check that failed is told to those who look for the cause later. */
  report: (failure: { reason: string; ms: number; at: number }) => void;
}

export interface CheckedQuota {
  quota: QuotaResult;
  /** Why it could not be checked: then the request is allowed, with the full day's limit. The server decides in any case. */
  failedOpen: string | null;
}

export const nextDay = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

/** The day's quota. Never refuses because the check itself failed: a time-out, an overloaded database, any error. */
export async function checkQuota({ clock, read, lastTier, report }: QuotaPorts): Promise<CheckedQuota> {
  const at = clock.now();
  const ending = new AbortController();
  let stop: Stop = () => {};
  const tooLong = new Promise<never>((_, reject) => {
    stop = clock.after(quotaTimeoutMs, () => {
      reject(new Error(`The quota check took longer than ${quotaTimeoutMs / 1000} s.`));
      ending.abort();
    });
  });
  try {
    const quota = quotaResultOf(await Promise.race([read(ending.signal), tooLong]));
    if (!quota) throw new Error('The quota check gave no quota result.');
    return { quota, failedOpen: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report({ reason, ms: clock.now() - at, at });
    const tier = lastTier() ?? 'free';
    const limit = plans[tier].dailyRequests;
    const upgrade = upgradeOffer(tier);
    const resetTime = new Date(nextDay(clock.now())).toISOString();
    const quota = { allowed: true, remaining: limit, used: 0, limit, resetTime, tier, ...(upgrade ? { upgrade } : {}) };
    return { quota, failedOpen: reason };
  } finally {
    stop();
  }
}
