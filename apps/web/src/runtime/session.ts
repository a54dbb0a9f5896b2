import { useSyncExternalStore } from 'react';
import {
  currentUser,
  hasStoredSession,
  onStoredSessionChange,
  onUserChange,
  type SignedInUser,
  signOut as signOutOfServer,
} from '../data/auth.ts';

export type SessionState =
  | { status: 'initializing'; user: null }
  | { status: 'authenticated'; user: SignedInUser }
  | { status: 'unauthenticated'; user: null }
  | { status: 'error'; user: null };

/**
 * Who is signed in. A visitor without a kept session is known at once, without the auth client;
 * with one the client is loaded and settles it.
 */
let state: SessionState = hasStoredSession()
  ? { status: 'initializing', user: null }
  : { status: 'unauthenticated', user: null };
const listeners = new Set<() => void>();
let starting: Promise<void> | undefined;
let listening = false;

function set(next: SessionState): void {
  if (next.status === state.status && next.user?.id === state.user?.id) return;
  state = next;
  for (const listener of listeners) listener();
}

const setUser = (user: SignedInUser | null) =>
  set(user ? { status: 'authenticated', user } : { status: 'unauthenticated', user: null });

/** Settles the session; resolves when it is no longer initializing. */
export function startSession(): Promise<void> {
  if (state.status === 'authenticated' || (state.status === 'unauthenticated' && !hasStoredSession())) {
    return Promise.resolve();
  }
  starting ??= settle().finally(() => {
    starting = undefined;
  });
  return starting;
}

async function settle(): Promise<void> {
  try {
    await listenForChanges();
    setUser(await currentUser());
  } catch {
    set({ status: 'error', user: null });
  }
}

/** Loads the auth client and follows it. Called before signing in, so that the change is heard. */
export async function listenForChanges(): Promise<void> {
  if (listening) return;
  await onUserChange(setUser);
  listening = true;
}

/** A sign-in in another tab reaches a tab that has not loaded the auth client yet. */
export function followOtherTabs(): void {
  onStoredSessionChange(() => {
    if (!listening) void startSession();
  });
}

/** Ends the session in this browser, whatever the server says. */
export async function signOut(): Promise<void> {
  try {
    await signOutOfServer();
  } finally {
    setUser(null);
  }
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionNow(): SessionState {
  return state;
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionNow);
}
