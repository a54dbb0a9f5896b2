import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import type { LibraryItem } from '../../data/library.ts';
import { hiddenKey, useHiddenItems } from '../../runtime/hidden-items.ts';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { filtersOf, type HubSearch } from './hub-search.ts';
import { ItemRow } from './item-row.tsx';
import { countsQuery, itemName, libraryQuery } from './library-queries.ts';
import { SelectionBar } from './selection-bar.tsx';
import { keyOf, useItemActions } from './use-item-actions.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPlace } from './use-list-place.ts';
import { useTagNames } from './use-tag-actions.ts';

const rowsAhead = 120;
const rowHeight = 72;

interface LibraryListProps {
  search: HubSearch;
  /** Shown instead of an empty list. */
  empty: ReactNode;
}

/** The items in one list of any length: only the rows in view are in the page, the next ones are fetched before they are needed. */
export function LibraryList({ search, empty }: LibraryListProps) {
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useInfiniteQuery(libraryQuery(filters, search.sort ?? 'newest'));
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list;
  const trash = filters.trashed === true;
  const shown = useShownRows(list.data?.pages, search);
  const { rows } = shown;
  const total = useTotal(search, hasNextPage, rows?.length);
  const tagNames = useTagNames();
  const actions = useItemActions();

  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [tagging, setTagging] = useState(false);
  const anchor = useRef<number | undefined>(undefined);
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });

  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  useListPlace({ rows, more: hasNextPage, fetching: isFetching, fetchMore });
  const lookAhead = useCallback(() => {
    const handle = virtualizer.current;
    if (!handle || !hasNextPage || isFetchingNextPage || list.isFetchNextPageError) return;
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    if ((rows?.length ?? 0) - last < rowsAhead) fetchMore();
  }, [hasNextPage, isFetchingNextPage, list.isFetchNextPageError, rows?.length, fetchMore]);
  useEffect(lookAhead, [lookAhead]);

  const toggle = useCallback((index: number, range = false) => {
    const all = latestRows.current ?? [];
    const row = all[index];
    if (!row) return;
    const from = range && anchor.current !== undefined ? anchor.current : index;
    anchor.current = index;
    setSelected((before) => {
      const next = new Set(before);
      const on = !before.has(itemName(keyOf(row)));
      for (const each of all.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (on) next.add(itemName(keyOf(each)));
        else next.delete(itemName(keyOf(each)));
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);

  const selectedRows = useMemo(() => rows?.filter((row) => selected.has(itemName(keyOf(row)))) ?? [], [rows, selected]);
  /** The selection, or else the row where the focus is. */
  const meant = (index: number | undefined) => {
    if (selectedRows.length > 0) return selectedRows;
    const row = index === undefined ? undefined : rows?.[index];
    return row ? [row] : [];
  };
  const remove = (items: typeof selectedRows) => {
    if (trash) return;
    actions.remove(items);
    clear();
  };
  useListKeys(container, {
    count: rows?.length ?? 0,
    scrollTo: (index) => virtualizer.current?.scrollToIndex(index, { align: 'center' }),
    onToggle: toggle,
    onArchive: (index) => {
      if (!trash) void actions.archive(meant(index));
    },
    onRemove: (index) => remove(meant(index)),
    onTag: (index) => {
      if (trash) return;
      const items = meant(index);
      if (items.length === 0) return;
      setSelected(new Set(items.map((item) => itemName(keyOf(item)))));
      setTagging(true);
    },
    onClear: clear,
  });

  return (
    <>
      <QueryProblem query={list} what={trash ? 'the trash' : 'your library'} />
      <WhileAwaited query={list}>
        <SkeletonList label="Loading your library" />
      </WhileAwaited>
      {rows?.length === 0 && !hasNextPage ? empty : null}
      {rows && rows.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: what virtualises the rows wraps them, so they cannot be children of a list element
        <div ref={container} role="list" aria-label={trash ? 'Trash' : 'Your library'} aria-busy={isFetchingNextPage}>
          <WindowVirtualizer ref={virtualizer} data={rows} itemSize={rowHeight} bufferSize={600} onScroll={lookAhead}>
            {(item, index) => (
              <ItemRow
                key={itemName(keyOf(item))}
                item={item}
                index={index}
                total={total}
                selected={selected.has(itemName(keyOf(item)))}
                tagNames={tagNames}
                openable={!trash}
                onToggle={toggle}
              />
            )}
          </WindowVirtualizer>
        </div>
      ) : null}
      <SelectionBar
        items={selectedRows}
        trash={trash}
        tagging={tagging}
        onTagging={setTagging}
        onArchive={() => {
          void actions.archive(selectedRows);
          clear();
        }}
        onRemove={() => remove(selectedRows)}
        onRestore={() => {
          void actions.restore(selectedRows);
          clear();
        }}
        onClear={clear}
      />
    </>
  );
}

/** Without what was just deleted, and without what a change took out of the filter. */
function useShownRows<Row extends LibraryItem>(pages: readonly Row[][] | undefined, search: HubSearch) {
  const hidden = useHiddenItems();
  const rows = useMemo(() => {
    if (!pages) return undefined;
    const { state, tags, trashed } = filtersOf(search);
    const list = trashed ? 'trash' : 'library';
    return pages
      .flat()
      .filter(
        (row) =>
          !hidden.has(hiddenKey(list, keyOf(row))) &&
          (!state || row.state === state) &&
          (tags ?? []).every((id) => row.tag_ids.includes(id)),
      );
  }, [pages, search, hidden]);
  return { rows };
}

/** For screen readers: how long the whole list is. */
function useTotal(search: HubSearch, more: boolean, fetched: number | undefined): number {
  const counts = useQuery(countsQuery(filtersOf(search))).data;
  if (!more && fetched !== undefined) return fetched;
  if (!counts) return -1;
  return search.kind ? counts[search.kind] : counts.article + counts.note + counts.highlight;
}
