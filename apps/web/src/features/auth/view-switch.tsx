import type { ReactNode } from 'react';
import { textLinkClass } from '../../ui/links.ts';

interface ViewSwitchProps {
  onSelect: () => void;
  children: ReactNode;
}

/** Leads to another view of the modal: looks like the link it is to the person, goes nowhere by itself. */
export function ViewSwitch({ onSelect, children }: ViewSwitchProps) {
  return (
    <button type="button" onClick={onSelect} className={`${textLinkClass} min-h-11 pointer-fine:min-h-8`}>
      {children}
    </button>
  );
}
