import { useSyncExternalStore } from 'react';
import { recordEvent } from '../data/events.ts';
import type { ScreenToCome } from './screens-to-come.ts';
import { sessionNow } from './session.ts';
import { shownPlan } from './usage/shown-plan.ts';

/** Which screen to come somebody has just asked for; the interest modal shows it. */
let asked: ScreenToCome | undefined;
const listeners = new Set<() => void>();

function set(next: ScreenToCome | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the 'is on the way' modal and counts the interest. */
export function askForScreen(screen: ScreenToCome): void {
  set(screen);
  countInterest(screen);
}

export function stopAsking(): void {
  set(undefined);
}

/** Somebody typed the address, or clicked a link to it. */
export function countInterest({ feature }: ScreenToCome): void {
  const { user } = sessionNow();
  void recordEvent({
    name: 'feature_interest',
    feature_name: feature,
    user_id: user?.id ?? 'anonymous',
    user_plan: user ? (shownPlan.get() ?? 'free') : 'no-account',
    event_category: 'product_feedback',
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function useAskedScreen(): ScreenToCome | undefined {
  return useSyncExternalStore(subscribe, () => asked);
}
