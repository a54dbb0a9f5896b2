import { useEffect, useMemo, useRef, useState } from 'react';
import { type Highlight, type HighlightColour, highlightColours } from '../../data/highlights.ts';
import { type ArticleView, offsetAt, offsetsOf, rangeOf } from '../../lib/article-view.ts';
import { isForThePage } from '../../lib/typing.ts';
import { notify } from '../../ui/notifications.ts';
import { choose, chosen, useChosen } from './active-highlight.ts';
import { HighlightBar } from './highlight-bar.tsx';
import { paintHighlights } from './paint-highlights.ts';
import { highlightsAt } from './place-highlights.ts';
import { useHighlightCommands } from './use-highlight-commands.ts';
import { useHighlights } from './use-highlights.ts';
import { useQuote } from './use-quote.ts';
import { useTextSelection } from './use-text-selection.ts';

interface HighlightLayerProps {
  view: ArticleView;
  /** Shows the list, where comments are written. */
  onOpenList: () => void;
}

/** The highlights on the page itself: their colours, the bar beside a passage, and the keys. */
export function HighlightLayer({ view, onOpenList }: HighlightLayerProps) {
  const { placed, mark, update, remove } = useHighlights(view);
  const { copy, addToNote } = useQuote(view);
  const { id } = useChosen();
  const [selection, clearSelection] = useTextSelection(view.root);
  const [said, setSaid] = useState('');
  const lastColour = useRef<HighlightColour>('yellow');

  useEffect(() => paintHighlights(view.root, placed, id), [view.root, placed, id]);
  useEffect(() => () => choose(null), []);

  const active = placed.find(({ highlight }) => highlight.id === id);
  const activeRange = useMemo(
    () =>
      active && active.anchor.status !== 'lost' ? rangeOf(view.root, active.anchor.start, active.anchor.end) : null,
    [active, view.root],
  );

  const highlightRange = (range: Range, colour: HighlightColour): Highlight | null => {
    lastColour.current = colour;
    const made = mark(range, colour);
    if (made) {
      clearSelection();
      choose(made.id);
      setSaid('Highlighted');
    }
    return made;
  };
  const writeComment = (highlight: Highlight | null | undefined) => {
    if (!highlight) return;
    choose(highlight.id, true);
    onOpenList();
  };

  // A click on a coloured passage chooses it. Links in it stay links.
  useEffect(() => {
    const { root } = view;
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a,button,summary')) return;
      if (!getSelection()?.isCollapsed) return;
      const offset = offsetAt(root, event.clientX, event.clientY);
      choose(offset === null ? null : (highlightsAt(placed, offset)[0]?.id ?? null));
    };
    root.addEventListener('click', onClick);
    return () => root.removeEventListener('click', onClick);
  }, [view, placed]);

  const step = (by: 1 | -1) => {
    const found = placed.filter(({ anchor }) => anchor.status !== 'lost');
    const at = found.findIndex(({ highlight }) => highlight.id === chosen().id);
    const next = found[at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length];
    const range = next ? rangeOf(view.root, next.anchor.start, next.anchor.end) : null;
    if (!next || !range) return;
    choose(next.highlight.id);
    setSaid(`Highlight ${found.indexOf(next) + 1} of ${found.length}: ${next.highlight.locator.quote.slice(0, 120)}`);
    view.goTo(range);
  };
  const passage = (): Range | null => selection ?? paragraphWithFocus(view.root);
  const markPassage = (colour: HighlightColour) => {
    const range = passage();
    if (range) highlightRange(range, colour);
    else notify({ type: 'info', message: 'Select a passage, or go to a paragraph, to highlight it.' });
  };
  useHighlightCommands({
    hasHighlights: placed.length > 0,
    isChosen: active !== undefined,
    onMark: () => markPassage(lastColour.current),
    onColour: (colour) => {
      if (active && !selection) update(active.highlight.id, { colour });
      else markPassage(colour);
    },
    onStep: step,
    onComment: () => writeComment(selection ? highlightRange(selection, lastColour.current) : active?.highlight),
    onAddToNote: () => active && void addToNote(active.highlight),
    onCopy: () => active && void copy(active.highlight),
    onDelete: () => active && remove(active.highlight.id),
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForThePage(event)) return;
      const current = placed.find(({ highlight }) => highlight.id === chosen().id)?.highlight;
      const colour = highlightColours[Number(event.key) - 1];
      const range = selection ?? (current ? null : passage());
      if (event.key === 'n' || event.key === 'p') step(event.key === 'n' ? 1 : -1);
      else if (event.key === 'h' && passage()) highlightRange(passage() as Range, lastColour.current);
      else if (colour && range) highlightRange(range, colour);
      else if (colour && current) update(current.id, { colour });
      else if (event.key === 'c' && selection) writeComment(highlightRange(selection, lastColour.current));
      else if (event.key === 'c' && current) writeComment(current);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && current) remove(current.id);
      else if (event.key === 'Escape' && (current || selection)) {
        choose(null);
        clearSelection();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  const range = selection ?? activeRange;
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {range ? (
        <HighlightBar
          range={range}
          highlight={selection ? undefined : active?.highlight}
          onColour={(colour) => {
            if (selection) highlightRange(selection, colour);
            else if (active) update(active.highlight.id, { colour });
          }}
          onComment={() => writeComment(selection ? highlightRange(selection, lastColour.current) : active?.highlight)}
          onCopy={() => {
            const highlight = selection ? highlightRange(selection, lastColour.current) : active?.highlight;
            if (highlight) void copy(highlight);
          }}
          onAddToNote={() => {
            const highlight = selection ? highlightRange(selection, lastColour.current) : active?.highlight;
            if (highlight) void addToNote(highlight);
          }}
          onDelete={() => active && remove(active.highlight.id)}
        />
      ) : null}
    </>
  );
}

/** Without a selection a key means the paragraph that was stepped to. */
function paragraphWithFocus(root: HTMLElement): Range | null {
  const focused = document.activeElement;
  if (!focused || focused === root || !root.contains(focused) || focused.matches('a,button,summary')) return null;
  const range = document.createRange();
  range.selectNodeContents(focused);
  return offsetsOf(root, range) ? range : null;
}
