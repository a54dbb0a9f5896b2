import type { Citation } from '@cairn/contracts/ask';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { locatorToHash } from '../../lib/locator-link.ts';
import { textLinkClass } from '../../ui/links.ts';

/** The number behind a sentence. Opens the place it was taken from. */
export function CitationLink({ number, citation }: { number: number; citation: Citation }) {
  // Only articles have a screen to open yet.
  if (citation.itemKind !== 'article') return <span className="ml-1 text-13 text-ink-muted">[{number}]</span>;
  return (
    <Link
      to="/article/$articleId"
      params={{ articleId: citation.itemId }}
      hash={locatorToHash(citation.locator)}
      aria-label={`Source ${number}: ${citation.title}`}
      className="ml-1 inline-flex h-6 min-w-6 items-center justify-center rounded-6 bg-accent-soft px-1.5 align-baseline font-sans text-13 font-medium text-accent tabular-nums hover:bg-accent hover:text-accent-ink"
    >
      {number}
    </Link>
  );
}

interface SourceListProps {
  heading: string;
  citations: readonly Citation[];
  numbered?: boolean;
}

export function SourceList({ heading, citations, numbered = false }: SourceListProps) {
  const id = useId();
  const List = numbered ? 'ol' : 'ul';
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-13 font-semibold text-ink-muted">
        {heading}
      </h3>
      <List className="grid gap-3 text-14">
        {citations.map((citation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sources are only ever added at the end
          <li key={index} className="grid grid-cols-[auto_1fr] gap-x-2">
            <span aria-hidden="true" className="min-w-4 text-ink-muted tabular-nums">
              {numbered ? index + 1 : '–'}
            </span>
            <div className="min-w-0">
              <SourceTitle citation={citation} />
              <blockquote className="line-clamp-3 font-serif text-ink-muted" dir="auto">
                {citation.locator.quote}
              </blockquote>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

function SourceTitle({ citation }: { citation: Citation }) {
  if (citation.itemKind !== 'article') return <cite dir="auto">{citation.title}</cite>;
  return (
    <Link
      to="/article/$articleId"
      params={{ articleId: citation.itemId }}
      hash={locatorToHash(citation.locator)}
      className={textLinkClass}
    >
      <cite className="not-italic" dir="auto">
        {citation.title}
      </cite>
    </Link>
  );
}
