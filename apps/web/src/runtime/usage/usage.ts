import { recordCall } from '../../data/call-log.ts';
import { onChargedCall } from '../../data/charged-calls.ts';
import { keptSession } from '../../data/kept-session.ts';
import { watchSubscription } from '../../data/subscription-changes.ts';
import {
  checkUsageLimit,
  incrementUserUsage,
  readActiveSubscription,
  readHybridUsage,
  readProfileTier,
  readUserTier,
} from '../../data/usage.ts';
import { connection } from '../connection/connection.ts';
import { thisBrowser } from '../environment.ts';
import { writeAuthState } from '../session/auth-state-cache.ts';
import { sessionNow, subscribeSession } from '../session.ts';
import type { QuotaPorts } from './quota.ts';
import { rememberedPlan, shownPlan } from './shown-plan.ts';
import type { AccountUser, ResolvedTier } from './tier.ts';
import { createTierResolver } from './tier-resolver.ts';
import { createUsageService, type UsageService } from './usage-service.ts';

let service: UsageService | undefined;

/** The usage of whoever is signed in here. Begins to look when it is first asked for. */
export function usageService(): UsageService {
  const environment = thisBrowser();
  service ??= createUsageService({
    environment,
    user: signedInAccount,
    resolver: createTierResolver(environment.clock, {
      userTier: readUserTier,
      activeSubscription: readActiveSubscription,
      profileTier: readProfileTier,
    }),
    hybridUsage: readHybridUsage,
    checkLimit: checkUsageLimit,
    increment: incrementUserUsage,
    report: reportFailedOpen,
    resolved: rememberTier,
    rememberedPlan,
    onSession: subscribeSession,
    onCharged: onChargedCall,
    onWake: connection().onWake,
    onSubscriptionChange: watchSubscription,
  });
  return service;
}

function signedInAccount(): AccountUser | null {
  const { user } = sessionNow();
  if (!user) return null;
  const session = keptSession().known()?.user;
  const own = session?.id === user.id ? session : undefined;
  const raw = (own as { raw_user_meta_data?: AccountUser['raw_user_meta_data'] } | undefined)?.raw_user_meta_data;
  return {
    id: user.id,
    email: user.email,
    user_metadata: own?.user_metadata ?? {},
    raw_user_meta_data: raw ?? {},
  };
}

/** The start greets with it the next time. */
function rememberTier({ user, info, plan, nobodyAnswered }: ResolvedTier): void {
  if (sessionNow().user?.id !== user.id) return;
  shownPlan.set(plan);
  // Nobody could be asked: what was known stays known.
  if (nobodyAnswered) return;
  const { local, clock } = thisBrowser();
  writeAuthState(local, clock, { id: user.id, email: user.email, subscriptionTier: info.tier });
}

const reportFailedOpen: QuotaPorts['report'] = ({ reason, ms, at }) => {
  const note = `Quota check failed, request allowed: ${reason}`;
  // biome-ignore lint/suspicious/noConsole: whoever looks for the cause looks there
  console.warn(note);
  recordCall({ method: 'POST', url: '/rest/v1/rpc/check_usage_limit', status: 0, ms, at, note });
};
