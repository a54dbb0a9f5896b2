import type { SupabaseClient } from '@supabase/supabase-js';
import type { StoredSession } from '../runtime/session/stored-session.ts';

/** What the screens need at once of supabase-js: tables, database functions and edge functions, and the session of these calls. */
export interface DataClient extends Pick<SupabaseClient, 'from' | 'rpc' | 'functions'> {
  auth: { getSession: () => Promise<{ data: { session: StoredSession | null }; error: null }> };
}

let pending: Promise<DataClient> | undefined;

/** The one client, made on first use: its code is loaded apart, so that public pages start without it. */
export function supabase(): Promise<DataClient> {
  pending ??= import('./compose-client.ts')
    .then(({ composeClient }) => composeClient())
    .catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
  return pending;
}
