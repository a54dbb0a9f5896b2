import type { Citation } from '@cairn/contracts/ask';
import { useId } from 'react';
import { textLinkClass } from '../../ui/links.ts';
import { sourceKind } from './citation-passage.tsx';
import { PlaceLink } from './place-link.tsx';

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
            <div className="grid min-w-0 gap-0.5">
              <p>
                <PlaceLink citation={citation} className={`${textLinkClass} wrap-anywhere`}>
                  <cite className="not-italic" dir="auto">
                    {citation.title}
                  </cite>
                </PlaceLink>
                {citation.itemKind === 'article' ? null : (
                  <span className="ms-2 text-13 text-ink-muted">{sourceKind(citation)}</span>
                )}
              </p>
              <blockquote className="line-clamp-3 font-serif text-ink-muted wrap-anywhere" dir="auto">
                {citation.locator.quote}
              </blockquote>
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}
