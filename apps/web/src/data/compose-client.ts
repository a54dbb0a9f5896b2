import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { sessionForCall } from './kept-session.ts';
import { publicConfig, serviceUrl } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';
import type { DataClient } from './supabase-client.ts';

/**
 * Put together from the parts of supabase-js, with its options: the whole brings realtime and storage along, which no first screen
 * needs. See docs/decisions/0012.
 */
export async function composeClient(): Promise<DataClient> {
  const config = await publicConfig();
  const fetchAsUser = withCredentials(config.anonKey);
  const rest = new PostgrestClient(serviceUrl(config, '/rest/v1'), {
    schema: 'public',
    fetch: fetchAsUser,
    // Calls are tried again in one place: there.
    retry: false,
  });
  return {
    auth: { getSession: async () => ({ data: { session: await sessionForCall() }, error: null }) },
    functions: new FunctionsClient(serviceUrl(config, '/functions/v1'), { customFetch: fetchAsUser }),
    from: rest.from.bind(rest) as SupabaseClient['from'],
    rpc: rest.rpc.bind(rest) as unknown as SupabaseClient['rpc'],
  };
}

/** `fetch` with the project's key and, where somebody is signed in, their token. As supabase-js does it. */
function withCredentials(anonKey: string): typeof fetch {
  return async (input, init) => {
    const token = (await sessionForCall())?.access_token ?? anonKey;
    const headers = new Headers(init?.headers);
    if (!headers.has('apikey')) headers.set('apikey', anonKey);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return fetchWithTimeout(input, { ...init, headers });
  };
}
