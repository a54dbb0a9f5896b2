import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';
import { ScrollBody } from './scroll-body.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode | undefined;
  children?: ReactNode | undefined;
  /** The buttons, the primary one last. */
  footer?: ReactNode | undefined;
  width?: 'narrow' | 'wide' | undefined;
  /** Takes the focus. Without it the first field does, and where there is none the first button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

export const backdropClass =
  'fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 ease-out motion-reduce:transition-none data-starting-style:opacity-0 data-ending-style:opacity-0';

const fields = 'input:not(:disabled), textarea:not(:disabled), [role="combobox"], [contenteditable="true"]';

/** A question or a form above the page. Keeps the focus inside and gives it back to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = 'narrow',
  initialFocus,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const returnFocus = useReturnFocus(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-rows-[1fr_auto] justify-items-center p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:grid-rows-[1fr_auto_2fr] sm:p-6">
          <Base.Popup
            finalFocus={returnFocus}
            initialFocus={
              initialFocus ??
              // By touch the keyboard would cover what has just opened.
              ((by) => (by === 'touch' ? true : (body.current?.querySelector<HTMLElement>(fields) ?? true)))
            }
            className={clsx(
              'row-start-2 flex max-h-[calc(100dvh-1rem)] w-full min-w-0 flex-col rounded-16 border border-line bg-raised text-ink shadow-float outline-none sm:max-h-[calc(100dvh-3rem)]',
              'transition-[opacity,translate] duration-150 ease-out motion-reduce:transition-none data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:translate-y-2 data-ending-style:opacity-0',
              width === 'narrow' ? 'max-w-md' : 'max-w-2xl',
            )}
          >
            <div className="flex items-start gap-2 ps-5 pe-2 pt-2 sm:ps-6 sm:pe-3 sm:pt-3">
              <Base.Title className="min-w-0 flex-1 py-2 text-18 font-semibold text-balance">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" icon={<X aria-hidden />} />} />
            </div>
            <ScrollBody
              ref={body}
              className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 outline-offset-[-2px] sm:px-6 sm:pb-6"
            >
              {description ? (
                <Base.Description render={<div />} className="text-14 text-ink-muted">
                  {description}
                </Base.Description>
              ) : null}
              {children ? <div className={clsx(description && 'mt-4')}>{children}</div> : null}
            </ScrollBody>
            {footer ? (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 sm:px-6">{footer}</div>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
