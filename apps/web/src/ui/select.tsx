import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { floatingClass, optionClass } from './floating.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** The name is read but not shown, where the place says it already. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Select<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  hideLabel = false,
  hint,
  disabled,
  className,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
        items={options}
        disabled={disabled}
      >
        <div className={clsx('grid gap-1.5', className)}>
          <Base.Label className={hideLabel ? 'sr-only' : 'text-14 font-medium'}>{label}</Base.Label>
          <Base.Trigger
            aria-describedby={hint ? `${id}-hint` : undefined}
            className={clsx(
              'flex min-h-11 w-full items-center justify-between gap-2 rounded-10 border border-line-strong bg-raised px-3 text-start data-disabled:cursor-not-allowed data-disabled:opacity-60',
              // With its name above it is a field among fields; without it stands in a row of buttons.
              hideLabel ? 'text-14 pointer-fine:min-h-9' : 'text-16',
            )}
          >
            <Base.Value className="min-w-0 flex-1 truncate" />
            <Base.Icon className="text-ink-muted">
              <ChevronDown aria-hidden className="size-4" />
            </Base.Icon>
          </Base.Trigger>
          {hint ? (
            <div id={`${id}-hint`} className="text-13 text-ink-muted">
              {hint}
            </div>
          ) : null}
        </div>
        <Base.Portal>
          <Base.Positioner alignItemWithTrigger={false} sideOffset={4} collisionPadding={8} className="z-50">
            <Base.Popup
              className={floatingClass('max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}
            >
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={optionClass}>
                    {option.icon}
                    <Base.ItemText className="min-w-0 flex-1">{option.label}</Base.ItemText>
                    <span className="size-4 shrink-0 text-accent">
                      <Base.ItemIndicator>
                        <Check aria-hidden className="size-4" />
                      </Base.ItemIndicator>
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
