import { hasStoredSession, onAuthEvent } from '../data/auth.ts';
import { authService, endSession, type SignOutScope } from '../data/auth-service.ts';
import { holdCalls, keptSession } from '../data/kept-session.ts';
import { sessionStorageKey } from '../data/public-config.ts';
import { acceptReturnedTokens, signInWasStarted, takeReturnedTokens } from '../data/return-tokens.ts';
import { createStore, useStore } from '../lib/store.ts';
import { notify } from '../ui/notifications.ts';
import { type Stop, thisBrowser } from './environment.ts';
import {
  type AuthEvent,
  type AuthState,
  initializing,
  nextAuthState,
  unauthenticated,
} from './session/auth-machine.ts';
import { authStateKey, writeAuthState } from './session/auth-state-cache.ts';
import type { SessionCheck } from './session/session-keeper.ts';
import { noActiveSession, sessionError } from './session/session-messages.ts';
import { clearSessionNotice, hideIdleWarning, showIdleWarning, showSessionExpired } from './session/session-notices.ts';
import { watchSession } from './session/session-watch.ts';
import { settleSession, toUser } from './session/settle-session.ts';
import type { StoredSession } from './session/stored-session.ts';

export type { SignedInUser } from './session/auth-machine.ts';
export type SessionState = AuthState;

const safetyTimeout = 15_000;
/** Signing out does not wait for a server that does not answer. */
const longestGoodbye = 3000;

/** Before anything else runs: the address is free of tokens from here on. */
let returned = takeReturnedTokens();

/**
 * Who is signed in. A visitor without a kept session is known at once, without any auth code;
 * with one, the auth service is asked and settles it.
 */
const state = createStore<AuthState>(hasStoredSession() || returned.kind !== 'none' ? initializing : unauthenticated);
let starting: Promise<void> | undefined;
let listening: Promise<void> | undefined;
let watching: Stop | undefined;
let following = false;

function dispatch(event: AuthEvent): void {
  const before = state.get();
  const next = nextAuthState(before, event);
  if (next === before) return;
  if (next.status === 'authenticated') {
    const { local, clock } = thisBrowser();
    writeAuthState(local, clock, next.user);
    clearSessionNotice();
    watching ??= watch();
  } else {
    watching?.();
    watching = undefined;
    if (next.status === 'session_expired') leaveExpired();
    else clearSessionNotice();
  }
  state.set(next);
}

/** What was typed and not sent stays, for the same person only: everything local is kept under the user's id. */
function leaveExpired(): void {
  const session = keptSession().known();
  forgetSession();
  showSessionExpired();
  if (session) void endSession(session.access_token, 'local').catch(() => undefined);
}

function forgetSession(): void {
  keptSession().forget();
  thisBrowser().local.removeItem(authStateKey);
}

const userOf = (session: StoredSession) => toUser(session, thisBrowser());

/** Settles the session; resolves when it is no longer initializing. */
export function startSession(): Promise<void> {
  if (state.get().status !== 'initializing' && state.get().status !== 'error') return Promise.resolve();
  starting ??= settle().finally(() => {
    starting = undefined;
  });
  return starting;
}

async function settle(): Promise<void> {
  const environment = thisBrowser();
  followKeeper();
  let stop: Stop = () => {};
  const tooLong = new Promise<void>((resolve) => {
    stop = environment.clock.after(safetyTimeout, () => {
      dispatch({ type: 'timed_out' });
      resolve();
    });
  });
  const settled = acceptReturned()
    .then(() => settleSession({ environment, service: authService, keeper: keptSession() }))
    .then(dispatch)
    // An answer that comes later still corrects the state.
    .catch(() => dispatch({ type: 'check_failed', problem: sessionError }))
    .finally(() => stop());
  await Promise.race([settled, tooLong]);
}

/** The session that Google or a mail's link gave. Tokens that nobody here asked for replace no one else's session. */
async function acceptReturned(): Promise<void> {
  const given = returned;
  returned = { kind: 'none' };
  if (given.kind === 'none') return;
  const asked = signInWasStarted();
  let message = given.kind === 'failed' ? given.message : undefined;
  if (given.kind === 'tokens' && (asked || !keptSession().known())) {
    message = await acceptReturnedTokens(given).catch(() => 'Network error occurred during sign in');
    keptSession().reload();
  }
  if (message) notify({ type: 'error', message });
}

function followKeeper(): void {
  if (following) return;
  following = true;
  keptSession().subscribe((news) => {
    if (news.type === 'refreshed') dispatch({ type: 'TOKEN_REFRESHED', user: userOf(news.session) });
    else dispatch({ type: 'session_expired', problem: news.message });
  });
}

/** Loads the auth client and follows it. Called before signing in, so that the change is heard. */
export function listenForChanges(): Promise<void> {
  followKeeper();
  listening ??= onAuthEvent((event) => {
    const session = event === 'SIGNED_OUT' ? null : keptSession().reload();
    if (event === 'INITIAL_SESSION') dispatch({ type: event, user: session && userOf(session) });
    else if (session && event !== 'SIGNED_OUT') dispatch({ type: event, user: userOf(session) });
    else if (keptSession().signedOut()) dispatch({ type: 'SIGNED_OUT' });
  }).catch((error: unknown) => {
    listening = undefined;
    throw error;
  });
  return listening;
}

/** A sign-in, a renewal or a sign-out in another tab reaches this one by what is stored. */
export function followOtherTabs(): void {
  const { onStored } = thisBrowser();
  onStored((key) => {
    if (key !== null && key !== sessionStorageKey()) return;
    const session = keptSession().reload();
    const now = state.get();
    if (session) {
      const user = userOf(session);
      if (now.status !== 'initializing') {
        dispatch({ type: now.user?.id === user.id ? 'TOKEN_REFRESHED' : 'SIGNED_IN', user });
      }
    } else {
      void look();
    }
  });
}

async function look(timeout?: number): Promise<void> {
  if (state.get().status === 'authenticated') follow(await keptSession().check(timeout));
}

function follow(checked: SessionCheck): void {
  if (checked.kind === 'valid') dispatch({ type: 'settled', user: userOf(checked.session) });
  else if (checked.kind === 'unsure') {
    if (state.get().status === 'authenticated') {
      dispatch({ type: 'check_skipped', user: userOf(checked.session), problem: checked.message });
    }
  } else if (checked.kind === 'none') {
    if (keptSession().signedOut()) dispatch({ type: 'SIGNED_OUT' });
    else dispatch({ type: 'session_expired', problem: noActiveSession });
  }
}

function watch(): Stop {
  const environment = thisBrowser();
  return watchSession(environment, {
    check: (timeout) => void look(timeout),
    refresh: () => void keptSession().renew().then(follow),
    networkReturned: () => {
      keptSession().tryAgain();
      void look();
    },
    warnOfIdleness: () => showIdleWarning(environment.clock),
    calm: hideIdleWarning,
  });
}

interface SignOutOptions {
  scope?: Exclude<SignOutScope, 'others'>;
  /** The page is about to be left: until then the screen stays as it is. */
  leavingPage?: boolean;
}

/**
 * The person's own sign-out: ends the session in this browser whatever the server says. What is kept here of the person is removed by
 * `leaveBrowser`.
 */
export async function signOut({ scope = 'local', leavingPage = false }: SignOutOptions = {}): Promise<void> {
  const { clock } = thisBrowser();
  const goodbye = async () => {
    const session = await keptSession().usable();
    if (session) await endSession(session.access_token, scope);
  };
  try {
    const told = goodbye();
    if (scope === 'global') await told;
    else await Promise.race([told, new Promise<void>((resolve) => void clock.after(longestGoodbye, resolve))]);
  } catch (error) {
    // Nobody could be told. The session ends here all the same, but elsewhere it would not.
    if (scope === 'global') throw error;
  }
  const letCalls = leavingPage ? holdCalls() : () => {};
  forgetSession();
  const forgotten = () => {
    dispatch({ type: 'sign_out' });
    letCalls();
  };
  // The browser may keep the page for the way back: it must not show anything then.
  if (leavingPage) window.addEventListener('pagehide', forgotten, { once: true });
  else forgotten();
}

export const subscribeSession = state.subscribe;
export const sessionNow = state.get;
export const useSession = () => useStore(state);
