import { createStore } from '../../lib/store.ts';

/** The plan as it was resolved last in this page, for parts of the shell that are there before usage is looked at. `null`: not known yet. */
export const shownPlan = createStore<'plus' | 'free' | null>(null);
