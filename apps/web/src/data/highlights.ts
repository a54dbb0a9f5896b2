import type { Locator } from '@cairn/contracts/locator';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export const highlightColours = ['yellow', 'green', 'blue', 'pink'] as const;
export type HighlightColour = (typeof highlightColours)[number];

export interface Highlight {
  id: string;
  article_id: string;
  locator: Locator;
  colour: HighlightColour;
  comment: string | null;
  created_at: string;
}

const columns = 'id,article_id,locator,colour,comment,created_at';
const pageSize = 500;

/** All highlights of an article, oldest first. */
export async function listHighlights(articleId: string, signal: AbortSignal): Promise<Highlight[]> {
  const client = await supabase();
  const all: Highlight[] = [];
  for (;;) {
    const { data, error } = await client
      .from('highlights')
      .select(columns)
      .eq('article_id', articleId)
      .order('created_at')
      .order('id')
      .range(all.length, all.length + pageSize - 1)
      .abortSignal(signal);
    if (error) throw dataError(error);
    all.push(...(data as unknown as Highlight[]));
    if (data.length < pageSize) return all;
  }
}

/** Also brings a deleted one back under its id. Sent twice it is the same highlight. */
export async function saveHighlight({ id, article_id, locator, colour, comment }: Highlight): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('highlights').upsert({ id, article_id, locator, colour, comment });
  if (error) throw dataError(error);
}

export async function deleteHighlight(id: string): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('highlights').delete().eq('id', id);
  if (error) throw dataError(error);
}

/** The note about an article that was changed last. */
export async function findNoteOfArticle(articleId: string): Promise<{ id: string; title: string } | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('notes')
    .select('id,title')
    .eq('article_id', articleId)
    .is('trashed_at', null)
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw dataError(error);
  return data;
}
