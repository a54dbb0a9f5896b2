import type { ItemKind } from '@cairn/contracts/locator';
import type { SearchResultRow } from '@cairn/contracts/search';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** `article_id`: where a highlight is to be opened. */
export type SearchResult = SearchResultRow & { article_id: string | null };

export const mostSearchResults = 50;

/** Best first, one result per item. */
export async function searchLibrary(
  query: string,
  kind: ItemKind | undefined,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('search_library', {
      search_query: query,
      item_kinds: kind ? [kind] : null,
      max_results: mostSearchResults,
    })
    .abortSignal(signal);
  if (error) throw dataError(error);
  const rows = data as SearchResultRow[];
  const highlights = rows.filter((row) => row.item_kind === 'highlight').map((row) => row.item_id);
  const articles = new Map<string, string>();
  if (highlights.length > 0) {
    // A highlight is read in its article, at the words that were marked.
    const found = await client.from('highlights').select('id,article_id').in('id', highlights).abortSignal(signal);
    if (found.error) throw dataError(found.error);
    for (const row of found.data) articles.set(row.id, row.article_id);
  }
  return rows.map((row) => ({ ...row, article_id: articles.get(row.item_id) ?? null }));
}
