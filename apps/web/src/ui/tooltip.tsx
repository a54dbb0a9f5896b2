import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { floatingClass } from './floating.ts';
import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  label: string;
  /** `mod+k` */
  shortcut?: string | undefined;
  /** What is explained: something that takes the focus and has a name of its own. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

/** The name of an icon and its shortcut, for those who see. Never the only place where something is said. */
export function Tooltip({ label, shortcut, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className={floatingClass('flex items-center gap-2 px-2 py-1 text-13')}>
            {label}
            {shortcut ? <Kbd keys={shortcut} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
