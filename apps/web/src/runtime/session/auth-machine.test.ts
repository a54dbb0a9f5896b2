import { describe, expect, it } from 'vitest';
import {
  type AuthEvent,
  type AuthState,
  initializing,
  nextAuthState,
  type SignedInUser,
  safetyTimeoutMessage,
  unauthenticated,
} from './auth-machine.ts';

const ada: SignedInUser = {
  id: 'a',
  email: 'ada@example.org',
  fullName: 'Ada',
  assurance: 'aal1',
  nextAssurance: 'aal1',
};
const bob: SignedInUser = { ...ada, id: 'b', email: 'bob@example.org' };
const signedIn: AuthState = { status: 'authenticated', user: ada, problem: null };
const failed: AuthState = { status: 'error', user: null, problem: 'Session error' };
const expired: AuthState = { status: 'session_expired', user: null, problem: 'No active session' };

const serviceEvents = [
  'SIGNED_IN',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const;

const table: [AuthState, AuthEvent, AuthState['status']][] = [
  [initializing, { type: 'settled', user: ada }, 'authenticated'],
  [initializing, { type: 'settled', user: null }, 'unauthenticated'],
  [initializing, { type: 'check_skipped', user: ada, problem: 'Network unavailable' }, 'authenticated'],
  [initializing, { type: 'check_failed', problem: 'Session error' }, 'error'],
  [initializing, { type: 'timed_out' }, 'error'],
  [initializing, { type: 'session_expired', problem: 'No active session' }, 'session_expired'],
  [initializing, { type: 'SIGNED_OUT' }, 'initializing'],
  [initializing, { type: 'INITIAL_SESSION', user: ada }, 'initializing'],
  [initializing, { type: 'INITIAL_SESSION', user: null }, 'initializing'],
  [initializing, { type: 'sign_out' }, 'unauthenticated'],
  [unauthenticated, { type: 'INITIAL_SESSION', user: ada }, 'authenticated'],
  [unauthenticated, { type: 'timed_out' }, 'unauthenticated'],
  [unauthenticated, { type: 'session_expired', problem: 'No active session' }, 'unauthenticated'],
  [signedIn, { type: 'SIGNED_OUT' }, 'unauthenticated'],
  [signedIn, { type: 'sign_out' }, 'unauthenticated'],
  [signedIn, { type: 'timed_out' }, 'authenticated'],
  [signedIn, { type: 'settled', user: null }, 'authenticated'],
  [signedIn, { type: 'session_expired', problem: 'Token refresh failed: gone' }, 'session_expired'],
  [failed, { type: 'settled', user: ada }, 'authenticated'],
  [failed, { type: 'check_skipped', user: ada, problem: 'Network unavailable' }, 'authenticated'],
  [expired, { type: 'SIGNED_OUT' }, 'session_expired'],
  [expired, { type: 'INITIAL_SESSION', user: null }, 'session_expired'],
  [expired, { type: 'settled', user: ada }, 'session_expired'],
  [expired, { type: 'sign_out' }, 'unauthenticated'],
];

describe('the states of signing in', () => {
  it.each(table)('%o, %o', (before, event, status) => {
    expect(nextAuthState(before, event).status).toBe(status);
  });

  it('takes every sign of a session as signed in, whatever was before', () => {
    for (const before of [initializing, unauthenticated, signedIn, failed, expired]) {
      for (const type of serviceEvents) {
        expect(nextAuthState(before, { type, user: bob })).toEqual({
          status: 'authenticated',
          user: bob,
          problem: null,
        });
      }
    }
  });

  it('stays the very same where nothing changes, so that nobody is told', () => {
    expect(nextAuthState(signedIn, { type: 'TOKEN_REFRESHED', user: { ...ada } })).toBe(signedIn);
    const second: AuthEvent = {
      type: 'MFA_CHALLENGE_VERIFIED',
      user: { ...ada, assurance: 'aal2', nextAssurance: 'aal2' },
    };
    expect(nextAuthState(signedIn, second)).toMatchObject({ user: { assurance: 'aal2' } });
  });

  it('says why it gave up', () => {
    expect(nextAuthState(initializing, { type: 'timed_out' }).problem).toBe(safetyTimeoutMessage);
  });

  it('reaches no undefined state in any order of events', () => {
    const events: AuthEvent[] = [
      ...serviceEvents.flatMap((type) => [{ type, user: ada } as const, { type, user: bob } as const]),
      ...table.map(([, event]) => event),
    ];
    let seed = 20_261_121;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const seen = new Set<string>();
    for (let run = 0; run < 500; run += 1) {
      let state: AuthState = initializing;
      for (let step = 0; step < 40; step += 1) {
        const event = events[random(events.length)] as AuthEvent;
        state = nextAuthState(state, event);
        seen.add(state.status);
        expect(state.user !== null, `${event.type} → ${state.status}`).toBe(state.status === 'authenticated');
        if (state.status === 'error' || state.status === 'session_expired') expect(state.problem).toBeTruthy();
        // Nobody comes in without a sign of a session, and nobody starts again.
        if (event.type === 'sign_out') expect(state.status).toBe('unauthenticated');
      }
      expect(state.status).not.toBe(undefined);
    }
    expect([...seen].toSorted()).toEqual([
      'authenticated',
      'error',
      'initializing',
      'session_expired',
      'unauthenticated',
    ]);
  });
});
