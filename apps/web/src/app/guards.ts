import { redirect } from '@tanstack/react-router';
import { hasStoredSession } from '../data/auth.ts';
import { type AuthModalView, openAuthModal } from '../runtime/auth-modal.ts';
import { sessionNow, startSession } from '../runtime/session.ts';

/** Thrown when nobody can tell whether the visitor is signed in. */
export class SessionUnknownError extends Error {
  override name = 'SessionUnknownError';
}

/** Thrown where an account is needed and nobody is signed in. The route is tried again when the session changes. */
export class AuthenticationRequiredError extends Error {
  override name = 'AuthenticationRequiredError';
}

/**
 * Anonymous visitors are asked to sign in, in the place of the screen. Whoever's session has just expired keeps the screen they are
 * at, with all that is typed there; the banner says what to do.
 */
export async function requireSession({ cause }: { cause?: 'preload' | 'enter' | 'stay' } = {}): Promise<void> {
  await startSession();
  const { status } = sessionNow();
  if (status === 'session_expired' && cause === 'stay') return;
  if (status === 'unauthenticated' || status === 'session_expired') {
    throw new AuthenticationRequiredError('Nobody is signed in.');
  }
  if (status === 'error') throw new SessionUnknownError('The session could not be settled.');
}

interface TypedAddress {
  search: { next?: string };
  preload: boolean;
}

/** The typed addresses of signing in are the landing page with the modal open; who is signed in goes on. */
export function showAuthModal(view: AuthModalView) {
  return async ({ search: { next = '/dashboard' }, preload }: TypedAddress): Promise<void> => {
    if (preload) return;
    if (hasStoredSession()) {
      await startSession();
      if (sessionNow().status === 'authenticated') throw redirect({ href: next, replace: true });
    }
    openAuthModal(view, { next });
    throw redirect({ to: '/', replace: true });
  };
}

/** Where to go after signing in: a path of this app, nothing else. */
export function readNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}
