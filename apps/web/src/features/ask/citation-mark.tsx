import { PreviewCard } from '@base-ui/react/preview-card';
import type { Citation } from '@cairn/contracts/ask';
import { ArrowUpRight } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { floatingClass } from '../../ui/floating.ts';
import { CitationPassage } from './citation-passage.tsx';
import { PlaceLink } from './place-link.tsx';

interface CitationMarkProps {
  number: number;
  citation: Citation;
  /** A finger cannot hover: it gets the preview as a sheet, and opens the place from there. */
  onTouch: (number: number) => void;
}

/** The number behind a sentence. Hovered or focused it shows the passage, pressed it opens it. */
export function CitationMark({ number, citation, onTouch }: CitationMarkProps) {
  const touched = useRef(false);
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        delay={150}
        closeDelay={150}
        render={<PlaceLink citation={citation} />}
        onPointerDown={(event) => {
          touched.current = event.pointerType !== 'mouse';
        }}
        onClick={(event: MouseEvent) => {
          if (!touched.current) return;
          touched.current = false;
          event.preventDefault();
          onTouch(number);
        }}
        aria-label={`Source ${number}: ${citation.title}`}
        className="relative ms-1 inline-flex h-6 min-w-6 items-center justify-center rounded-6 bg-accent-soft px-1.5 align-baseline font-sans text-13 font-medium text-accent tabular-nums hover:bg-accent hover:text-accent-ink data-popup-open:bg-accent data-popup-open:text-accent-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
      >
        {number}
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="top" sideOffset={6} collisionPadding={12} className="z-50">
          <PreviewCard.Popup
            data-citation-preview
            // What floats outside of the page's landmarks needs a role of its own.
            role="dialog"
            aria-label={`Preview of source ${number}`}
            className={floatingClass('grid max-h-(--available-height) w-80 gap-3 overflow-y-auto p-4')}
          >
            <CitationPassage citation={citation} />
            <PlaceLink citation={citation} className={buttonClass('quiet', 'justify-self-start')}>
              Open
              <ArrowUpRight aria-hidden className="size-4 rtl:-scale-x-100" />
            </PlaceLink>
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
