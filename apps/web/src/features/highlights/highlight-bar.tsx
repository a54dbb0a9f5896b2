import { Copy, MessageSquare, NotebookPen, Trash2 } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import type { Highlight, HighlightColour } from '../../data/highlights.ts';
import { useMedia } from '../../lib/use-media.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColourButtons } from './colour-buttons.tsx';

interface HighlightBarProps {
  /** The passage it belongs to. */
  range: Range;
  /** The highlight that is chosen; without it the passage is only selected. */
  highlight?: Highlight | undefined;
  onColour: (colour: HighlightColour) => void;
  onComment: () => void;
  onCopy: () => void;
  onAddToNote: () => void;
  onDelete: () => void;
}

/** Beside the passage for a mouse; at the bottom for a thumb, where the phone's own selection menu does not cover it. */
export function HighlightBar({ range, highlight, ...on }: HighlightBarProps) {
  const fine = useMedia('(pointer: fine)');
  const bar = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<CSSProperties>({ visibility: 'hidden' });

  useLayoutEffect(() => {
    if (!fine) {
      setStyle({});
      return;
    }
    const place = () => {
      const box = range.getBoundingClientRect();
      const own = bar.current?.getBoundingClientRect();
      if (!own) return;
      const above = box.top - own.height - 8;
      const free = 72;
      const top = above > free ? above : Math.min(box.bottom + 8, window.innerHeight - own.height - 16);
      const left = Math.max(8, Math.min(box.left + box.width / 2 - own.width / 2, window.innerWidth - own.width - 16));
      const hidden = box.bottom < 0 || box.top > window.innerHeight;
      setStyle({ top, left, visibility: hidden ? 'hidden' : 'visible' });
    };
    place();
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [range, fine]);

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={highlight ? 'Chosen highlight' : 'Selected passage'}
      style={style}
      // The selection stays while its buttons are pressed.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={
        fine
          ? 'fixed z-30 flex items-center gap-0.5 rounded-16 border border-line bg-raised p-1 shadow-float'
          : 'fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-center gap-1 border-t border-line bg-raised p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-float'
      }
    >
      <ColourButtons value={highlight?.colour} verb={highlight ? 'Make it' : 'Highlight'} onChoose={on.onColour} />
      <span aria-hidden className="mx-0.5 h-5 w-px bg-line" />
      <IconButton
        label={highlight?.comment ? 'Edit comment' : 'Comment'}
        icon={<MessageSquare aria-hidden />}
        onClick={on.onComment}
      />
      <IconButton label="Copy as quote" icon={<Copy aria-hidden />} onClick={on.onCopy} />
      <IconButton label="Add to note" icon={<NotebookPen aria-hidden />} onClick={on.onAddToNote} />
      {highlight ? (
        <IconButton label="Delete highlight" icon={<Trash2 aria-hidden />} look="danger" onClick={on.onDelete} />
      ) : null}
    </div>
  );
}
