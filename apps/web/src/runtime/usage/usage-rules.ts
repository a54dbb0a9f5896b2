import { isEntitling, type Tier, type Usage } from '@cairn/contracts/plans';

export type UsageColour = 'red' | 'yellow' | 'green';

const redFrom = 80;
const yellowFrom = 50;
const promptFrom = 70;

/** Whole per cent, as the server rounds; more than 100 when a limit was lowered. Without a limit nothing can be used up: 0. */
export function percentageOf(used: number, limit: number | null): number {
  if (limit === null || !(limit > 0) || !(used > 0)) return 0;
  return Math.round((100 * used) / limit);
}

export const usageColour = (percentage: number): UsageColour =>
  percentage >= redFrom ? 'red' : percentage >= yellowFrom ? 'yellow' : 'green';

/** Of the meter's bar, in per cent. */
export const barWidth = (percentage: number): number => (percentage > 0 ? Math.min(percentage, 100) : 0);

export const showsWarningDot = (percentage: number): boolean => percentage >= redFrom;

export const showsUpgradePrompt = (tier: Tier, percentage: number): boolean =>
  tier === 'free' && percentage >= promptFrom;

/** What the tier lookup says, with what follows from it. */
export interface SubscriptionUsage extends Usage {
  usage_percentage: number;
  requests_remaining: number;
}

/** A paid plan's month is shown, not enforced: only free needs something left of it. */
export function requestAllowed({
  tier,
  status,
  requests_remaining,
}: Pick<SubscriptionUsage, 'tier' | 'status' | 'requests_remaining'>): boolean {
  return isEntitling(status) && (tier !== 'free' || requests_remaining > 0);
}
