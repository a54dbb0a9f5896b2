import { workingStorage } from '../lib/storage.ts';
import { authClient } from './auth-client.ts';

/** What the auth service sent back in the address after a sign-in elsewhere: with Google, or by a link in a mail. */
export type ReturnedTokens =
  | { kind: 'none' }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'failed'; message: string };

const startedKey = 'cairn-sign-in-started';
const needed = ['access_token', 'expires_in', 'refresh_token', 'token_type'];

export function readReturnedTokens(hash: string): ReturnedTokens {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const failure = values.get('error_description') ?? values.get('error');
  if (failure) return { kind: 'failed', message: failure };
  if (!needed.some((name) => values.has(name))) return { kind: 'none' };
  if (!needed.every((name) => values.get(name))) return { kind: 'failed', message: 'No session defined in URL' };
  return {
    kind: 'tokens',
    accessToken: values.get('access_token') ?? '',
    refreshToken: values.get('refresh_token') ?? '',
  };
}

/**
 * Reads the fragment once and takes it out of the address at once, so that the tokens reach no history entry and no screenshot.
 * The reset screen reads its own: see `reset-link.ts`.
 */
export function takeReturnedTokens(): ReturnedTokens {
  const { pathname, search, hash } = window.location;
  if (!hash || pathname === '/reset-password') return { kind: 'none' };
  const returned = readReturnedTokens(hash);
  if (returned.kind !== 'none') window.history.replaceState(window.history.state, '', pathname + search);
  return returned;
}

/** Remembered for this tab: tokens that come back to it were asked for. */
export function rememberSignInStarted(): void {
  workingStorage('sessionStorage').storage.setItem(startedKey, '1');
}

export function signInWasStarted(): boolean {
  const { storage } = workingStorage('sessionStorage');
  const started = storage.getItem(startedKey) !== null;
  storage.removeItem(startedKey);
  return started;
}

/** Makes them the session of this browser, once the auth service has said whose they are. Gives its message when it refuses. */
export async function acceptReturnedTokens({
  accessToken,
  refreshToken,
}: Extract<ReturnedTokens, { kind: 'tokens' }>): Promise<string | undefined> {
  const auth = await authClient();
  const { error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (!error) return undefined;
  return error.status ? error.message : 'Network error occurred during sign in';
}
