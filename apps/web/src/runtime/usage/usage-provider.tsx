import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createRequiredContext, useRequired } from '../../lib/required-context.ts';
import { type Store, useStore } from '../../lib/store.ts';
import type { HybridState } from './hybrid-usage.ts';
import type { CheckedQuota } from './quota.ts';
import type { ResolvedTier } from './tier.ts';
import { usageService } from './usage.ts';
import { requestAllowed, type SubscriptionUsage } from './usage-rules.ts';
import type { UsageService } from './usage-service.ts';

const UsageContext = createRequiredContext<UsageService>();
const nothingToFollow = () => () => {};

/** All providers of a page give the same service: one may stand around each part that is loaded by itself. */
export function UsageProvider({ children, service }: { children: ReactNode; service?: UsageService }) {
  return <UsageContext value={service ?? usageService()}>{children}</UsageContext>;
}

const useAccount = (hook: string) => useStore(useRequired(UsageContext, hook, 'UsageProvider').account);

/** Of nobody there is nothing to follow. */
function usePart<Value>(store: Store<Value> | undefined): Value | null {
  return useSyncExternalStore(store?.subscribe ?? nothingToFollow, () => (store ? store.get() : null));
}

/** Tier, classification, enhanced user and displayed plan. `null`: nobody is signed in, or it is not known yet. */
export function useTier(): ResolvedTier | null {
  const account = useAccount('useTier');
  return usePart(account?.tier);
}

interface UsageView {
  usage: SubscriptionUsage;
  /** What the plan says; the server decides. */
  allowed: boolean;
}

/** What the tier lookup says of the month's AI requests. `null`: nobody is signed in, or the lookup gave no numbers. */
export function useUsage(): UsageView | null {
  const account = useAccount('useUsage');
  const resolved = usePart(account?.tier);
  return resolved?.usage ? { usage: resolved.usage, allowed: requestAllowed(resolved.usage) } : null;
}

export interface HybridView extends HybridState {
  refresh: () => void;
}

/** The usage meter. `null`: nobody is signed in. */
export function useHybridUsage(): HybridView | null {
  const account = useAccount('useHybridUsage');
  const state = usePart(account?.hybrid.state);
  // Whoever shows it wants it fresh; what is fresh is not read again.
  useEffect(() => account?.hybrid.request(), [account]);
  return account && state ? { ...state, refresh: account.refresh } : null;
}

export interface QuotaView {
  userId: string;
  /** `null`: the first check is under way. */
  checked: CheckedQuota | null;
  refresh: () => void;
  /** The server has just charged something. */
  charged: () => void;
}

/** The day's quota, as the server would decide now. `null`: nobody is signed in. */
export function useQuota(): QuotaView | null {
  const account = useAccount('useQuota');
  const checked = usePart(account?.quota);
  useEffect(() => account?.requestQuota(), [account]);
  return account ? { userId: account.userId, checked, refresh: account.refresh, charged: account.charged } : null;
}
