/**
 * Plans: who may do how much, and what it costs. The only such table: the database's copy (`private.plan_limits()`) is held to it by a test.
 * Field names in snake_case are the wire names of the database functions; they are what the browser's usage types carry too.
 */
export const tiers = ['free', 'plus', 'premium', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

export const isTier = (value: unknown): value is Tier => tiers.some((tier) => tier === value);

export interface Plan {
  name: string;
  /** Per month, in US dollars; null: on request. */
  price: number | null;
  /** AI requests per day (UTC), enforced for every tier. */
  dailyRequests: number;
  /** AI requests per month: enforced for free, shown for the others. */
  monthlyRequests: number;
  /** Imports per month, enforced; null: unlimited. */
  monthlyImports: number | null;
  features: readonly string[];
  /** Entitlement labels of the quota table. Configuration maps small, medium and large to real models. */
  models: readonly string[];
}

export const plans: Readonly<Record<Tier, Plan>> = {
  free: {
    name: 'Free',
    price: 0,
    dailyRequests: 5,
    monthlyRequests: 80,
    monthlyImports: 10,
    features: ['Basic chat', 'Knowledge management'],
    models: ['Llama (small)'],
  },
  plus: {
    name: 'Plus',
    price: 9.99,
    dailyRequests: 100,
    monthlyRequests: 2000,
    monthlyImports: 100,
    features: ['Advanced chat', 'Analytics', 'Priority support'],
    models: ['Llama 8b', 'Llama 70b'],
  },
  premium: {
    name: 'Premium',
    price: 29.99,
    dailyRequests: 250,
    monthlyRequests: 7500,
    monthlyImports: 500,
    features: ['Custom instructions', 'Premium support'],
    models: ['Llama 8b', 'Llama 70b', 'Llama 405b'],
  },
  enterprise: {
    name: 'Enterprise',
    price: null,
    dailyRequests: 1000,
    monthlyRequests: 10_000,
    monthlyImports: null,
    features: ['Custom integrations'],
    models: ['Llama 8b', 'Llama 70b', 'Llama 405b'],
  },
};

/** Tiers that classification knows (a premium subscription classifies as enterprise). */
export const classifiedTiers = ['free', 'plus', 'enterprise'] as const satisfies readonly Tier[];
export type ClassifiedTier = (typeof classifiedTiers)[number];

/** Entitlement labels of the classification, per classified tier. */
export const classificationModels: Readonly<Record<ClassifiedTier, readonly string[]>> = {
  free: ['gpt-3.5-turbo'],
  plus: ['gpt-4', 'claude-3-sonnet'],
  enterprise: ['gpt-3.5-turbo', 'gpt-4', 'claude-3-sonnet', 'gpt-4o'],
};

/** Only where a record carries no monthly limit of its own. */
export const fallbackMonthlyLimits = {
  subscription: { free: 80, plus: 1000, premium: 7500, enterprise: 10_000 },
  hybrid: { free: 80, plus: 2000, premium: 7500, enterprise: 10_000 },
} as const satisfies Record<string, Record<Tier, number>>;
export const defaultDaysUntilReset = 30;

/** Uncharged extractive answers, offered when an AI request was refused. */
export const freeAnswersPerHour = 30;

export const subscriptionStatuses = [
  'active',
  'trialing',
  'past_due',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Only these entitle to the tier of a subscription. */
export const isEntitling = (status: unknown): boolean => status === 'active' || status === 'trialing';

/** `get_user_tier(p_user_id)`: one row. */
export interface Usage {
  tier: Tier;
  status: SubscriptionStatus;
  monthly_limit: number;
  current_usage: number;
  days_until_reset: number;
}

export type UsageType = 'api_requests' | 'article_imports';

/** What the monthly figures of the hybrid usage count for a tier. */
export const usageTypeOf = (tier: Tier): UsageType =>
  tier === 'plus' || tier === 'premium' ? 'api_requests' : 'article_imports';

/** `get_hybrid_usage(p_user_id)`: one object. `current_usage` and `monthly_limit` count what `usage_type` says, `daily_*` AI requests. */
export interface HybridUsage {
  current_usage: number;
  /** null: no limit (imports of enterprise). */
  monthly_limit: number | null;
  daily_limit: number;
  daily_used: number;
  /** ISO 8601: when the month's counters start anew. */
  reset_date: string;
  tier: Tier;
  usage_type: UsageType;
  /** 0..100; 0 without a limit. */
  percentage: number;
  /** Of the month; null: no limit. */
  remaining: number | null;
  can_request: boolean;
  days_until_reset: number;
}

export interface UpgradeOffer {
  nextTier: Tier;
  features: readonly string[];
  /** Per month, in US dollars. */
  price: number;
}

/** `check_usage_limit(p_user_id)`, and `details` of the error `quota_exceeded`. */
export interface QuotaResult {
  allowed: boolean;
  remaining: number;
  used: number;
  limit: number;
  /** ISO 8601: of the day's quota the next 00:00 UTC; of the month's its reset. */
  resetTime: string;
  tier: Tier;
  /** To free users only. */
  upgrade?: UpgradeOffer;
}

export const upgradeOffer = (tier: Tier): UpgradeOffer | undefined =>
  tier === 'free' ? { nextTier: 'plus', features: plans.plus.features, price: plans.plus.price ?? 0 } : undefined;

/** The quota result in the details of an error, or null. */
export function quotaResultOf(details: unknown): QuotaResult | null {
  if (typeof details !== 'object' || details === null) return null;
  const { allowed, remaining, used, limit, resetTime, tier } = details as Partial<Record<keyof QuotaResult, unknown>>;
  const isResult =
    typeof allowed === 'boolean' &&
    [remaining, used, limit].every((value) => typeof value === 'number') &&
    typeof resetTime === 'string' &&
    isTier(tier);
  return isResult ? (details as QuotaResult) : null;
}

/** `ai_usage_logs`: one AI request of a person. Written by the server only. */
export interface AiUsageLog {
  id: string;
  user_id: string;
  operation_type: string;
  model_used: string | null;
  tokens_used: number;
  cost: number;
  metadata: Record<string, unknown>;
  created_at: string;
}

/** `get_usage_analytics(p_user_id, p_days)`: one row per UTC day, oldest first, days without a request included. */
export interface UsageDay {
  day: string;
  requests: number;
  tokens_used: number;
  cost: number;
}
