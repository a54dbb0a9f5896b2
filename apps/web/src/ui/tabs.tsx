import { Tabs as Base } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean | undefined;
}

export interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
  /** What the row of tabs is called by screen readers. */
  label?: string | undefined;
  className?: string | undefined;
}

/** Arrow keys move and open at once: what is behind a tab is already there. */
export function Tabs<Value extends string>({ value, onValueChange, tabs, label, className }: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      className={clsx('min-w-0', className)}
    >
      <Base.List
        activateOnFocus
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-14 font-medium whitespace-nowrap text-ink-muted outline-offset-[-2px] transition-colors duration-150 hover:text-ink pointer-fine:min-h-9 data-active:border-accent data-active:text-ink data-disabled:opacity-60"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="rounded-6 pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
