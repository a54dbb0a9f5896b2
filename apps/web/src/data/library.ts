import type { ItemKind, Locator } from '@cairn/contracts/locator';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export type ArticleState = 'unread' | 'reading' | 'archived';
export type LibrarySort = 'newest' | 'oldest' | 'title' | 'updated';

export interface LibraryFilters {
  kind?: ItemKind | undefined;
  /** Ids; an item carries all of them. */
  tags?: readonly string[] | undefined;
  state?: ArticleState | undefined;
  /** What belongs to this article. */
  article?: string | undefined;
  trashed?: boolean | undefined;
}

/** The place of a row in the order of the list; the next page begins behind it. */
export interface LibraryPosition {
  key: string;
  kind: ItemKind;
  id: string;
}

export interface LibraryItem {
  item_kind: ItemKind;
  item_id: string;
  title: string;
  source: string | null;
  preview: string | null;
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  state: ArticleState | null;
  colour: 'yellow' | 'green' | 'blue' | 'pink' | null;
  /** Of a note or highlight: the article that it belongs to. */
  article_id: string | null;
  article_title: string | null;
  locator: Locator | null;
  word_count: number | null;
  reading_minutes: number | null;
  /** 0 to 1; null when it was never opened. */
  progress: number | null;
  tag_ids: string[];
  created_at: string;
  updated_at: string;
  trashed_at: string | null;
  position: LibraryPosition;
}

export type LibraryCounts = Record<ItemKind, number>;

export interface ItemKey {
  kind: ItemKind;
  id: string;
}

/** The first page is small, so that it is there soon; the following ones are fetched ahead. */
export const firstPageSize = 50;
export const nextPageSize = 200;
export const pageSizeAfter = (cursor: LibraryPosition | undefined) => (cursor ? nextPageSize : firstPageSize);

const shared = (filters: LibraryFilters) => ({
  tags: filters.tags?.length ? filters.tags : null,
  article_state: filters.state ?? null,
  article: filters.article ?? null,
  trashed: filters.trashed ?? false,
});

export async function listLibrary(
  filters: LibraryFilters,
  sort: LibrarySort,
  cursor: LibraryPosition | undefined,
  signal: AbortSignal,
): Promise<LibraryItem[]> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('list_library', {
      ...shared(filters),
      kinds: filters.kind ? [filters.kind] : null,
      sort,
      cursor: cursor ?? null,
      page_size: pageSizeAfter(cursor),
    })
    .abortSignal(signal);
  if (error) throw dataError(error);
  return data as LibraryItem[];
}

/** How many items of each kind there are under the same filters. */
export async function countLibrary(filters: LibraryFilters, signal: AbortSignal): Promise<LibraryCounts> {
  const client = await supabase();
  const { data, error } = await client.rpc('count_library', shared(filters)).abortSignal(signal);
  if (error) throw dataError(error);
  const counts: LibraryCounts = { article: 0, note: 0, highlight: 0 };
  for (const row of data as { item_kind: ItemKind; items: number }[]) counts[row.item_kind] = Number(row.items);
  return counts;
}

/** An address with hundreds of ids would be too long for some proxies. */
const idsPerRequest = 100;

async function inGroups(ids: readonly string[], run: (group: string[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += idsPerRequest) await run(ids.slice(at, at + idsPerRequest));
}

export async function fileArticles(ids: readonly string[], state: ArticleState): Promise<void> {
  const client = await supabase();
  await inGroups(ids, async (group) => {
    const { error } = await client.from('articles').update({ state }).in('id', group);
    if (error) throw dataError(error);
  });
}

/** `null` takes notes out of the trash. */
export async function trashNotes(ids: readonly string[], trashedAt: string | null): Promise<void> {
  const client = await supabase();
  await inGroups(ids, async (group) => {
    const { error } = await client.from('notes').update({ trashed_at: trashedAt }).in('id', group);
    if (error) throw dataError(error);
  });
}

/** For good: articles with their highlights, or highlights. */
export async function deleteItems(table: 'articles' | 'highlights', ids: readonly string[]): Promise<void> {
  const client = await supabase();
  await inGroups(ids, async (group) => {
    const { error } = await client.from(table).delete().in('id', group);
    if (error) throw dataError(error);
  });
}
