import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { type Stop, thisBrowser } from '../environment.ts';
import { type LoadingEvent, nextLoadingState, notStarted, pagesReady } from './loading-machine.ts';

/** From the last service or page to the end of the start. */
const prepareMs = 100;

const state = createStore(notStarted);
let preparing: Stop | undefined;

export function tellLoading(event: LoadingEvent): void {
  const before = state.get();
  const next = nextLoadingState(before, event);
  if (next === before) return;
  preparing?.();
  preparing = undefined;
  if (next.phase === 'content_preparing' && pagesReady(next)) {
    preparing = thisBrowser().clock.after(prepareMs, () => tellLoading({ type: 'prepared' }));
  }
  state.set(next);
}

export const loadingNow = state.get;
export const useLoading = () => useStore(state);

/** The start waits for what this page shows. */
export function usePageLoading(name: string, ready: boolean): void {
  useEffect(() => tellLoading({ type: 'page', name, ready }), [name, ready]);
  useEffect(() => () => tellLoading({ type: 'page_left', name }), [name]);
}
