import type { ResetGrant } from './auth.ts';

/** What the address of `/reset-password` said. `rejected`: the server found the link invalid or too old. */
export type ResetLink = { kind: 'grant'; grant: ResetGrant } | { kind: 'rejected' } | { kind: 'missing' };

let captured: ResetLink = { kind: 'missing' };

/**
 * Takes the tokens out of the address before anything else runs, so that they reach no history entry,
 * no `Referer` and no screenshot. Call once, first thing.
 */
export function captureResetLink(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== '/reset-password') return;
  captured = readResetLink(search, hash);
  if (search || hash) window.history.replaceState(window.history.state, '', pathname);
}

export function capturedResetLink(): ResetLink {
  return captured;
}

/** Reads the link's query and fragment; the fragment wins. */
export function readResetLink(search: string, hash: string): ResetLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const value = (name: string) => fragment.get(name) || query.get(name) || undefined;

  const accessToken = value('access_token');
  const refreshToken = value('refresh_token');
  if (accessToken && refreshToken) return { kind: 'grant', grant: { accessToken, refreshToken } };
  const code = value('code');
  if (code) return { kind: 'grant', grant: { code } };
  return value('error') || value('error_code') ? { kind: 'rejected' } : { kind: 'missing' };
}

/** The address the link was made for. Shown to the person, trusted by nobody. */
export function accountOfGrant(grant: ResetGrant): { id?: string; email?: string } {
  if ('code' in grant) return {};
  try {
    const payload = grant.accessToken.split('.')[1] ?? '';
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
    );
    if (typeof claims !== 'object' || claims === null) return {};
    const { sub, email } = claims as { sub?: unknown; email?: unknown };
    return {
      ...(typeof sub === 'string' ? { id: sub } : {}),
      ...(typeof email === 'string' ? { email } : {}),
    };
  } catch {
    return {};
  }
}
