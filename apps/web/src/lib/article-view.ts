import { type ReadingText, readingOffset, readingRange, readingTextOf } from '@cairn/contracts/reading-text';

/** The open article, for whatever is shown on it or beside it. */
export interface ArticleView {
  articleId: string;
  title: string;
  /** Holds the rendered text and nothing else. */
  root: HTMLElement;
  /** Brings a range of the text into view and gives the focus to its paragraph. */
  goTo: (range: Range) => void;
}

/** Browsers without it get `<mark>` elements, which split text nodes: then the reading has to be made anew each time. */
export const canPaintRanges = (): boolean => typeof Highlight === 'function' && Boolean(globalThis.CSS?.highlights);

const readings = new WeakMap<HTMLElement, ReadingText<Node>>();

/** The text of the article with the place of each character in the page. */
export function readingOf(root: HTMLElement): ReadingText<Node> {
  const known = readings.get(root);
  if (known && canPaintRanges()) return known;
  const reading = readingTextOf<Node>(root);
  readings.set(root, reading);
  return reading;
}

export function rangeOf(root: HTMLElement, start: number, end: number): Range | null {
  const place = readingRange(readingOf(root), start, end);
  if (!place) return null;
  const range = root.ownerDocument.createRange();
  range.setStart(place.startNode, place.startOffset);
  range.setEnd(place.endNode, place.endOffset);
  return range;
}

/** Text offsets of a range of the page; `null`: nothing of the article's text is in it. */
export function offsetsOf(root: HTMLElement, range: Range): { start: number; end: number } | null {
  const inside = root.ownerDocument.createRange();
  inside.selectNodeContents(root);
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset);
  if (inside.collapsed) return null;
  const reading = readingOf(root);
  const nodes = textNodesIn(inside, root);
  let start: number | null = null;
  for (const node of nodes) {
    start = readingOffset<Node>(reading, node, node === inside.startContainer ? inside.startOffset : 0);
    if (start !== null) break;
  }
  let end: number | null = null;
  for (const node of nodes.toReversed()) {
    end = readingOffset<Node>(reading, node, node === inside.endContainer ? inside.endOffset : node.length);
    if (end !== null) break;
  }
  return start !== null && end !== null && end > start ? { start, end } : null;
}

/** The text offset of a place in the page, e.g. under the pointer. */
export function offsetAt(root: HTMLElement, x: number, y: number): number | null {
  const { ownerDocument: page } = root;
  const caret = page.caretPositionFromPoint?.(x, y);
  const range = caret ? null : page.caretRangeFromPoint?.(x, y);
  const node = caret?.offsetNode ?? range?.startContainer;
  if (!node || !root.contains(node)) return null;
  return readingOffset<Node>(readingOf(root), node, caret?.offset ?? range?.startOffset ?? 0);
}

function textNodesIn(range: Range, root: HTMLElement): Text[] {
  const walker = root.ownerDocument.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    if (node === range.startContainer && range.startOffset === node.length) continue;
    if (node === range.endContainer && range.endOffset === 0) continue;
    nodes.push(node);
  }
  return nodes;
}

/** What j and k step through: the smallest blocks that hold text, a picture or a table. */
export function readingBlocks(root: HTMLElement): HTMLElement[] {
  const all = root.querySelectorAll<HTMLElement>('p,li,blockquote,pre,dt,dd,h2,h3,h4,h5,h6,figure,[data-scroller]');
  return [...all].filter(
    (block) =>
      !block.parentElement?.closest('[data-scroller],figure') &&
      (block.matches('[data-scroller],figure') ||
        (!block.querySelector('p,li,blockquote,pre') && block.textContent?.trim())),
  );
}
