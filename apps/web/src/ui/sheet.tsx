import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { backdropClass } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { ScrollBody } from './scroll-body.tsx';
import { useSwipeAway } from './use-swipe-away.ts';

export type SheetSide = 'start' | 'end' | 'bottom';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `start` and `end` follow the direction of reading. */
  side: SheetSide;
  title: string;
  children: ReactNode;
}

const sides: Record<SheetSide, string> = {
  start:
    'inset-y-0 start-0 w-[min(20rem,calc(100vw-3rem))] border-e data-starting-style:-translate-x-4 data-ending-style:-translate-x-4 rtl:data-starting-style:translate-x-4 rtl:data-ending-style:translate-x-4',
  end: 'inset-y-0 end-0 w-[min(26rem,calc(100vw-2rem))] border-s data-starting-style:translate-x-4 data-ending-style:translate-x-4 rtl:data-starting-style:-translate-x-4 rtl:data-ending-style:-translate-x-4',
  bottom:
    'inset-x-0 bottom-0 mx-auto max-h-[85dvh] max-w-2xl rounded-t-16 border-x border-t data-starting-style:translate-y-4 data-ending-style:translate-y-4',
};

/** A panel at an edge of the window: navigation, contents, filters on a phone. A finger takes it out by its edge, where that is a side. */
export function Sheet({ open, onOpenChange, side, title, children }: SheetProps) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const fromSide = side === 'bottom' ? null : side;
  useSwipeAway(fromSide ? panel : null, fromSide ?? 'start', () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={setPanel}
          className={clsx(
            'fixed z-40 flex flex-col border-line bg-raised text-ink shadow-float outline-none',
            'transition-[opacity,translate] duration-150 ease-out motion-reduce:transition-none data-starting-style:opacity-0 data-ending-style:opacity-0',
            sides[side],
            fromSide && 'touch-pan-y touch-pinch-zoom',
          )}
        >
          <div className="flex items-start gap-2 ps-4 pe-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
            <Base.Title className="min-w-0 flex-1 py-2 text-16 font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X aria-hidden />} />} />
          </div>
          <ScrollBody
            className={clsx(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-[max(1rem,env(safe-area-inset-bottom))] outline-offset-[-2px]',
              fromSide && 'touch-pan-y touch-pinch-zoom',
            )}
          >
            {children}
          </ScrollBody>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
