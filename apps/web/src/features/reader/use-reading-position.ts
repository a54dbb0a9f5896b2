import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ReadingPosition, saveReadingPosition } from '../../data/reading.ts';
import { type ArticleView, offsetAt, offsetsOf, readingBlocks, readingOf } from '../../lib/article-view.ts';
import { makeLocator } from '../../lib/make-locator.ts';
import { positionQuery } from './reader-queries.ts';
import { passageRange } from './show-passage.ts';
import { fractionRead } from './use-progress.ts';

const saveMilliseconds = 3000;
const quoteLength = 160;
/** Closer to the beginning there is nothing to come back to. */
const leastFraction = 0.01;

/**
 * Goes on where the person stopped, on whatever device, and keeps the place from then on.
 * `asked`: the address names a place of its own; then nothing is restored. Returns whether it was.
 */
export function useReadingPosition(view: ArticleView | null, asked: boolean, onRead: () => void): boolean {
  const client = useQueryClient();
  const position = useQuery({ ...positionQuery(view?.articleId ?? ''), enabled: view !== null });
  const [restored, setRestored] = useState(false);
  const settled = useRef(false);
  const { data, isFetching } = position;

  useEffect(() => {
    if (!view || settled.current || isFetching) return;
    settled.current = true;
    // Someone who has already scrolled, or came back through the history, is not torn away.
    if (asked || !data || data.fraction < leastFraction || window.scrollY > 80) return;
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setRestored(restore(view.root, data))));
    return () => cancelAnimationFrame(frame);
  }, [view, data, isFetching, asked]);

  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let moved = false;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      if (!moved || !settled.current) return;
      moved = false;
      const now = positionNow(view.root);
      client.setQueryData(positionQuery(view.articleId).queryKey, now);
      onRead();
      // What could not be sent is not lost: the next place replaces it anyway.
      void saveReadingPosition(view.articleId, now).catch(() => {
        moved = true;
      });
    };
    const onScroll = () => {
      moved = true;
      timer ??= setTimeout(save, saveMilliseconds);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') save();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      save();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [view, client, onRead]);

  return restored;
}

/** What is above this line is covered. */
const topOfReading = () => (document.querySelector('[data-reader-bar]')?.getBoundingClientRect().bottom ?? 56) + 8;
/** A sliver of a line is not being read. */
const leastVisible = 24;

function positionNow(root: HTMLElement): ReadingPosition {
  const fraction = root.isConnected ? fractionRead(root) : 0;
  const top = topOfReading();
  const block = readingBlocks(root).find((candidate) => candidate.getBoundingClientRect().bottom > top + leastVisible);
  if (!block) return { locator: null, fraction };
  const range = document.createRange();
  range.selectNodeContents(block);
  const place = offsetsOf(root, range);
  if (!place) return { locator: null, fraction };
  // In the middle of a long paragraph: its first line that can be seen.
  const box = block.getBoundingClientRect();
  const side = getComputedStyle(block).direction === 'rtl' ? box.right - 4 : box.left + 4;
  const line = box.top < top ? offsetAt(root, side, top + leastVisible / 2) : null;
  const start = line !== null && line > place.start && line < place.end ? line : place.start;
  return { fraction, locator: makeLocator(readingOf(root).text, start, Math.min(place.end, start + quoteLength)) };
}

function restore(root: HTMLElement, { locator, fraction }: ReadingPosition): boolean {
  const range = locator ? passageRange(root, locator)?.range : undefined;
  const box = (range ?? root).getBoundingClientRect();
  const top = range ? box.top - topOfReading() : box.top + fraction * Math.max(0, box.height - window.innerHeight);
  window.scrollTo({ top: window.scrollY + top, behavior: 'instant' });
  return true;
}
