import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

/** A grey shape where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-6 bg-line', className)} />;
}

interface SkeletonGroupProps {
  /** The wait in words, announced once. */
  label: string;
  /** One placeholder, in the shape of what comes. */
  children: ReactNode;
  className?: string | undefined;
}

/** Placeholders of one shape: three on a phone, six elsewhere. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div className="appear-late">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" className={clsx('max-md:[&>:nth-child(n+4)]:hidden', className ?? 'grid gap-3')}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Fragment key={place}>{children}</Fragment>
        ))}
      </div>
    </div>
  );
}

export function SkeletonList({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <SkeletonGroup label={label} className={className}>
      <div className="grid gap-2 rounded-16 border border-line bg-surface p-4">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    </SkeletonGroup>
  );
}

export function SkeletonText({ label }: { label: string }) {
  return (
    <div className="appear-late grid gap-3">
      <p role="status" className="sr-only">
        {label}
      </p>
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="mb-4 h-4 w-1/3" />
      {['w-full', 'w-11/12', 'w-full', 'w-5/6', 'w-full', 'w-2/3'].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <Skeleton key={row} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
