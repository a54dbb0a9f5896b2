import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Shown instead of the label, which stays the accessible name. */
  icon?: ReactNode | undefined;
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly Segment<Value>[];
  className?: string | undefined;
}

/** A few choices side by side, one of them taken. Radio buttons underneath: arrow keys choose. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, onValueChange, options, className } = props;
  const name = useId();
  return (
    <fieldset className={clsx('inline-flex max-w-full rounded-10 border border-line bg-surface p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-10 min-w-11 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-[0.5rem] border border-transparent px-2 text-14 text-ink-muted transition-colors duration-150 hover:text-ink min-[22.5rem]:px-3 has-checked:border-line has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-fine:min-h-7 pointer-fine:min-w-8 [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            // As high as the frame: 44 px for a finger, 32 px for a mouse.
            className="absolute inset-x-0 -inset-y-[3px] cursor-pointer appearance-none outline-none"
          />
          {option.icon ? <span aria-hidden>{option.icon}</span> : null}
          <span className={option.icon ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
