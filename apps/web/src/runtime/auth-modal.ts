import { useSyncExternalStore } from 'react';

/** The views that the modal can be opened with; the two confirmations follow from them. */
export type AuthModalView = 'signin' | 'signup' | 'forgot';

export interface AuthModalState {
  open: boolean;
  view: AuthModalView;
  /** Where to go after signing in; absent: stay, and what stands below renders itself anew. */
  next: string | undefined;
  /** Counts the openings: each one starts with empty fields. */
  opening: number;
}

let state: AuthModalState = { open: false, view: 'signin', next: undefined, opening: 0 };
const listeners = new Set<() => void>();

function set(next: AuthModalState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Opens the modal, from anywhere. While it is open another call changes nothing: a person may be typing. */
export function openAuthModal(view: AuthModalView, { next }: { next?: string | undefined } = {}): void {
  if (!state.open) set({ open: true, view, next, opening: state.opening + 1 });
}

export function closeAuthModal(): void {
  if (state.open) set({ ...state, open: false });
}

export function subscribeAuthModal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const authModalNow = (): AuthModalState => state;

export function useAuthModal(): AuthModalState {
  return useSyncExternalStore(subscribeAuthModal, authModalNow);
}
