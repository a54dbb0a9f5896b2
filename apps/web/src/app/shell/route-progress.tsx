import { useRouterState } from '@tanstack/react-router';

/** A thin line over the page while the next screen is on its way; nothing for a wait that nobody notices. */
export function RouteProgress() {
  const waiting = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname !== resolvedLocation?.pathname,
  });
  return waiting ? (
    <div
      aria-hidden="true"
      className="appear-late pointer-events-none fixed inset-x-0 top-0 z-30 h-0.5 overflow-hidden"
    >
      <div className="animate-progress h-full w-1/3 bg-accent" />
    </div>
  ) : null;
}
