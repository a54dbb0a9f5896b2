import { redirect } from '@tanstack/react-router';
import { hasStoredSession } from '../data/auth.ts';
import { sessionNow, startSession } from '../runtime/session.ts';

/** Thrown when nobody can tell whether the visitor is signed in. */
export class SessionUnknownError extends Error {
  override name = 'SessionUnknownError';
}

interface Guarded {
  location: { href: string };
}

/** Anonymous visitors are asked to sign in, and come back here after it. */
export async function requireSession({ location }: Guarded): Promise<void> {
  await startSession();
  const { status } = sessionNow();
  if (status === 'unauthenticated') throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  if (status === 'error') throw new SessionUnknownError('The session could not be settled.');
}

/** The sign-in screens are for people who are not signed in. Checked on the way in only: signing up shows its own last view. */
export async function leaveIfSignedIn({ cause, search }: { cause: string; search: { next?: string } }): Promise<void> {
  if (cause !== 'enter' || !hasStoredSession()) return;
  await startSession();
  if (sessionNow().status === 'authenticated') throw redirect({ href: search.next ?? '/pkm-hub', replace: true });
}

/** Where to go after signing in: a path of this app, nothing else. */
export function readNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}
