import { type ReactNode, useContext } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { ReachContext } from './reach.ts';

interface AwaitedQuery {
  fetchStatus: string;
  isPending: boolean;
}

interface QueryProblemProps {
  query: AwaitedQuery & { isError: boolean; error: Error | null; refetch: () => unknown };
  /** "your articles": completes the sentences below. */
  what: string;
}

/** What this device has kept is there sooner; nobody has to read that it is not. */
const keptAnswerMs = 400;

/** Why an answer does not come, while it is waited for without any to show. */
function useCutOff({ isPending, fetchStatus }: AwaitedQuery): 'offline' | 'unreachable' | undefined {
  const reach = useContext(ReachContext);
  const waits = isPending && (fetchStatus === 'paused' || (fetchStatus === 'fetching' && reach !== 'online'));
  const rested = useDebounced(waits, keptAnswerMs);
  if (!waits || !rested) return undefined;
  return reach === 'unreachable' ? 'unreachable' : 'offline';
}

/** The error and offline states of a list: what happened, what is safe, what to do. */
export function QueryProblem({ query, what }: QueryProblemProps) {
  const cutOff = useCutOff(query);
  return (
    <div role="alert" className="empty:hidden">
      {cutOff ? (
        <Banner tone="warning" title={cutOff === 'offline' ? 'You are offline' : 'The server cannot be reached'}>
          This is not on this device yet. When the {cutOff === 'offline' ? 'connection' : 'server'} is back, {what} will
          load here by themselves.
        </Banner>
      ) : query.isError ? (
        <Banner
          tone="danger"
          title={`We could not load ${what}`}
          action={
            <Button look="quiet" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {query.error?.message} Nothing of yours is lost.
        </Banner>
      ) : null}
    </div>
  );
}

/** What stands in an answer's place while it can still come soon; `QueryProblem` takes over where it cannot. */
export function WhileAwaited({ query, children }: { query: AwaitedQuery; children: ReactNode }) {
  const cutOff = useCutOff(query);
  return query.isPending && !cutOff ? children : null;
}
