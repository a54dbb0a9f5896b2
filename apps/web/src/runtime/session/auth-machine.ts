/** How sure it is that somebody is who they say: `aal2` with a second factor. */
export type AssuranceLevel = 'aal1' | 'aal2';

export interface SignedInUser {
  id: string;
  email: string;
  fullName: string;
  /** Of the session as it is. */
  assurance: AssuranceLevel;
  /** What it can be: with a second factor that is verified, `aal2`. */
  nextAssurance: AssuranceLevel;
}

export type AuthState =
  | { status: 'initializing'; user: null; problem: null }
  /** `problem`: the session could not be checked now, and what is known of it holds. */
  | { status: 'authenticated'; user: SignedInUser; problem: string | null }
  | { status: 'unauthenticated'; user: null; problem: null }
  | { status: 'error'; user: null; problem: string }
  /** `problem`: the session message that ended it. */
  | { status: 'session_expired'; user: null; problem: string };

/** The first seven are the auth service's own. */
export type AuthEvent =
  | {
      type: 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY' | 'MFA_CHALLENGE_VERIFIED';
      user: SignedInUser;
    }
  | { type: 'INITIAL_SESSION'; user: SignedInUser | null }
  | { type: 'SIGNED_OUT' }
  /** The kept session has been looked at. */
  | { type: 'settled'; user: SignedInUser | null }
  /** It could not be looked at: what is known of it holds. */
  | { type: 'check_skipped'; user: SignedInUser; problem: string }
  | { type: 'check_failed'; problem: string }
  | { type: 'timed_out' }
  | { type: 'session_expired'; problem: string }
  /** The person's own act, here. */
  | { type: 'sign_out' };

export const safetyTimeoutMessage = 'Auth initialization timed out after 15 seconds';

export const initializing: AuthState = { status: 'initializing', user: null, problem: null };
export const unauthenticated: AuthState = { status: 'unauthenticated', user: null, problem: null };
const authenticated = (user: SignedInUser): AuthState => ({ status: 'authenticated', user, problem: null });

/** The whole of sign-in's states. The same state comes back where an event changes nothing. */
export function nextAuthState(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      return sameUnless(state, authenticated(event.user));
    case 'INITIAL_SESSION':
      // While the kept session is being settled, that is what decides.
      if (state.status === 'initializing' || state.status === 'session_expired') return state;
      return sameUnless(state, event.user ? authenticated(event.user) : unauthenticated);
    case 'SIGNED_OUT':
      // During the start the session may still be restored; an expired one is told as such.
      return state.status === 'authenticated' || state.status === 'error' ? unauthenticated : state;
    case 'settled':
      if (state.status === 'initializing' || state.status === 'error') {
        return event.user ? authenticated(event.user) : unauthenticated;
      }
      return state.status === 'authenticated' && event.user ? sameUnless(state, authenticated(event.user)) : state;
    case 'check_skipped':
      if (state.status !== 'initializing' && state.status !== 'error' && state.status !== 'authenticated') return state;
      return sameUnless(state, { status: 'authenticated', user: event.user, problem: event.problem });
    case 'check_failed':
      return state.status === 'initializing' ? { status: 'error', user: null, problem: event.problem } : state;
    case 'timed_out':
      return state.status === 'initializing' ? { status: 'error', user: null, problem: safetyTimeoutMessage } : state;
    case 'session_expired':
      if (state.status === 'unauthenticated' || state.status === 'session_expired') return state;
      return { status: 'session_expired', user: null, problem: event.problem };
    case 'sign_out':
      return state.status === 'unauthenticated' ? state : unauthenticated;
  }
}

function sameUnless(state: AuthState, next: AuthState): AuthState {
  if (state.status !== next.status || state.problem !== next.problem) return next;
  const [before, after] = [state.user, next.user];
  if (before === null || after === null) return before === after ? state : next;
  const same =
    before.id === after.id &&
    before.email === after.email &&
    before.fullName === after.fullName &&
    before.assurance === after.assurance &&
    before.nextAssurance === after.nextAssurance;
  return same ? state : next;
}
