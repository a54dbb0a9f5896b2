import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../data/request.ts';
import { probeServer } from '../data/server-probe.ts';
import { connection } from '../runtime/connection/connection.ts';
import { isOn } from '../runtime/feature-flags/feature-flags.ts';

const maximumRetries = 2;
/** The server was there and said so. Calls that got no answer have been tried again below, in `data/request.ts`. */
const serverIsBusy = new Set(['timeout', 'overloaded', 'unavailable']);

export function createQueryClient(): QueryClient {
  const link = connection();
  link.probeWith(probeServer);
  // Queries wait while there is no network or nobody at the page, and are looked at again afterwards.
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(link.mayCall('data'));
    tell();
    return link.subscribe(tell);
  });
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: isOn('memoization') ? 30_000 : 0,
        retry: (count, error) => {
          if (!(error instanceof ApiError)) return false;
          // Cut off when the connection went: not failed, but waiting for its return.
          if (error.code === 'offline') return !link.mayCall('data');
          return count < maximumRetries && serverIsBusy.has(error.code);
        },
      },
      // What a person does ends in success or in an error they can see, never in a wait they do not know of.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  link.onWake(() => {
    // What failed while the server was gone is not left standing as an error.
    if (!link.mayCall('data')) return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
  return client;
}
