import type { Locator } from '@cairn/contracts/locator';
import { readingRange, readingTextOf } from '@cairn/contracts/reading-text';
import { locatePassage } from '../../lib/locate-passage.ts';

const highlightName = 'cairn-passage';
const markClass = 'cairn-passage';

/** The DOM range of a locator inside the rendered article, by the text that locators refer to; `null`: it is gone. */
export function passageRange(root: HTMLElement, locator: Locator): Range | null {
  const reading = readingTextOf<Node>(root);
  const found = locatePassage(reading.text, locator);
  const place = found ? readingRange(reading, found.start, found.end) : null;
  if (!place) return null;
  const range = root.ownerDocument.createRange();
  range.setStart(place.startNode, place.startOffset);
  range.setEnd(place.endNode, place.endOffset);
  return range;
}

/** Marks the range, brings it into view and gives it the focus. Returns how to take the mark away. */
export function showPassage(root: HTMLElement, range: Range): () => void {
  const unmark = markRange(range);
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
  if (typeof Highlight === 'function' && CSS.highlights) {
    CSS.highlights.set(highlightName, new Highlight(range));
    return () => void CSS.highlights.delete(highlightName);
  }
  return wrapInMarks(range);
}

/** For browsers without the Custom Highlight API: `<mark>` around each text node's part. */
export function wrapInMarks(range: Range): () => void {
  const parts = textParts(range);
  const marks = parts.map(({ node, start, end }) => {
    if (end < node.length) node.splitText(end);
    const inside = start > 0 ? node.splitText(start) : node;
    const mark = inside.ownerDocument.createElement('mark');
    mark.className = markClass;
    inside.replaceWith(mark);
    mark.append(inside);
    return mark;
  });
  return () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent?.normalize();
    }
  };
}

function textParts(range: Range): { node: Text; start: number; end: number }[] {
  const top = range.commonAncestorContainer;
  if (top instanceof Text) return [{ node: top, start: range.startOffset, end: range.endOffset }];
  const walker = top.ownerDocument?.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const parts: { node: Text; start: number; end: number }[] = [];
  for (let node = walker?.nextNode(); node; node = walker?.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (end > start) parts.push({ node, start, end });
  }
  return parts;
}
