import type { Clock } from '../environment.ts';
import { type AccountUser, type ResolvedTier, resolveTier, type TierSources } from './tier.ts';

const tierCacheMs = 5 * 60_000;

/**
 * Resolves tiers, and remembers each for five minutes under the id of its account. What came about through a failure is not
 * remembered: the next question goes to the database again.
 */
export function createTierResolver(clock: Pick<Clock, 'now'>, sources: TierSources) {
  const known = new Map<string, { resolved: ResolvedTier; at: number }>();
  const running = new Map<string, Promise<ResolvedTier>>();
  return {
    resolve: (user: AccountUser, { fresh = false } = {}): Promise<ResolvedTier> => {
      const cached = known.get(user.id);
      if (!fresh && cached && clock.now() - cached.at < tierCacheMs) return Promise.resolve(cached.resolved);
      const already = running.get(user.id);
      if (already && !fresh) return already;
      const resolving = resolveTier(sources, user).then((resolved) => {
        // A newer question is under way: its answer counts.
        if (running.get(user.id) !== resolving) return resolved;
        running.delete(user.id);
        if (resolved.failures.length === 0) known.set(user.id, { resolved, at: clock.now() });
        return resolved;
      });
      running.set(user.id, resolving);
      return resolving;
    },
    /** The tier last known within five minutes. */
    lastKnown: (userId: string): ResolvedTier | undefined => {
      const cached = known.get(userId);
      return cached && clock.now() - cached.at < tierCacheMs ? cached.resolved : undefined;
    },
    forget: (userId: string): void => {
      known.delete(userId);
      running.delete(userId);
    },
  };
}

export type TierResolver = ReturnType<typeof createTierResolver>;
