import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type HighlightColour, highlightColours } from '../../data/highlights.ts';

export const colourNames: Record<HighlightColour, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
};

export const colourFill: Record<HighlightColour, string> = {
  yellow: 'bg-mark-yellow',
  green: 'bg-mark-green',
  blue: 'bg-mark-blue',
  pink: 'bg-mark-pink',
};

interface ColourButtonsProps {
  /** `undefined`: none is taken yet. */
  value?: HighlightColour | undefined;
  verb: string;
  onChoose: (colour: HighlightColour) => void;
}

export function ColourButtons({ value, verb, onChoose }: ColourButtonsProps) {
  return highlightColours.map((colour, index) => (
    <button
      key={colour}
      type="button"
      aria-label={`${verb} ${colourNames[colour].toLowerCase()}`}
      aria-pressed={value === undefined ? undefined : value === colour}
      aria-keyshortcuts={String(index + 1)}
      onClick={() => onChoose(colour)}
      className="grid size-11 shrink-0 place-items-center rounded-10 hover:bg-accent-soft pointer-fine:size-8"
    >
      <span
        className={clsx(
          'grid size-6 place-items-center rounded-full border border-line-strong text-ink pointer-fine:size-5',
          colourFill[colour],
        )}
      >
        {value === colour ? <Check aria-hidden className="size-3.5" /> : null}
      </span>
    </button>
  ));
}
