import type { GoTrueClient } from '@supabase/auth-js';
import type { SupabaseClient } from '@supabase/supabase-js';

/** What the screens need at once of supabase-js: tables, database functions, edge functions, and the session of these calls. */
export type DataClient = Pick<SupabaseClient, 'from' | 'rpc' | 'functions'> & { auth: GoTrueClient };

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
