import type { SupabaseClient } from '@supabase/supabase-js';
import { workingStorage } from '../lib/storage.ts';
import { publicConfig, serviceUrl, sessionStorageKey } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';

let pending: Promise<SupabaseClient> | undefined;

/** The one client, made on first use: its code is loaded apart, so that public pages start without it. */
export function supabase(): Promise<SupabaseClient> {
  pending ??= create().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function create(): Promise<SupabaseClient> {
  const [config, { createClient, navigatorLock }] = await Promise.all([
    publicConfig(),
    import('@supabase/supabase-js'),
  ]);
  return createClient(serviceUrl(config), config.anonKey, {
    auth: {
      storageKey: sessionStorageKey(),
      storage: workingStorage().storage,
      persistSession: true,
      autoRefreshToken: true,
      // The reset screen reads the tokens of its link itself.
      detectSessionInUrl: false,
      flowType: 'implicit',
      // Without a lock two tabs would spend the same refresh token.
      ...((navigator as Partial<Navigator>).locks ? { lock: navigatorLock } : {}),
    },
    global: { fetch: fetchWithTimeout },
  });
}
