import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GripVertical, Plus } from 'lucide-react';
import type { Quote } from '../../data/notes.ts';
import type { NoteSource, SourceHighlight } from '../../data/notes-list.ts';
import { Button } from '../../ui/button.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { sourceQuery } from './notes-queries.ts';
import { quoteDragType } from './quote-node.ts';

const colours = {
  yellow: 'border-s-(--mark-yellow,var(--highlight))',
  green: 'border-s-(--mark-green,var(--success))',
  blue: 'border-s-(--mark-blue,var(--info))',
  pink: 'border-s-(--mark-pink,var(--danger))',
};

/** What was marked in the note's article; each passage goes into the note by dragging or with its button. */
export function HighlightPanel({ articleId, onInsert }: { articleId: string; onInsert: (quote: Quote) => void }) {
  const source = useQuery(sourceQuery(articleId));
  return (
    <section aria-labelledby="note-source" className="grid content-start gap-3">
      <h2 id="note-source" className="text-14 font-semibold">
        Source
      </h2>
      <QueryProblem query={source} what="the highlights" />
      <WhileAwaited query={source}>
        <SkeletonText label="Loading the highlights" />
      </WhileAwaited>
      {source.data === null ? <p className="text-14 text-ink-muted">The article was deleted.</p> : null}
      {source.data ? (
        <>
          <Link
            to="/article/$articleId"
            params={{ articleId }}
            dir="auto"
            className={`${textLinkClass} text-14 wrap-anywhere`}
          >
            {source.data.title}
          </Link>
          {source.data.highlights.length === 0 ? (
            <p className="text-14 text-ink-muted">
              Nothing is highlighted in it yet. Highlights that you make appear here.
            </p>
          ) : (
            <ul className="grid gap-2">
              {source.data.highlights.map((highlight) => (
                <HighlightCard
                  key={highlight.id}
                  highlight={highlight}
                  quote={quoteOf(source.data as NoteSource, highlight)}
                  onInsert={onInsert}
                />
              ))}
            </ul>
          )}
        </>
      ) : null}
    </section>
  );
}

interface CardProps {
  highlight: SourceHighlight;
  quote: Quote;
  onInsert: (quote: Quote) => void;
}

function HighlightCard({ highlight, quote, onInsert }: CardProps) {
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copy';
        event.dataTransfer.setData(quoteDragType, JSON.stringify(quote));
        event.dataTransfer.setData('text/plain', quote.text);
      }}
      className={`grid cursor-grab gap-2 rounded-10 border border-s-4 border-line bg-surface p-3 ${colours[highlight.colour]}`}
    >
      <div className="flex gap-1">
        <p dir="auto" className="line-clamp-6 min-w-0 flex-1 font-serif text-14 wrap-anywhere">
          {quote.text}
        </p>
        <GripVertical aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </div>
      {highlight.comment ? (
        <p dir="auto" className="text-13 text-ink-muted wrap-anywhere">
          {highlight.comment}
        </p>
      ) : null}
      <Button look="quiet" onClick={() => onInsert(quote)} aria-label={`Insert as quote: ${quote.text.slice(0, 80)}`}>
        <Plus aria-hidden className="size-4" />
        Insert as quote
      </Button>
    </li>
  );
}

const quoteOf = (source: NoteSource, { id, locator }: SourceHighlight): Quote => ({
  text: locator.quote,
  articleId: source.id,
  locator,
  title: source.title,
  highlightId: id,
});
