import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type ChoiceInput, ChoiceNotes, choiceBoxClass, choiceRowClass } from './choice.tsx';

export interface CheckboxProps extends ChoiceInput {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean | undefined;
  /** The name is read but not shown. */
  hideLabel?: boolean | undefined;
}

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  hint,
  error,
  indeterminate = false,
  hideLabel = false,
  className,
  ...input
}: CheckboxProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className={clsx(choiceRowClass, input.disabled && 'opacity-60', className)}>
      <span className="grid size-5 shrink-0 place-items-center pointer-fine:my-px pointer-fine:size-4.5">
        <input
          {...input}
          ref={ref}
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
          className={clsx(choiceBoxClass, 'size-full rounded-6')}
        />
        {indeterminate ? (
          <Minus aria-hidden className="pointer-events-none col-start-1 row-start-1 size-3.5 text-accent-ink" />
        ) : (
          <Check
            aria-hidden
            className="pointer-events-none col-start-1 row-start-1 size-3.5 text-accent-ink opacity-0 peer-checked:opacity-100"
          />
        )}
      </span>
      <div className={hideLabel ? 'sr-only' : 'min-w-0 flex-1'}>
        <label htmlFor={id} className="block text-14">
          {label}
        </label>
        <ChoiceNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}
