import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { ChoiceNotes, choiceBoxClass, choiceRowClass } from './choice.tsx';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  disabled?: boolean | undefined;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, value, onValueChange, options, disabled } = props;
  const id = useId();
  return (
    <fieldset disabled={disabled} className="disabled:opacity-60">
      <legend className="mb-1 text-14 font-medium">{label}</legend>
      {options.map((option) => (
        <div key={option.value} className={clsx(choiceRowClass, option.disabled && 'opacity-60')}>
          <span className="grid size-5 shrink-0 place-items-center pointer-fine:my-px pointer-fine:size-4.5">
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={id}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              className={clsx(choiceBoxClass, 'size-full rounded-full')}
            />
            <span
              aria-hidden
              className="pointer-events-none col-start-1 row-start-1 size-2 rounded-full bg-accent-ink opacity-0 peer-checked:opacity-100"
            />
          </span>
          <div className="min-w-0 flex-1">
            <label htmlFor={`${id}-${option.value}`} className="block text-14">
              {option.label}
            </label>
            <ChoiceNotes id={`${id}-${option.value}`} hint={option.hint} />
          </div>
        </div>
      ))}
    </fieldset>
  );
}
