import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

interface QueryProblemProps {
  query: { isError: boolean; error: Error | null; fetchStatus: string; isPending: boolean; refetch: () => unknown };
  /** "your articles": completes the sentences below. */
  what: string;
}

/** The error and offline states of a list: what happened, what is safe, what to do. */
export function QueryProblem({ query, what }: QueryProblemProps) {
  const offline = query.isPending && query.fetchStatus === 'paused';
  return (
    <div role="alert" className="empty:hidden">
      {offline ? (
        <Banner tone="warning" title="You are offline">
          When the connection is back, {what} will load here by themselves.
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
