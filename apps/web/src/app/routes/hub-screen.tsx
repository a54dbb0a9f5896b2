import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { FilePlus2, Import, MessageCircleQuestion } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { AskPanel } from '../../features/ask/ask-panel.tsx';
import { type HubSearch, isFiltered, readHubSearch } from '../../features/library/hub-search.ts';
import { LibraryFilters } from '../../features/library/library-filters.tsx';
import { LibraryList } from '../../features/library/library-list.tsx';
import { SearchBox } from '../../features/search/search-box.tsx';
import { minimumSearchLength } from '../../features/search/search-queries.ts';
import { SearchResults } from '../../features/search/search-results.tsx';
import { useByThumb } from '../../lib/use-by-thumb.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useScreenCommands } from '../../runtime/screen-commands.ts';
import { useSession } from '../../runtime/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import type { PrimaryAction } from '../../ui/primary-action.tsx';

const Sheet = lazy(() => import('../../ui/sheet.tsx').then((module) => ({ default: module.Sheet })));

const restMilliseconds = 120;

/** The library in one list: search, filters and order stand in the address, so that Back and a reload find them again. */
export function HubScreen() {
  // The router hands on what an address says beyond what was validated.
  const address = useSearch({ from: '/signed-in/pkm-hub' });
  const search = useMemo(() => readHubSearch({ ...address }), [address]);
  const navigate = useNavigate();
  const session = useSession();
  const userId = session.user?.id ?? '';
  const wide = useMedia('(min-width: 80rem)');
  const byThumb = useByThumb();
  const [asking, setAsking] = useState(false);
  const [askUsed, setAskUsed] = useState(false);
  const [typed, setTyped] = useWords(search);
  const openAsk = () => {
    if (wide) return focusWhenThere('aside textarea');
    setAskUsed(true);
    setAsking(true);
  };
  useScreenCommands([
    {
      id: 'search',
      title: 'Search your library',
      keywords: ['find'],
      screenKeys: '/',
      run: () => focusWhenThere('input[type="search"]'),
    },
    { id: 'ask', title: 'Ask your library', keywords: ['question', 'answer'], run: openAsk },
  ]);
  useAskedFor({ search: () => focusWhenThere('input[type="search"]'), ask: openAsk });

  const words = useDebounced(typed, restMilliseconds).trim();
  const searching = words.length >= minimumSearchLength;
  const show = (next: HubSearch) => void navigate({ to: '/pkm-hub', search: next, resetScroll: true });

  return (
    <Page
      title="PKM Hub"
      width="full"
      actions={
        <>
          {wide ? null : (
            <Button look="quiet" onClick={openAsk}>
              <MessageCircleQuestion aria-hidden className="size-4" /> Ask
            </Button>
          )}
          {byThumb ? null : <NewNoteButton />}
        </>
      }
      // For a thumb the bar below leads to the import.
      primary={byThumb ? (search.show === 'trash' ? undefined : newNote) : toImport}
    >
      <div className="grid w-full gap-x-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-4">
          <SearchBox value={typed} onChange={setTyped} userId={userId} />
          <LibraryFilters search={search} onChange={show} searching={searching} />
          {searching ? (
            <SearchResults
              words={words}
              kind={search.kind}
              userId={userId}
              onDropKind={() => {
                const { kind: _, ...rest } = search;
                show(rest);
              }}
            />
          ) : (
            <LibraryList key={JSON.stringify(search)} search={search} empty={<EmptyLibrary search={search} />} />
          )}
        </div>
        {wide ? (
          <aside
            aria-label="Ask"
            className="sticky top-8 -m-1 max-h-[calc(100dvh-4rem)] self-start overflow-y-auto p-1"
          >
            <AskPanel />
          </aside>
        ) : askUsed ? (
          <Suspense>
            <Sheet open={asking} onOpenChange={setAsking} side="bottom" title="Ask">
              <AskPanel onOpenPlace={() => setAsking(false)} />
            </Sheet>
          </Suspense>
        ) : null}
      </div>
    </Page>
  );
}

/** `/pkm-hub#search` and `/pkm-hub#ask` begin with that; the address is then the hub's own again, and asks no second time. */
function useAskedFor(begin: Record<string, () => void>): void {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    const asked = latest.current[hash];
    if (!asked) return;
    asked();
    void navigate({ to: '/pkm-hub', search: (now: HubSearch) => now, replace: true, resetScroll: false });
  }, [hash, navigate]);
}

/** After the heading of a screen that has just been opened. */
function focusWhenThere(field: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`main ${field}`)?.focus());
}

/** What is typed, and the address following it once it rests; Back and forward lead the other way. */
function useWords({ q = '' }: HubSearch): [string, (words: string) => void] {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  const words = useDebounced(typed, restMilliseconds).trim();
  const written = useRef(q);
  useEffect(() => {
    if (q === written.current) return;
    // The address changed by itself.
    written.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => {
    if (words === written.current) return;
    // The first letter makes a step that Back can take; the following ones refine it.
    const replace = written.current !== '' && words !== '';
    written.current = words;
    void navigate({
      to: '/pkm-hub',
      search: ({ q: _, ...rest }: HubSearch) => (words ? { ...rest, q: words } : rest),
      replace,
      resetScroll: false,
    });
  }, [words, navigate]);
  return [typed, setTyped];
}

const newNote: PrimaryAction = { label: 'New note', icon: <FilePlus2 aria-hidden />, to: '/cornell-notes/new' };
const toImport: PrimaryAction = { label: 'Import', icon: <Import aria-hidden />, to: '/import' };

function NewNoteButton() {
  const navigate = useNavigate();
  return (
    <Button look="quiet" onClick={() => void navigate({ to: '/cornell-notes/new' })}>
      <FilePlus2 aria-hidden className="size-4" /> New note
    </Button>
  );
}

function EmptyLibrary({ search }: { search: HubSearch }) {
  if (search.show === 'trash')
    return <EmptyState>The trash is empty. Notes that you delete can be restored from here.</EmptyState>;
  if (isFiltered(search))
    return (
      <EmptyState
        action={
          <Link to="/pkm-hub" search={search.sort ? { sort: search.sort } : {}} className={buttonClass('quiet')}>
            Show everything
          </Link>
        }
      >
        Nothing in your library fits these filters.
      </EmptyState>
    );
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/import" className={buttonClass('primary')}>
            Import an article
          </Link>
          <NewNoteButton />
        </div>
      }
    >
      Your library is empty. Bring in an article to read it here, find it again and ask about it.
    </EmptyState>
  );
}
