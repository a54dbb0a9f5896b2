import { useEffect } from 'react';
import { type ArticleView, readingBlocks } from '../../lib/article-view.ts';
import { isForThePage } from '../../lib/typing.ts';

interface ReaderKeys {
  onContents: () => void;
}

/** j and k step through the paragraphs; Shift with the arrows selects in them, word by word. */
export function useReaderKeys(view: ArticleView | null, { onContents }: ReaderKeys): void {
  useEffect(() => {
    if (!view) return;
    const { root } = view;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey && event.key.startsWith('Arrow') && selectByKey(root, event)) {
        event.preventDefault();
        return;
      }
      if (!isForThePage(event)) return;
      if (event.key === 'j') step(root, 1);
      else if (event.key === 'k') step(root, -1);
      else if (event.key === 't') onContents();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [view, onContents]);
}

/** To the next or the previous paragraph, from the one that has the focus or the first in view. */
export function step(root: HTMLElement, by: 1 | -1): void {
  const blocks = readingBlocks(root);
  const from = blocks.indexOf(document.activeElement as HTMLElement);
  const inView = blocks.findIndex((block) => block.getBoundingClientRect().bottom > 80);
  const next = blocks[from === -1 ? Math.max(0, inView) : from + by];
  if (!next) return;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  getSelection()?.removeAllRanges();
  next.focus({ preventScroll: true });
  const { top, bottom } = next.getBoundingClientRect();
  if (top < 80 || bottom > window.innerHeight - 40)
    next.scrollIntoView({ block: top < 80 || bottom - top > window.innerHeight ? 'start' : 'center' });
}

const granularity: Record<string, [direction: 'forward' | 'backward', unit: 'word' | 'line']> = {
  ArrowRight: ['forward', 'word'],
  ArrowLeft: ['backward', 'word'],
  ArrowDown: ['forward', 'line'],
  ArrowUp: ['backward', 'line'],
};

/** Alt moves the beginning of the selection instead of its end. */
function selectByKey(root: HTMLElement, event: KeyboardEvent): boolean {
  const focused = document.activeElement;
  const selection = getSelection();
  const [direction, unit] = granularity[event.key] ?? [];
  if (!selection || !direction || !unit || !focused || focused === root || !root.contains(focused)) return false;
  if (focused.matches('a,[data-scroller]')) return false;
  if (selection.isCollapsed || !root.contains(selection.anchorNode)) {
    const start = document.createRange();
    start.selectNodeContents(focused);
    start.collapse(true);
    selection.removeAllRanges();
    selection.addRange(start);
  }
  // In a text from right to left the arrow to the left goes on.
  const rtl = getComputedStyle(focused).direction === 'rtl' && unit === 'word';
  const way = rtl ? (direction === 'forward' ? 'backward' : 'forward') : direction;
  if (event.altKey) {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    if (!anchorNode || !focusNode) return false;
    selection.setBaseAndExtent(focusNode, focusOffset, anchorNode, anchorOffset);
    selection.modify('extend', way, unit);
    const { anchorNode: end, anchorOffset: endOffset, focusNode: begin, focusOffset: beginOffset } = selection;
    if (begin && end) selection.setBaseAndExtent(begin, beginOffset, end, endOffset);
  } else {
    selection.modify('extend', way, unit);
  }
  return true;
}
