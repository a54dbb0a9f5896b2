import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AskPanel } from '../features/ask/ask-panel.tsx';
import { ArticleList } from '../features/library/article-list.tsx';
import { SearchBox } from '../features/search/search-box.tsx';
import { minimumSearchLength } from '../features/search/search-queries.ts';
import { SearchResults } from '../features/search/search-results.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { useDocumentTitle } from '../ui/page.tsx';

const restMilliseconds = 150;

/** The library: search and ask over it, and the articles in it. The search words stand in the address, so that Back finds them again. */
export function HubScreen() {
  const { q = '' } = useSearch({ from: '/signed-in/pkm-hub' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const words = useDebounced(typed, restMilliseconds).trim();
  useDocumentTitle('PKM Hub');

  useEffect(() => {
    if (words !== q)
      void navigate({ to: '/pkm-hub', search: words ? { q: words } : {}, replace: true, resetScroll: false });
  }, [words, q, navigate]);

  // One column on a phone: while searching the results follow the words at once, otherwise the list comes last.
  // Keys keep the question and its answer when the order changes.
  const searching = words.length >= minimumSearchLength;
  const ask = (
    <div key="ask" className="lg:col-start-2 lg:row-span-2 lg:row-start-2">
      <AskPanel />
    </div>
  );
  const list = (
    <div key="list" className="min-w-0 lg:col-start-1 lg:row-start-3">
      {searching ? <SearchResults words={words} /> : <ArticleList />}
    </div>
  );

  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-10 gap-y-8 px-4 py-8 sm:px-6 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]">
      <h1 tabIndex={-1} className="text-28 font-semibold tracking-tight lg:col-span-2">
        PKM Hub
      </h1>
      <SearchBox value={typed} onChange={setTyped} />
      {searching ? [list, ask] : [ask, list]}
    </div>
  );
}
