import { type ArticleView, rangeOf } from '../../lib/article-view.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { choose, useChosen } from './active-highlight.ts';
import { HighlightRow } from './highlight-row.tsx';
import { useHighlights } from './use-highlights.ts';
import { useQuote } from './use-quote.ts';

interface HighlightListProps {
  view: ArticleView;
  /** After jumping: a sheet gets out of the way. */
  onJump?: (() => void) | undefined;
}

/** All highlights of the article in the order of its text: what the colours are for those who do not see or click them. */
export function HighlightList({ view, onJump }: HighlightListProps) {
  const { query, placed, update, remove } = useHighlights(view);
  const { copy, addToNote } = useQuote(view);
  const active = useChosen();

  if (!query.data) {
    return (
      <>
        <QueryProblem query={query} what="the highlights" />
        <WhileAwaited query={query}>
          <SkeletonText label="Loading the highlights" />
        </WhileAwaited>
      </>
    );
  }
  if (placed.length === 0) {
    return <EmptyState>Select a passage to highlight it.</EmptyState>;
  }
  return (
    <ul aria-label="Highlights" className="grid gap-3">
      {placed.map(({ highlight, anchor }) => (
        <HighlightRow
          key={highlight.id}
          highlight={highlight}
          status={anchor.status}
          chosen={active.id === highlight.id}
          writing={active.id === highlight.id && active.writing}
          onJump={() => {
            const range = rangeOf(view.root, anchor.start, anchor.end);
            choose(highlight.id);
            onJump?.();
            // After a sheet has closed and given the focus back.
            if (range) setTimeout(() => view.goTo(range), onJump ? 250 : 0);
          }}
          onColour={(colour) => update(highlight.id, { colour })}
          onComment={(comment) => {
            update(highlight.id, { comment: comment.trim() || null });
            choose(highlight.id);
          }}
          onWrite={() => choose(highlight.id, true)}
          onCancel={() => choose(highlight.id)}
          onCopy={() => void copy(highlight)}
          onAddToNote={() => void addToNote(highlight)}
          onDelete={() => remove(highlight.id)}
        />
      ))}
    </ul>
  );
}
