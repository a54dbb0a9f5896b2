import type { AccountDeletion } from '@cairn/contracts/account';
import { authClient } from './auth-client.ts';
import { endSession } from './auth-service.ts';
import { invokeFunction, streamFunction } from './functions.ts';
import { keptSession, sessionForCall } from './kept-session.ts';
import { ApiError, dataError, isAbort, offlineError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface Account {
  email: string;
  /** Asked for, and not confirmed by mail yet. */
  pendingEmail: string | null;
  hasPassword: boolean;
}

/** The account as the auth service has it. */
export async function getAccount(): Promise<Account> {
  // auth-js would renew a token that runs out soon by itself.
  const [auth, session] = await Promise.all([authClient(), sessionForCall()]);
  if (!session) throw new ApiError('unauthenticated', 'Please sign in again.');
  const { data, error } = await auth.getUser(session.access_token);
  if (error) {
    throw error.status ? new ApiError('internal', 'Your account could not be read. Please try again.') : offlineError();
  }
  const { email, new_email: pending, app_metadata: metadata } = data.user;
  const providers: unknown = metadata.providers ?? [metadata.provider];
  return {
    email: email ?? '',
    pendingEmail: pending || null,
    hasPassword: Array.isArray(providers) && providers.includes('email'),
  };
}

/** Asks for a new token, so that this browser knows the account's address as it is now. */
export const renewSession = () => keptSession().renew();

export interface SignedInSession {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  is_current: boolean;
}

/** Where the account is signed in, this browser first. */
export async function listSessions(signal: AbortSignal): Promise<SignedInSession[]> {
  const client = await supabase();
  const { data, error } = await client.rpc('list_sessions').abortSignal(signal);
  if (error) throw dataError(error);
  return data as SignedInSession[];
}

/** Signs the account out somewhere else. It may be over already. */
export async function endSessionElsewhere(id: string): Promise<void> {
  const client = await supabase();
  const { error } = await client.rpc('end_session', { p_session_id: id });
  if (error) throw dataError(error);
}

export async function endOtherSessions(): Promise<void> {
  const session = await sessionForCall();
  if (!session) throw new ApiError('unauthenticated', 'Please sign in again.');
  try {
    await endSession(session.access_token, 'others');
  } catch {
    throw offlineError();
  }
}

/** Everything of the account as a zip. `onProgress` is told the bytes that have come; how many there will be, nobody knows. */
export async function exportAccount(onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const stream = await streamFunction('export-account', {}, signal);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const part = new Uint8Array(read.value);
      parts.push(part);
      bytes += part.length;
      onProgress(bytes);
    }
  } catch (error) {
    // Half an archive is none.
    throw isAbort(error) && signal.aborted ? error : offlineError();
  }
  return new Blob(parts, { type: 'application/zip' });
}

export const requestDeletion = (email: string) => invokeFunction<AccountDeletion>('delete-account', { email });

export async function keepAccount(): Promise<void> {
  await invokeFunction('keep-account', {});
}
