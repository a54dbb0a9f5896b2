import { useEffect } from 'react';
import { createRequiredContext, useRequired } from '../../lib/required-context.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import { type Stop, thisBrowser } from '../environment.ts';
import { type LoadingEvent, type LoadingState, nextLoadingState, notStarted, pagesReady } from './loading-machine.ts';
import { beginStretch, endStretch } from './timeline.ts';

/** From the last service or page to the end of the start. */
const prepareMs = 100;

/** The start of this page. */
export const loading = createStore(notStarted);
let preparing: Stop | undefined;

export function tellLoading(event: LoadingEvent): void {
  const before = loading.get();
  const next = nextLoadingState(before, event);
  if (next === before) return;
  const waits = next.phase === 'content_preparing' && pagesReady(next);
  if (!waits) {
    preparing?.();
    preparing = undefined;
  } else {
    preparing ??= thisBrowser().clock.after(prepareMs, () => {
      preparing = undefined;
      tellLoading({ type: 'prepared' });
    });
  }
  if (next.phase !== before.phase) {
    endStretch('phase', before.phase);
    if (next.phase !== 'ready') beginStretch('phase', next.phase);
  }
  loading.set(next);
}

export const LoadingContext = createRequiredContext<Store<LoadingState>>();

export const useLoading = (): LoadingState => useStore(useRequired(LoadingContext, 'useLoading', 'StartUpProvider'));

/** The start waits for what this page shows. Ready is also what cannot be shown: an error, or no connection. */
export function usePageLoading(name: string, ready: boolean): void {
  useEffect(() => tellLoading({ type: 'page', name, ready }), [name, ready]);
  useEffect(() => () => tellLoading({ type: 'page_left', name }), [name]);
}
