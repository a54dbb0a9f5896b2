import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

export type ConnectionView = 'online' | 'offline' | 'unreachable';

const look = (): ConnectionView => {
  const { online, reachable } = connection().snapshot();
  return online ? (reachable ? 'online' : 'unreachable') : 'offline';
};
const subscribe = (listener: () => void) => connection().subscribe(listener);

/** Whether there is a network, and a server that answers. */
export function useConnection(): ConnectionView {
  return useSyncExternalStore(subscribe, look);
}
