import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { type ChoiceInput, ChoiceNotes, choiceBoxClass, choiceRowClass } from './choice.tsx';

export interface SwitchProps extends ChoiceInput {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  hint?: ReactNode | undefined;
}

/** For what takes effect at once. In a form that is sent, use a checkbox. */
export function Switch({ label, checked, onCheckedChange, hint, className, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={clsx(choiceRowClass, 'justify-between', input.disabled && 'opacity-60', className)}>
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-14">
          {label}
        </label>
        <ChoiceNotes id={id} hint={hint} />
      </div>
      <span className="grid h-6 w-10 shrink-0 items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
          role="switch"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className={clsx(choiceBoxClass, 'size-full rounded-full')}
        />
        <span
          aria-hidden
          className="pointer-events-none col-start-1 row-start-1 ms-1 size-4 rounded-full bg-line-strong transition-transform duration-150 peer-checked:translate-x-4 peer-checked:bg-accent-ink rtl:peer-checked:-translate-x-4"
        />
      </span>
    </div>
  );
}
