import type { ItemKind } from '@cairn/contracts/locator';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Highlighter, Newspaper } from 'lucide-react';
import { mostSearchResults, type SearchResult } from '../../data/search.ts';
import { locatorToHash } from '../../lib/locator-link.ts';
import { parseSnippet } from '../../lib/snippet.ts';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { hiddenKey, useHiddenItems } from '../../runtime/hidden-items.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { keepRecentSearch } from './recent-searches.ts';
import { deviceSearchQuery, searchQuery } from './search-queries.ts';

const icons = { article: Newspaper, note: FileText, highlight: Highlighter };
const kindNames = { article: 'Article', note: 'Note', highlight: 'Highlight' };
const plurals = { article: 'articles', note: 'notes', highlight: 'highlights' };

interface SearchResultsProps {
  words: string;
  kind: ItemKind | undefined;
  userId: string;
  /** Searches all kinds. */
  onDropKind: () => void;
}

/** Results for settled words. Each opens its item at the very place. */
export function SearchResults({ words, kind, userId, onDropKind }: SearchResultsProps) {
  const online = useConnection() === 'online';
  const fromServer = useQuery(searchQuery(words, kind));
  // What was found for these very words stays, also when the network goes.
  const isCutOff = !online && (fromServer.data === undefined || fromServer.isPlaceholderData);
  const onDevice = useQuery({ ...deviceSearchQuery(words, kind, userId), enabled: isCutOff });
  const results = isCutOff ? onDevice : fromServer;
  const hidden = useHiddenItems();
  const rows = results.data?.filter(
    (row) => !hidden.has(hiddenKey('library', { kind: row.item_kind, id: row.item_id })),
  );
  return (
    <section aria-labelledby="results" aria-busy={results.isFetching} className="grid gap-3">
      <h2 id="results" className="sr-only">
        Search results
      </h2>
      <p role="status" className="text-13 text-ink-muted tabular-nums">
        {rows && !results.isPlaceholderData ? countSentence(rows.length) : null}
      </p>
      {isCutOff ? (
        <Banner tone="warning" title="Searched on this device only">
          Among what was opened here. When the connection is back, your whole library is searched.
        </Banner>
      ) : null}
      {isCutOff ? null : <QueryProblem query={results} what="the search results" />}
      <WhileAwaited query={results}>
        <SkeletonList label="Searching" />
      </WhileAwaited>
      {rows?.length === 0 && !results.isPlaceholderData ? (
        <EmptyState
          action={
            kind ? (
              <Button look="quiet" onClick={onDropKind}>
                Search everything
              </Button>
            ) : undefined
          }
        >
          {isCutOff
            ? `Nothing that was opened on this device matches “${words}”.`
            : kind
              ? `None of your ${plurals[kind]} match “${words}”.`
              : `Nothing in your library matches “${words}”. Try fewer or other words.`}
        </EmptyState>
      ) : (
        <ul className="grid">
          {rows?.map((row) => (
            <ResultRow
              key={`${row.item_kind} ${row.item_id}`}
              row={row}
              onOpen={() => keepRecentSearch(userId, words)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function countSentence(count: number): string {
  if (count === 0) return 'No results';
  if (count === mostSearchResults) return `The best ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

function placeOf(row: SearchResult): { to: string; hash?: string } {
  const to = row.item_kind === 'note' ? `/note/${row.item_id}` : `/article/${row.article_id ?? row.item_id}`;
  return row.locator ? { to, hash: locatorToHash(row.locator) } : { to };
}

function ResultRow({ row, onOpen }: { row: SearchResult; onOpen: () => void }) {
  const Icon = icons[row.item_kind];
  const id = `snippet-${row.item_kind}-${row.item_id}`;
  return (
    <li className="relative flex gap-3 border-b border-line py-3 pe-2 hover:bg-surface">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-muted" />
      <div className="grid min-w-0 gap-1">
        <h3 className="font-medium" dir="auto">
          <Link
            {...placeOf(row)}
            preload={false}
            aria-describedby={id}
            onClick={onOpen}
            className="line-clamp-2 rounded-6 wrap-anywhere after:absolute after:inset-0"
          >
            <span className="sr-only">{kindNames[row.item_kind]}: </span>
            {row.title.trim() || 'Untitled note'}
          </Link>
        </h3>
        {row.snippet ? (
          <p id={id} className="font-serif text-14 text-ink-muted wrap-anywhere" dir="auto">
            {parseSnippet(row.snippet).map((part, index) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one snippet never move
              return part.marked ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>;
            })}
          </p>
        ) : null}
      </div>
    </li>
  );
}
