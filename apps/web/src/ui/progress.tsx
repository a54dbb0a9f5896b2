import { clsx } from 'clsx';

export interface ProgressProps {
  label: string;
  /** 0 to `max`. Without it the end is not known. */
  value?: number | undefined;
  max?: number | undefined;
  /** The name is read but not shown. */
  hideLabel?: boolean | undefined;
  /** In words, where the percentage says little: "3 of 12 articles". */
  valueText?: string | undefined;
  className?: string | undefined;
}

export function Progress({ label, value, max = 100, hideLabel = false, valueText, className }: ProgressProps) {
  const known = value !== undefined;
  const share = known ? Math.min(Math.max(value / max, 0), 1) : 0;
  const text = valueText ?? (known ? new Intl.NumberFormat(undefined, { style: 'percent' }).format(share) : undefined);
  return (
    <div className={clsx('grid gap-1.5', className)}>
      {hideLabel ? null : (
        <div aria-hidden className="flex justify-between gap-4 text-13">
          <span>{label}</span>
          <span className="text-ink-muted tabular-nums">{text}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={known ? 0 : undefined}
        aria-valuemax={known ? max : undefined}
        aria-valuenow={known ? share * max : undefined}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={clsx('h-full rounded-full bg-accent', !known && 'w-1/3 animate-progress')}
          style={known ? { inlineSize: `${share * 100}%` } : undefined}
        />
      </div>
    </div>
  );
}
