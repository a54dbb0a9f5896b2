import type { ReactNode } from 'react';

interface EmptyStateProps {
  children: ReactNode;
  action?: ReactNode;
}

/** One sentence, one action, a small drawing: stones waiting to be stacked. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div
      data-empty-action={action ? '' : undefined}
      className="grid justify-items-center gap-4 rounded-16 border border-dashed border-line px-6 py-10 text-center"
    >
      <svg
        viewBox="0 0 120 56"
        aria-hidden="true"
        className="h-14 w-30 text-line-strong"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M2 50h116" strokeLinecap="round" />
        <path d="M12 49c-5-1-6-7 0-9 8-3 25-3 32 0 6 2 5 8 0 9" />
        <path d="M55 49c-5-1-6-6-1-8 7-3 20-3 26 0 5 2 4 7 0 8" />
        <path d="M90 49c-4-1-4-5-1-7 5-2 13-2 18 0 3 2 3 6-1 7" />
        <path d="M60 28c-3-1-3-5 0-7 4-2 11-2 15 0 3 2 3 6 0 7-4 1-11 1-15 0Z" strokeDasharray="3 3" />
      </svg>
      <p className="max-w-[40ch] text-ink-muted">{children}</p>
      {action}
    </div>
  );
}
