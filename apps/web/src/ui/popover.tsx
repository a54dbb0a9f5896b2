import { Popover as Base } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import { floatingClass } from './floating.ts';

export interface PopoverProps {
  /** A button. It gets the roles and the handlers. */
  trigger: ReactElement;
  /** What the popover is called by screen readers. */
  label: string;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | undefined;
  className?: string | undefined;
}

/** A small panel that hangs on its button. The page behind it stays usable. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = 'center',
  side = 'bottom',
  className,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            className={floatingClass(clsx('max-h-(--available-height) w-72 overflow-y-auto p-4 text-14', className))}
          >
            {children}
            {/* Touch screen readers have no Escape. */}
            <Base.Close className="sr-only">Close</Base.Close>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
