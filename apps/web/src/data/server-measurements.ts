import type { ServerMeasurements } from '@cairn/contracts/server-measurements';
import { publicConfig } from './public-config.ts';
import { errorFromResponse, fetchWithTimeout, isAbort, offlineError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** How the server does. `forbidden` for everybody but administrators. */
export async function readServerMeasurements(signal: AbortSignal): Promise<ServerMeasurements> {
  const [config, client] = await Promise.all([publicConfig(), supabase()]);
  const { data } = await client.auth.getSession();
  const headers = { apikey: config.anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` };
  let response: Response;
  try {
    response = await fetchWithTimeout('/api/admin/performance', { headers, signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw offlineError();
  }
  if (!response.ok) throw await errorFromResponse(response);
  return (await response.json()) as ServerMeasurements;
}
