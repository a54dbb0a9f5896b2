import type { Clock, KeyValueStore } from '../environment.ts';
import { parseStored } from './stored-session.ts';

export const authStateKey = 'pkm-auth-state';
const version = '1.0';
const cacheMilliseconds = 24 * 60 * 60 * 1000;

export interface CachedProfile {
  id: string;
  email: string;
  subscriptionTier: string;
}

interface CachedAuthState {
  authState: string;
  userProfile: CachedProfile;
  timestamp: number;
  version: string;
}

/** Who was signed in last, for a day: known before the auth service has been asked, and when it cannot be. */
export function readAuthState(store: KeyValueStore, clock: Clock): CachedAuthState | undefined {
  const cached = parseStored(store.getItem(authStateKey)) as Partial<CachedAuthState> | undefined;
  const profile = cached?.userProfile;
  if (cached?.version !== version || typeof cached.timestamp !== 'number' || typeof profile?.id !== 'string') {
    return undefined;
  }
  if (clock.now() - cached.timestamp >= cacheMilliseconds) return undefined;
  return {
    authState: String(cached.authState),
    userProfile: { id: profile.id, email: profile.email ?? '', subscriptionTier: profile.subscriptionTier ?? 'free' },
    timestamp: cached.timestamp,
    version,
  };
}

/** Keeps the tier that is known of the same person. */
export function writeAuthState(
  store: KeyValueStore,
  clock: Clock,
  { id, email, subscriptionTier }: Omit<CachedProfile, 'subscriptionTier'> & { subscriptionTier?: string },
): void {
  const known = readAuthState(store, clock)?.userProfile;
  const tier = subscriptionTier ?? (known?.id === id ? known.subscriptionTier : 'free');
  const cached: CachedAuthState = {
    authState: 'authenticated',
    userProfile: { id, email, subscriptionTier: tier },
    timestamp: clock.now(),
    version,
  };
  try {
    store.setItem(authStateKey, JSON.stringify(cached));
  } catch {
    // The storage is full: the next start asks the auth service first.
  }
}
