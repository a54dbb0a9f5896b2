import { highlightColours } from '../../data/highlights.ts';
import { canPaintRanges, rangeOf } from '../../lib/article-view.ts';
import { wrapInMarks } from '../../lib/wrap-in-marks.ts';
import type { PlacedHighlight } from './place-highlights.ts';

/** Colours the passages on the page; returns how to take the colours away. */
export function paintHighlights(
  root: HTMLElement,
  placed: readonly PlacedHighlight[],
  chosenId: string | null,
): () => void {
  const found = placed.filter(({ anchor }) => anchor.status !== 'lost');
  if (!canPaintRanges()) {
    const undo = found.map(({ anchor, highlight }) => {
      const range = rangeOf(root, anchor.start, anchor.end);
      return range ? wrapInMarks(range, `cairn-mark-${highlight.colour}`) : () => {};
    });
    return () => {
      for (const unwrap of undo.toReversed()) unwrap();
    };
  }
  const groups = new Map<string, Range[]>();
  const put = (name: string, range: Range) => groups.set(name, [...(groups.get(name) ?? []), range]);
  for (const { anchor, highlight } of found) {
    const range = rangeOf(root, anchor.start, anchor.end);
    if (!range) continue;
    put(`cairn-mark-${highlight.colour}`, range);
    if (highlight.comment) put('cairn-mark-commented', range);
    if (highlight.id === chosenId) put('cairn-mark-chosen', range);
  }
  for (const [name, ranges] of groups) CSS.highlights.set(name, new Highlight(...ranges));
  const names = [
    ...highlightColours.map((colour) => `cairn-mark-${colour}`),
    'cairn-mark-commented',
    'cairn-mark-chosen',
  ];
  return () => {
    for (const name of names) CSS.highlights.delete(name);
  };
}
