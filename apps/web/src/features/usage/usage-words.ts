import type { HybridUsage } from '@cairn/contracts/plans';
import type { SubscriptionUsage } from '../../runtime/usage/usage-rules.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export const formatNumber = (value: number): string => number.format(value);
export const formatPercent = (percentage: number): string => percent.format(percentage / 100);
export const formatPrice = (price: number | null): string => (price === null ? 'On request' : dollars.format(price));
/** 00:00 UTC on this person's clock. */
export const formatTime = (moment: Date): string => time.format(moment);

export const countedAs = (type: HybridUsage['usage_type']): string =>
  type === 'api_requests' ? 'AI requests' : 'imports';

/** "5 of 10 imports this month" */
export function monthInWords({ current_usage: used, monthly_limit: limit, usage_type: type }: HybridUsage): string {
  const counted = countedAs(type);
  return limit === null
    ? `${formatNumber(used)} ${counted} this month, without a limit`
    : `${formatNumber(used)} of ${formatNumber(limit)} ${counted} this month`;
}

export const requestsInWords = ({ current_usage: used, monthly_limit: limit }: SubscriptionUsage): string =>
  `${formatNumber(used)} of ${formatNumber(limit)} AI requests this month`;

export const daysInWords = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${formatNumber(days)} days`;
