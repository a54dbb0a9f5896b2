import type { MailboxMessage, MailboxState, TestMailResult } from '@cairn/contracts/mailbox';
import { publicConfig } from './public-config.ts';
import { errorFromResponse, fetchWithTimeout, isAbort, offlineError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** The mailbox is part of this server, never of a Supabase project: its addresses are this origin's. */
async function call(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetchWithTimeout(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw offlineError();
  }
  if (!response.ok) throw await errorFromResponse(response);
  return response;
}

export async function getMailbox(signal: AbortSignal): Promise<MailboxState> {
  return (await (await call('/api/mailbox', { signal })).json()) as MailboxState;
}

export async function getMail(id: string, signal: AbortSignal): Promise<MailboxMessage> {
  return (await (await call(`/api/mailbox/${encodeURIComponent(id)}`, { signal })).json()) as MailboxMessage;
}

export async function emptyMailbox(): Promise<void> {
  await call('/api/mailbox', { method: 'DELETE' });
}

/** Sends one mail to the signed-in user's own address. */
export async function sendTestMail(): Promise<TestMailResult> {
  const [config, client] = await Promise.all([publicConfig(), supabase()]);
  const { data } = await client.auth.getSession();
  const headers = { apikey: config.anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` };
  return (await (await call('/api/mailbox/test-mail', { method: 'POST', headers })).json()) as TestMailResult;
}
