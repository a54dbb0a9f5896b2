import { connection } from '../runtime/connection/connection.ts';
import { sessionForCall } from './kept-session.ts';
import { publicConfig, serviceUrl } from './public-config.ts';

/**
 * Calls whenever the account's subscription changes on the server. Where `/config.json` does not list `realtime`, it never calls and
 * loads nothing. Returns the end of it.
 */
export function watchSubscription(userId: string, changed: () => void): () => void {
  let ended = false;
  let close = (): void => {};
  void openChannel(userId, changed)
    .then((opened) => {
      if (ended) opened();
      else close = opened;
    })
    // What the socket would tell is also asked for when the tab returns.
    .catch(() => {});
  return () => {
    ended = true;
    close();
  };
}

async function openChannel(userId: string, changed: () => void): Promise<() => void> {
  const config = await publicConfig();
  if (!config.services.includes('realtime')) return () => {};
  const { RealtimeClient } = await import('@supabase/supabase-js');
  const link = connection();
  const { heartbeatIntervalMs, params, reconnectAfterMs } = link.realtime;
  const client = new RealtimeClient(serviceUrl(config, '/realtime/v1').replace(/^http/, 'ws'), {
    params: { apikey: config.anonKey, ...params },
    heartbeatIntervalMs,
    reconnectAfterMs,
    accessToken: async () => (await sessionForCall())?.access_token ?? null,
  });
  const filter = `user_id=eq.${userId}`;
  client
    .channel(`user_subscriptions:${userId}`)
    .on('postgres_changes', { event: '*', schema: 'public', table: 'user_subscriptions', filter }, changed)
    .subscribe();
  // After a pause without a network or a person nothing was told: it may have changed in between.
  const stopWaking = link.onWake(() => {
    if (!link.mayCall('realtime')) return;
    client.connect();
    changed();
  });
  return () => {
    stopWaking();
    void client.disconnect();
  };
}
