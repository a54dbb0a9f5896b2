import type { ConnectionState } from './connection-machine.ts';

export const realtimeEventsPerSecond = 2;
export const realtimeHeartbeatMs = 60_000;
const reconnectBaseMs = 1000;
const idleReconnectBaseMs = 5000;
const largestMultiplier = 8;
const mostRetriesWhileIdle = 3;
/** The longest a browser's timer takes; a longer one would run at once. */
const never = 2 ** 31 - 1;

/** How long until the socket is opened again after its `tries`th loss (from 1); `null`: not before the connection is back. */
export function reconnectDelay({ online, idle }: ConnectionState, tries: number): number | null {
  if (!online || (idle && tries > mostRetriesWhileIdle)) return null;
  const multiplier = Math.min(2 ** Math.max(0, tries - 1), largestMultiplier);
  return (idle ? idleReconnectBaseMs : reconnectBaseMs) * multiplier;
}

/** What a realtime client is made with. Whoever makes one also connects it again when `connection.onWake` calls. */
export interface RealtimePolicy {
  heartbeatIntervalMs: number;
  params: { eventsPerSecond: number };
  reconnectAfterMs: (tries: number) => number;
}

export function realtimePolicy(state: () => ConnectionState): RealtimePolicy {
  return {
    heartbeatIntervalMs: realtimeHeartbeatMs,
    params: { eventsPerSecond: realtimeEventsPerSecond },
    reconnectAfterMs: (tries) => reconnectDelay(state(), tries) ?? never,
  };
}
