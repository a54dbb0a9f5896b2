import { publicConfig } from './public-config.ts';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** The id of one's open learning session, if there is one. */
export async function loadOpenLearningSession(): Promise<string | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('ai_learning_sessions')
    .select('id')
    .is('end_time', null)
    .maybeSingle<{ id: string }>();
  if (error) throw dataError(error);
  return data?.id ?? null;
}

/** Fails when the tutor's function does not answer its health probe. */
export async function probeAsk(): Promise<void> {
  const { functions } = await publicConfig();
  if (!functions.includes('ask')) throw new Error('Service educationalChat is not mounted');
  const client = await supabase();
  const { error } = await client.functions.invoke('ask/health', { method: 'GET' });
  if (error) throw error;
}
