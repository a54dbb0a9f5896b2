import { createStore } from '../../lib/store.ts';
import { thisBrowser } from '../environment.ts';
import { readAuthState } from '../session/auth-state-cache.ts';
import { sessionNow } from '../session.ts';

type Plan = 'plus' | 'free';

/** The plan as it was resolved last in this page, for parts of the shell that are there before usage is looked at. `null`: not known yet. */
export const shownPlan = createStore<Plan | null>(null);

/** As this browser knew it within the last day; `null`: it did not, or nobody is signed in. */
export function rememberedPlan(): Plan | null {
  const { local, clock } = thisBrowser();
  const known = readAuthState(local, clock)?.userProfile;
  if (!known || known.id !== sessionNow().user?.id) return null;
  return known.subscriptionTier === 'free' ? 'free' : 'plus';
}
