import type { ItemKind, Locator } from './locator.ts';

/**
 * `POST /rest/v1/rpc/search_library` with `{ search_query, item_kinds?, max_results? }` (default 20, at most 50): best first.
 * `snippet` is plain text in which the matching words stand between U+E000 and U+E001; never HTML.
 * `chunk_id` and `locator` are null, and `snippet` is empty, when only the title matched and the item has no text yet.
 */
export interface SearchResultRow {
  item_kind: ItemKind;
  item_id: string;
  chunk_id: number | null;
  title: string;
  snippet: string;
  locator: Locator | null;
  rank: number;
}

export const snippetMarkStart = '\uE000';
export const snippetMarkEnd = '\uE001';
