import type { Session } from '@supabase/supabase-js';
import { readStored } from '../lib/storage.ts';
import { publicConfig, serviceUrl, sessionStorageKey } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface SignedInUser {
  id: string;
  email: string;
  fullName: string;
}

/** A failed auth call: what the server said. `status` is 0 when no answer came. */
export interface AuthFailure {
  message: string;
  status: number;
  code: string;
}

export type AuthOutcome = { failure: AuthFailure } | { failure?: undefined };

interface AuthErrorShape {
  message: string;
  status?: number | undefined;
  code?: string | undefined;
}

const failed = ({ message, status, code }: AuthErrorShape): { failure: AuthFailure } => ({
  failure: { message, status: status ?? 0, code: code ?? '' },
});

function toUser(session: Session | null): SignedInUser | null {
  if (!session) return null;
  const { id, email, user_metadata: metadata } = session.user;
  const fullName: unknown = metadata.full_name;
  return { id, email: email ?? '', fullName: typeof fullName === 'string' ? fullName : '' };
}

/** Whether this browser has kept a session: known without loading the auth client. */
export function hasStoredSession(): boolean {
  return readStored(sessionStorageKey()) !== null;
}

/** Calls back when another tab signs in or out. */
export function onStoredSessionChange(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey() || event.key === null) listener();
  });
}

/** The session's user, refreshed if it has run out; `null` without one. Throws when it cannot be settled now. */
export async function currentUser(): Promise<SignedInUser | null> {
  const client = await supabase();
  const { data, error } = await client.auth.getSession();
  if (error) throw error;
  return toUser(data.session);
}

export async function onUserChange(listener: (user: SignedInUser | null) => void): Promise<void> {
  const client = await supabase();
  client.auth.onAuthStateChange((event, session) => {
    if (event !== 'INITIAL_SESSION') listener(toUser(session));
  });
}

export async function signIn(email: string, password: string): Promise<AuthOutcome> {
  const client = await supabase();
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error ? failed(error) : {};
}

/** `needsConfirmation`: the account exists, and a mail with a link was sent. */
export async function signUp(
  email: string,
  password: string,
  fullName: string,
): Promise<AuthOutcome & { needsConfirmation?: boolean }> {
  const client = await supabase();
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { full_name: fullName } } });
  return error ? failed(error) : { needsConfirmation: data.session === null };
}

/** Signs this browser out. The local session goes even when the server cannot be told. */
export async function signOut(): Promise<void> {
  const client = await supabase();
  await client.auth.signOut({ scope: 'local' });
}

export async function sendPasswordReset(email: string): Promise<AuthOutcome> {
  const client = await supabase();
  const redirectTo = `${window.location.origin}/reset-password`;
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo });
  return error ? failed(error) : {};
}

/** What a reset link brought: tokens, or a code to exchange for them. */
export type ResetGrant = { accessToken: string; refreshToken: string } | { code: string };

export async function acceptResetGrant(grant: ResetGrant): Promise<AuthOutcome> {
  const client = await supabase();
  const { error } =
    'code' in grant
      ? await client.auth.exchangeCodeForSession(grant.code)
      : await client.auth.setSession({ access_token: grant.accessToken, refresh_token: grant.refreshToken });
  return error ? failed(error) : {};
}

export async function updatePassword(password: string): Promise<AuthOutcome> {
  const client = await supabase();
  const { error } = await client.auth.updateUser({ password });
  return error ? failed(error) : {};
}

/** Leads the browser to Google and from there to the dashboard. Without a failure the page is about to go. */
export async function signInWithGoogle(): Promise<AuthOutcome> {
  const client = await supabase();
  const redirectTo = `${window.location.origin}/dashboard`;
  const { error } = await client.auth.signInWithOAuth({ provider: 'google', options: { redirectTo } });
  return error ? failed(error) : {};
}

let googleOffered: Promise<boolean> | undefined;

/** Whether the auth service has Google configured. Asked once; a failure is asked again. */
export function googleSignInOffered(): Promise<boolean> {
  googleOffered ??= readGoogleSetting().catch((error: unknown) => {
    googleOffered = undefined;
    throw error;
  });
  return googleOffered;
}

async function readGoogleSetting(): Promise<boolean> {
  const config = await publicConfig();
  const response = await fetchWithTimeout(serviceUrl(config, '/auth/v1/settings'), {
    headers: { apikey: config.anonKey },
  });
  if (!response.ok) throw new Error(`The settings of the auth service could not be read (${response.status}).`);
  const settings = (await response.json()) as { external?: { google?: boolean } };
  return settings.external?.google === true;
}
