import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import {
  countLibrary,
  type ItemKey,
  type LibraryFilters,
  type LibraryItem,
  type LibraryPosition,
  type LibrarySort,
  listLibrary,
  pageSizeAfter,
} from '../../data/library.ts';
import { countTags, listItemTags, listTags } from '../../data/tags.ts';

const listKey = ['library', 'list'] as const;

export const libraryQuery = (filters: LibraryFilters, sort: LibrarySort) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filters, sort],
    queryFn: ({ pageParam, signal }) => listLibrary(filters, sort, pageParam, signal),
    initialPageParam: undefined as LibraryPosition | undefined,
    getNextPageParam: (page, _pages, cursor): LibraryPosition | undefined =>
      page.length === pageSizeAfter(cursor) ? page.at(-1)?.position : undefined,
    // Thousands of rows are not fetched again because a window was looked at.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });

export const countsQuery = (filters: LibraryFilters) =>
  queryOptions({
    queryKey: ['library', 'counts', { ...filters, kind: undefined }],
    queryFn: ({ signal }) => countLibrary(filters, signal),
    placeholderData: keepPreviousData,
  });

export const tagsQuery = queryOptions({ queryKey: ['tags', 'list'], queryFn: ({ signal }) => listTags(signal) });
export const tagCountsQuery = queryOptions({
  queryKey: ['tags', 'counts'],
  queryFn: ({ signal }) => countTags(signal),
});

export const itemTagsQuery = (item: ItemKey) =>
  queryOptions({
    queryKey: ['tags', 'of', item.kind, item.id],
    queryFn: ({ signal }) => listItemTags(item, signal),
  });

export const itemName = ({ kind, id }: ItemKey) => `${kind} ${id}`;

type Rows = InfiniteData<LibraryItem[], LibraryPosition | undefined>;

/** Changes rows in every list that is kept, at once. */
export function editRows(
  client: QueryClient,
  items: readonly ItemKey[],
  edit: (item: LibraryItem) => LibraryItem,
): void {
  const wanted = new Set(items.map(itemName));
  client.setQueriesData<Rows>({ queryKey: listKey }, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) =>
            page.some((row) => wanted.has(itemName({ kind: row.item_kind, id: row.item_id })))
              ? page.map((row) => (wanted.has(itemName({ kind: row.item_kind, id: row.item_id })) ? edit(row) : row))
              : page,
          ),
        }
      : data,
  );
}

/** After a change: the numbers now, the lists that are not shown when they are shown again. */
export function refreshLibrary(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['library', 'counts'] });
  void client.invalidateQueries({ queryKey: ['tags', 'counts'] });
  void client.invalidateQueries({ queryKey: listKey, refetchType: 'none' });
}

/** Rows came back or moved to another list: fetch what is shown. */
export function refetchLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['library'] });
  void client.invalidateQueries({ queryKey: ['search'] });
}
