import { type AnalyticsEvent, eventsLimit } from '@cairn/contracts/events';
import { hasStoredSession } from './auth.ts';
import { publicConfig } from './public-config.ts';
import { supabase } from './supabase-client.ts';

const gatherMilliseconds = 1000;

let queue: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes an event down and sends it soon, together with others. A server that does not list `events` is never asked. */
export async function recordEvent(event: AnalyticsEvent): Promise<void> {
  const config = await publicConfig().catch(() => undefined);
  if (!config?.services.includes('events')) return;
  queue = [...queue, event].slice(-eventsLimit);
  if (timer === undefined) timer = setTimeout(() => void sendEvents(), gatherMilliseconds);
}

/** One call for all. What cannot be delivered is dropped: nobody waits for it, and nothing of the person's is in it. */
async function sendEvents(): Promise<void> {
  timer = undefined;
  const events = queue;
  queue = [];
  try {
    const authorization = await bearer();
    await fetch('/api/events', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(10_000),
    });
  } catch {
    // Not worth telling anybody.
  }
}

async function bearer(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const client = await supabase();
  const { data } = await client.auth.getSession();
  return data.session ? `Bearer ${data.session.access_token}` : undefined;
}
