import { keptSession } from './kept-session.ts';
import { publicConfig, serviceUrl } from './public-config.ts';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface LearningSession {
  id: string;
  start_time: string;
  goal: string | null;
}

/** One's open learning session, if there is one. */
export async function loadOpenLearningSession(): Promise<LearningSession | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('ai_learning_sessions')
    .select('id,start_time,goal')
    .is('end_time', null)
    .maybeSingle<LearningSession>();
  if (error) throw dataError(error);
  return data;
}

/** Takes up the session that goes on, or starts one. */
export async function startLearningSession(): Promise<LearningSession> {
  const client = await supabase();
  const { data, error } = await client.rpc('start_learning_session').single<LearningSession>();
  if (error) throw dataError(error);
  return data;
}

/** False: it is over. */
export async function beatLearningSession(id: string): Promise<boolean> {
  const client = await supabase();
  const { data, error } = await client.rpc('heartbeat_learning_session', { p_session_id: id });
  if (error) throw dataError(error);
  return data === true;
}

/** Outlives the page that is being left: the token is taken at once, and the browser sends it when the page is gone. */
export async function endLearningSession(id: string): Promise<void> {
  const session = keptSession().known();
  if (!session) return;
  const config = await publicConfig();
  await fetch(serviceUrl(config, '/rest/v1/rpc/end_learning_session'), {
    method: 'POST',
    keepalive: true,
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_session_id: id }),
  });
}
