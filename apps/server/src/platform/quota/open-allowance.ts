import { plans, type Tier } from '@cairn/contracts/plans';
import type { Clock } from '../../kernel/clock.ts';

/** How long a tier is believed when it cannot be looked up. */
const tierKnownMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * How much is allowed unchecked while the check itself fails: to each user the full daily limit of the tier last known within five
 * minutes (else free), once per UTC day and process. With what the ledger grants, a day comes to twice the limit at the most.
 */
export function createOpenAllowance(clock: Clock) {
  const known = new Map<string, { tier: Tier; at: number }>();
  const opened = new Map<string, number>();
  let openedOn = 0;

  const today = (): number => {
    const day = Math.floor(clock.now() / dayMs);
    if (day !== openedOn) {
      opened.clear();
      openedOn = day;
    }
    return day;
  };

  return {
    /** What an answer of the ledger said about a user. */
    learn(userId: string, tier: Tier): void {
      // Begun anew instead of searched for old entries: what is lost is only a memory of five minutes.
      if (known.size >= 10_000) known.clear();
      known.set(userId, { tier, at: clock.now() });
    },

    /** Takes units, or says that there are none left. */
    take(
      userId: string,
      amount: number,
    ): { allowed: boolean; used: number; limit: number; tier: Tier; resetTime: string } {
      const day = today();
      const last = known.get(userId);
      const tier = last && clock.now() - last.at < tierKnownMs ? last.tier : 'free';
      const limit = plans[tier].dailyRequests;
      const used = opened.get(userId) ?? 0;
      const allowed = used + amount <= limit;
      if (allowed) opened.set(userId, used + amount);
      return {
        allowed,
        used: allowed ? used + amount : used,
        limit,
        tier,
        resetTime: new Date((day + 1) * dayMs).toISOString(),
      };
    },

    giveBack(userId: string, amount: number): void {
      today();
      const used = opened.get(userId);
      if (used !== undefined) opened.set(userId, Math.max(used - amount, 0));
    },
  };
}
