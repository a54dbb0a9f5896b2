import {
  defaultDaysUntilReset,
  fallbackMonthlyLimits,
  type HybridUsage,
  isTier,
  plans,
  type Usage,
  usageTypeOf,
} from '@cairn/contracts/plans';
import { percentageOf, type SubscriptionUsage } from './usage-rules.ts';

const dayMs = 86_400_000;
const count = (value: number | null | undefined): number => (typeof value === 'number' && value > 0 ? value : 0);

/** Completes a record of `get_user_tier`. `null`: it names no tier that is known here. */
export function toSubscriptionUsage(row: Partial<Usage>): SubscriptionUsage | null {
  const { tier } = row;
  if (!isTier(tier)) return null;
  const monthlyLimit = row.monthly_limit ?? fallbackMonthlyLimits.subscription[tier];
  const used = count(row.current_usage);
  return {
    tier,
    status: row.status ?? 'active',
    monthly_limit: monthlyLimit,
    current_usage: used,
    days_until_reset: row.days_until_reset ?? defaultDaysUntilReset,
    usage_percentage: percentageOf(used, monthlyLimit),
    requests_remaining: Math.max(monthlyLimit - used, 0),
  };
}

/** Completes a record of `get_hybrid_usage`; a limit of `null` is none at all, only a missing one is filled in. */
export function toHybridUsage(record: Partial<HybridUsage>, now: number): HybridUsage | null {
  const { tier } = record;
  if (!isTier(tier)) return null;
  const monthlyLimit = record.monthly_limit === undefined ? fallbackMonthlyLimits.hybrid[tier] : record.monthly_limit;
  const used = count(record.current_usage);
  const remaining = monthlyLimit === null ? null : Math.max(monthlyLimit - used, 0);
  const days = record.days_until_reset ?? defaultDaysUntilReset;
  return {
    current_usage: used,
    monthly_limit: monthlyLimit,
    daily_limit: record.daily_limit ?? plans[tier].dailyRequests,
    daily_used: count(record.daily_used),
    reset_date: record.reset_date ?? new Date(now + days * dayMs).toISOString(),
    tier,
    usage_type: record.usage_type ?? usageTypeOf(tier),
    percentage: record.percentage ?? percentageOf(used, monthlyLimit),
    remaining: record.remaining === undefined ? remaining : record.remaining,
    can_request: record.can_request ?? (remaining === null || remaining > 0),
    days_until_reset: days,
  };
}
