import { AuthClient, navigatorLock } from '@supabase/auth-js';
import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { workingStorage } from '../lib/storage.ts';
import { publicConfig, serviceUrl, sessionStorageKey } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';
import type { DataClient } from './supabase-client.ts';

/**
 * Put together from the parts of supabase-js, with its options: the whole brings realtime and storage along, which no first screen
 * needs. See docs/decisions/0012.
 */
export async function composeClient(): Promise<DataClient> {
  const config = await publicConfig();
  const { anonKey } = config;
  const auth = new AuthClient({
    url: serviceUrl(config, '/auth/v1'),
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    fetch: fetchWithTimeout,
    storageKey: sessionStorageKey(),
    storage: workingStorage().storage,
    persistSession: true,
    autoRefreshToken: true,
    // The reset screen reads the tokens of its link itself.
    detectSessionInUrl: false,
    flowType: 'implicit',
    // Without a lock two tabs would spend the same refresh token.
    ...((navigator as Partial<Navigator>).locks ? { lock: navigatorLock } : {}),
  });
  const accessToken = async () => (await auth.getSession()).data.session?.access_token;
  const fetchAsUser = withCredentials(anonKey, accessToken);
  const rest = new PostgrestClient(serviceUrl(config, '/rest/v1'), { schema: 'public', fetch: fetchAsUser });
  return {
    auth,
    functions: new FunctionsClient(serviceUrl(config, '/functions/v1'), { customFetch: fetchAsUser }),
    from: rest.from.bind(rest) as SupabaseClient['from'],
    rpc: rest.rpc.bind(rest) as unknown as SupabaseClient['rpc'],
  };
}

/** `fetch` with the project's key and, where somebody is signed in, their token. As supabase-js does it. */
function withCredentials(anonKey: string, accessToken: () => Promise<string | undefined>): typeof fetch {
  return async (input, init) => {
    const token = (await accessToken()) ?? anonKey;
    const headers = new Headers(init?.headers);
    if (!headers.has('apikey')) headers.set('apikey', anonKey);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return fetchWithTimeout(input, { ...init, headers });
  };
}
