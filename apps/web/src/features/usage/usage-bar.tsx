import { clsx } from 'clsx';
import { barWidth, type UsageColour, usageColour } from '../../runtime/usage/usage-rules.ts';

const colours: Record<UsageColour, string> = {
  red: 'bg-danger',
  // The warning of texts is a brown on light paper: too dark to be called yellow.
  yellow: 'bg-[color-mix(in_oklch,var(--warning),var(--highlight)_35%)]',
  green: 'bg-success',
};

/** Says nothing by itself: the number stands beside it. */
export function UsageBar({ percentage, className }: { percentage: number; className?: string }) {
  const colour = usageColour(percentage);
  return (
    <span aria-hidden className={clsx('block h-1.5 overflow-hidden rounded-full bg-line', className)}>
      <span
        data-colour={colour}
        className={clsx('block h-full rounded-full', colours[colour])}
        style={{ inlineSize: `${barWidth(percentage)}%` }}
      />
    </span>
  );
}

/** Nearly used up. */
export function WarningDot() {
  return (
    <span data-warning-dot className="inline-block size-2 shrink-0 rounded-full bg-danger">
      <span className="sr-only">Nearly used up</span>
    </span>
  );
}
