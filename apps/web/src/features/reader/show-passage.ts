import type { Locator } from '@cairn/contracts/locator';
import { canPaintRanges, rangeOf, readingOf } from '../../lib/article-view.ts';
import { locatePassage } from '../../lib/locate-passage.ts';
import { wrapInMarks } from '../../lib/wrap-in-marks.ts';

const highlightName = 'cairn-passage';
const markClass = 'cairn-passage';

export interface FoundRange {
  range: Range;
  /** The words are no longer quite those that were quoted. */
  changed: boolean;
}

/** The DOM range of a locator inside the rendered article, by the text that locators refer to; `null`: it is gone. */
export function passageRange(root: HTMLElement, locator: Locator): FoundRange | null {
  const found = locatePassage(readingOf(root).text, locator);
  const range = found ? rangeOf(root, found.start, found.end) : null;
  return found && range ? { range, changed: found.changed } : null;
}

/** Marks the range, brings it into view and gives it the focus. Returns how to take the mark away. */
export function showPassage(root: HTMLElement, range: Range, marked = true): () => void {
  const unmark = marked ? markRange(range) : () => {};
  const start = range.startContainer;
  const element = start instanceof HTMLElement ? start : start.parentElement;
  const block = element?.closest<HTMLElement>('p,li,blockquote,pre,td,th,dd,dt,h2,h3,h4,h5,h6,figcaption') ?? root;
  const hadTabIndex = block.hasAttribute('tabindex');
  if (!hadTabIndex) block.tabIndex = -1;
  block.focus({ preventScroll: true });
  scrollToRange(range, block);
  return () => {
    unmark();
    if (!hadTabIndex) block.removeAttribute('tabindex');
  };
}

/** A third from the top: what leads up to the passage is in view too. A long paragraph must not hide its own middle. */
function scrollToRange(range: Range, block: HTMLElement): void {
  // A table or code block scrolls sideways by itself.
  block.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { top } = range.getBoundingClientRect();
  const smooth = !matchMedia('(prefers-reduced-motion: reduce)').matches && Math.abs(top) < window.innerHeight * 2;
  window.scrollTo({ top: window.scrollY + top - window.innerHeight / 3, behavior: smooth ? 'smooth' : 'instant' });
}

function markRange(range: Range): () => void {
  if (canPaintRanges()) {
    CSS.highlights.set(highlightName, new Highlight(range));
    return () => void CSS.highlights.delete(highlightName);
  }
  return wrapInMarks(range, markClass);
}
