import {
  type ClassifiedTier,
  classificationModels,
  classifiedTiers,
  isEntitling,
  isTier,
  plans,
  type Tier,
  type Usage,
} from '@cairn/contracts/plans';
import { toSubscriptionUsage } from './usage-records.ts';
import type { SubscriptionUsage } from './usage-rules.ts';

/** `database`: the function, the subscription or the profile. `metadata` is what older caches call either copy of the metadata. */
type TierSource = 'database' | 'metadata' | 'default' | 'user_metadata' | 'raw_user_meta_data';

interface TierInfo {
  tier: Tier;
  source: TierSource;
  isActive: boolean;
  features: readonly string[];
}

interface Classification {
  tier: ClassifiedTier;
  source: TierSource;
  isActive: boolean;
  capabilities: { dailyRequestLimit: number; features: readonly string[]; modelAccess: readonly string[] };
  /** How it came about, for the screen that shows it. */
  debug: { step: TierStep; resolvedTier: Tier; failures: readonly StepFailure[] };
}

/** The account as the session has it. Both copies of the metadata can be written by their owner: good for showing, for nothing else. */
export interface AccountUser {
  id: string;
  email: string;
  user_metadata: { user_tier?: unknown; full_name?: unknown; name?: unknown; avatar_url?: unknown };
  raw_user_meta_data: { user_tier?: unknown };
}

interface EnhancedUser extends AccountUser {
  subscriptionTier: Tier;
}

type TierStep =
  | 'get_user_tier'
  | 'user_subscriptions'
  | 'profiles'
  | 'user_metadata'
  | 'raw_user_meta_data'
  | 'default';

interface StepFailure {
  step: TierStep;
  message: string;
}

/** Where the first three steps look. `null`: there is no row. */
export interface TierSources {
  userTier: (userId: string) => Promise<Partial<Usage> | null>;
  activeSubscription: (userId: string) => Promise<{ tier: string; status: string } | null>;
  profileTier: (userId: string) => Promise<string | null>;
}

export interface ResolvedTier {
  info: TierInfo;
  classification: Classification;
  user: EnhancedUser;
  /** Of the first step only: nothing else knows numbers. */
  usage: SubscriptionUsage | null;
  /** What the badge says. */
  plan: 'plus' | 'free';
  failures: readonly StepFailure[];
  /** The database could not be asked, and the metadata says nothing: free is all that is left to say. */
  nobodyAnswered: boolean;
}

/** Only these count in metadata; anything else there is ignored. */
const tierOfMetadata = (value: unknown): ClassifiedTier | undefined => classifiedTiers.find((tier) => tier === value);

/**
 * The five steps in their order. A step is final when it answers, with free too; the next one is asked only when it fails or has no row.
 */
export async function resolveTier(sources: TierSources, user: AccountUser): Promise<ResolvedTier> {
  const failures: StepFailure[] = [];
  const resolved = (step: TierStep, source: TierSource, tier: Tier, isActive = true, usage?: SubscriptionUsage) => {
    const info: TierInfo = { tier, source, isActive, features: plans[tier].features };
    return {
      info,
      classification: classify(info, step, failures),
      user: { ...user, subscriptionTier: tier },
      usage: usage ?? null,
      plan: displayedPlan(user, tier),
      failures,
      nobodyAnswered: source === 'default' && failures.length > 0,
    };
  };
  const attempt = async <Row>(step: TierStep, read: () => Promise<Row | null>): Promise<Row | null> => {
    try {
      return await read();
    } catch (error) {
      failures.push({ step, message: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };

  const row = await attempt('get_user_tier', () => sources.userTier(user.id));
  const usage = row && toSubscriptionUsage(row);
  if (usage) return resolved('get_user_tier', 'database', usage.tier, isEntitling(usage.status), usage);

  const subscription = await attempt('user_subscriptions', () => sources.activeSubscription(user.id));
  if (subscription && isTier(subscription.tier)) {
    return resolved('user_subscriptions', 'database', subscription.tier, isEntitling(subscription.status));
  }

  const granted = await attempt('profiles', () => sources.profileTier(user.id));
  if (isTier(granted)) return resolved('profiles', 'database', granted);

  const own = tierOfMetadata(user.user_metadata.user_tier);
  if (own) return resolved('user_metadata', 'user_metadata', own);
  const raw = tierOfMetadata(user.raw_user_meta_data.user_tier);
  if (raw) return resolved('raw_user_meta_data', 'raw_user_meta_data', raw);
  return resolved('default', 'default', 'free');
}

/** Premium classifies as enterprise, with its own limit and models. */
function classify(info: TierInfo, step: TierStep, failures: readonly StepFailure[] = []): Classification {
  const { tier, source, isActive, features } = info;
  const classified = tier === 'premium' ? 'enterprise' : tier;
  return {
    tier: classified,
    source,
    isActive,
    capabilities: {
      dailyRequestLimit: plans[tier].dailyRequests,
      features,
      modelAccess: tier === 'premium' ? plans.premium.models : classificationModels[classified],
    },
    debug: { step, resolvedTier: tier, failures },
  };
}

/** Two plans are told apart for the eye. Metadata that says plus is enough to show it: it entitles to nothing. */
function displayedPlan({ user_metadata: own, raw_user_meta_data: raw }: AccountUser, tier: Tier): 'plus' | 'free' {
  return tier !== 'free' || own.user_tier === 'plus' || raw.user_tier === 'plus' ? 'plus' : 'free';
}
