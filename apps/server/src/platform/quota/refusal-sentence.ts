import { plans, type QuotaResult } from '@cairn/contracts/plans';
import type { QuotaKind } from './quota.ts';

/** Why it was refused, and when there is more, for a person. */
export function refusalSentence(kind: QuotaKind, { limit, resetTime, tier }: QuotaResult): string {
  const [date = '', time = ''] = resetTime.split('T');
  const until = `${time.slice(0, 5)} UTC`;
  if (kind === 'free_answer') return `You had ${limit} free answers within an hour. The next is possible at ${until}.`;
  if (kind === 'article_import') return `You have used all ${limit} imports of this month. More from ${date}.`;
  if (limit === 0) return 'AI answers need an account with an address.';
  return limit === plans[tier].dailyRequests
    ? `You have used all ${limit} AI requests of today. More from ${until}.`
    : `You have used all ${limit} AI requests of this month. More from ${date}.`;
}
