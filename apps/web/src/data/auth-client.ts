import type { GoTrueClient } from '@supabase/auth-js';
import { workingStorage } from '../lib/storage.ts';
import { publicConfig, serviceUrl, sessionStorageKey } from './public-config.ts';
import { fetchWithTimeout } from './request.ts';

let pending: Promise<GoTrueClient> | undefined;

/** For signing in and up and for changes of the account; loaded on first use. It keeps its session where `keptSession` reads it. */
export function authClient(): Promise<GoTrueClient> {
  pending ??= create().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function create(): Promise<GoTrueClient> {
  const [config, { AuthClient }] = await Promise.all([publicConfig(), import('@supabase/auth-js')]);
  return new AuthClient({
    url: serviceUrl(config, '/auth/v1'),
    headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
    fetch: fetchWithWords,
    storageKey: sessionStorageKey(),
    storage: workingStorage().storage,
    persistSession: true,
    // The session has one keeper; see docs/decisions/0012.
    autoRefreshToken: false,
    // The address is read, and cleaned, before anything else runs: see return-tokens.ts and reset-link.ts.
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
}

/** auth-js does not read the body of a 5xx answer: it looks for its message on the answer itself, and finds `{}`. */
async function fetchWithWords(...call: Parameters<typeof fetchWithTimeout>): Promise<Response> {
  const response = await fetchWithTimeout(...call);
  if (response.status < 500) return response;
  const said: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return Object.assign(response, { msg: wordsOf(said) });
}

function wordsOf(said: unknown): string {
  const { msg, message } = (said ?? {}) as { msg?: unknown; message?: unknown };
  return [msg, message].find((words) => typeof words === 'string') ?? '';
}
