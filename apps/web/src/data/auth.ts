import type { AuthChangeEvent } from '@supabase/auth-js';
import { workingStorage } from '../lib/storage.ts';
import { authClient } from './auth-client.ts';
import { keptSession } from './kept-session.ts';
import { publicConfig, serviceUrl, sessionStorageKey } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';
import { rememberSignInStarted } from './return-tokens.ts';

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

/** Whether this browser has kept a session: known without loading the auth client. */
export function hasStoredSession(): boolean {
  return workingStorage().storage.getItem(sessionStorageKey()) !== null;
}

/** What auth-js says of the session after an act of this tab or of another one. */
export async function onAuthEvent(listener: (event: AuthChangeEvent) => void): Promise<void> {
  const auth = await authClient();
  auth.onAuthStateChange((event) => listener(event));
}

export async function signIn(email: string, password: string): Promise<AuthOutcome> {
  const auth = await authClient();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? failed(error) : {};
}

/** `needsConfirmation`: the account exists, and a mail with a link was sent. */
export async function signUp(
  email: string,
  password: string,
  fullName: string,
): Promise<AuthOutcome & { needsConfirmation?: boolean }> {
  const auth = await authClient();
  const { data, error } = await auth.signUp({ email, password, options: { data: { full_name: fullName } } });
  return error ? failed(error) : { needsConfirmation: data.session === null };
}

export async function sendPasswordReset(email: string): Promise<AuthOutcome> {
  const auth = await authClient();
  const redirectTo = `${window.location.origin}/reset-password`;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  return error ? failed(error) : {};
}

/** What a reset link brought: tokens, or a code to exchange for them. */
export type ResetGrant = { accessToken: string; refreshToken: string } | { code: string };

export async function acceptResetGrant(grant: ResetGrant): Promise<AuthOutcome> {
  const auth = await authClient();
  const { error } =
    'code' in grant
      ? await auth.exchangeCodeForSession(grant.code)
      : await auth.setSession({ access_token: grant.accessToken, refresh_token: grant.refreshToken });
  return error ? failed(error) : {};
}

/** `currentPassword` is asked of people who are signed in by a password; the reset link is proof enough. */
export async function updatePassword(password: string, currentPassword?: string): Promise<AuthOutcome> {
  // auth-js would renew a token that runs out soon by itself.
  const [auth] = await Promise.all([authClient(), keptSession().usable()]);
  const current = currentPassword === undefined ? {} : { current_password: currentPassword };
  const { error } = await auth.updateUser({ password, ...current });
  return error ? failed(error) : {};
}

/** `needsConfirmation`: links went to the old and to the new address, and nothing changes until both have been opened. */
export async function changeEmail(email: string): Promise<AuthOutcome & { needsConfirmation?: boolean }> {
  const [auth] = await Promise.all([authClient(), keptSession().usable()]);
  const emailRedirectTo = `${window.location.origin}/profile/settings`;
  const { data, error } = await auth.updateUser({ email }, { emailRedirectTo });
  return error ? failed(error) : { needsConfirmation: Boolean(data.user.new_email) };
}

/** Leads the browser to Google and from there to the dashboard. Without a failure the page is about to go. */
export async function signInWithGoogle(): Promise<AuthOutcome> {
  const auth = await authClient();
  const redirectTo = `${window.location.origin}/dashboard`;
  rememberSignInStarted();
  const { error } = await auth.signInWithOAuth({ provider: 'google', options: { redirectTo } });
  return error ? failed(error) : {};
}

interface AuthSettings {
  external?: { google?: boolean };
  mailer_autoconfirm?: boolean;
}

let settings: Promise<AuthSettings> | undefined;

/** Asked once; a failure is asked again. */
function authSettings(): Promise<AuthSettings> {
  settings ??= readAuthSettings().catch((error: unknown) => {
    settings = undefined;
    throw error;
  });
  return settings;
}

/** Whether the auth service has Google configured. */
export const googleSignInOffered = async () => (await authSettings()).external?.google === true;

/** Whether a new address has to be confirmed by mail. */
export const mailConfirmsAddresses = async () => (await authSettings()).mailer_autoconfirm === false;

async function readAuthSettings(): Promise<AuthSettings> {
  const config = await publicConfig();
  const response = await fetchWithTimeout(serviceUrl(config, '/auth/v1/settings'), {
    headers: { apikey: config.anonKey },
  });
  if (!response.ok) throw new Error(`The settings of the auth service could not be read (${response.status}).`);
  return (await response.json()) as AuthSettings;
}
