import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'accent' | 'danger' | 'warning' | 'success' | 'info';

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line bg-surface text-ink-muted',
  accent: 'border-transparent bg-accent-soft text-accent',
  danger: 'border-transparent bg-danger-soft text-danger',
  warning: 'border-transparent bg-warning-soft text-warning',
  success: 'border-transparent bg-success-soft text-success',
  info: 'border-transparent bg-info-soft text-info',
};

/** A word about a thing: its kind, its state. The word says it, the colour helps. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={clsx(
        'inline-flex max-w-full items-center gap-1 rounded-6 border px-1.5 text-12 font-medium tabular-nums [&_svg]:size-3',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
