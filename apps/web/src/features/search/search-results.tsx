import type { SearchResultRow } from '@cairn/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { locatorToHash } from '../../lib/locator-link.ts';
import { parseSnippet } from '../../lib/snippet.ts';
import { usePendingDeletions } from '../../runtime/article-deletions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { cardClass } from '../../ui/links.ts';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { searchQuery } from './search-queries.ts';

/** Results for settled words. Each opens its article at the very place. */
export function SearchResults({ words }: { words: string }) {
  const results = useQuery(searchQuery(words));
  const deleted = new Set(usePendingDeletions().map(({ id }) => id));
  const rows = results.data?.filter(({ item_id: id }) => !deleted.has(id));
  return (
    <section aria-labelledby="results" aria-busy={results.isFetching} className="grid gap-4">
      <h2 id="results" className="text-18 font-semibold">
        Search results
      </h2>
      <p role="status" className="text-14 text-ink-muted">
        {rows && !results.isPlaceholderData ? countSentence(rows.length, words) : null}
      </p>
      <QueryProblem query={results} what="the search results" />
      {results.isPending && results.fetchStatus !== 'paused' ? <SkeletonList label="Searching" /> : null}
      {rows?.length === 0 ? (
        <EmptyState>Nothing in your library matches. Try fewer or other words.</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows?.map((row) => (
            <ResultRow key={row.chunk_id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function countSentence(count: number, words: string): string {
  if (count === 0) return `No passage matches “${words}”.`;
  return count === 1 ? `1 passage matches “${words}”.` : `${count} passages match “${words}”.`;
}

function ResultRow({ row }: { row: SearchResultRow }) {
  return (
    <li className={`${cardClass} relative grid gap-1.5 transition-colors duration-150 hover:border-line-strong`}>
      <h3 className="text-16 font-semibold" dir="auto">
        <Link
          to="/article/$articleId"
          params={{ articleId: row.item_id }}
          hash={row.locator ? locatorToHash(row.locator) : ''}
          // Several passages of one article carry the same title: the snippet tells them apart.
          aria-describedby={`snippet-${row.chunk_id}`}
          className="rounded-6 after:absolute after:inset-0 after:rounded-16"
        >
          {row.title}
        </Link>
      </h3>
      <p id={`snippet-${row.chunk_id}`} className="font-serif text-16 text-ink-muted" dir="auto">
        {parseSnippet(row.snippet).map((part, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one snippet never move
          return part.marked ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>;
        })}
      </p>
    </li>
  );
}
