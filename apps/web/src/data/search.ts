import type { SearchResultRow } from '@cairn/contracts/search';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** Best first. Articles only: the other kinds have no screen to open yet. */
export async function searchLibrary(query: string, signal: AbortSignal): Promise<SearchResultRow[]> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('search_library', { search_query: query, item_kinds: ['article'], max_results: 20 })
    .abortSignal(signal);
  if (error) throw dataError(error);
  return data as SearchResultRow[];
}
