import type { Locator } from '@cairn/contracts/locator';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface ReadingPosition {
  /** The first passage that was in view. */
  locator: Locator | null;
  /** 0 at the beginning of the text, 1 at its end. */
  fraction: number;
}

export type ArticleState = 'unread' | 'reading' | 'archived';

export async function getReadingPosition(articleId: string, signal: AbortSignal): Promise<ReadingPosition | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('reading_positions')
    .select('locator,fraction')
    .eq('article_id', articleId)
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw dataError(error);
  return data as unknown as ReadingPosition | null;
}

/** The device that writes last decides. */
export async function saveReadingPosition(articleId: string, { locator, fraction }: ReadingPosition): Promise<void> {
  const client = await supabase();
  const { error } = await client
    .from('reading_positions')
    .upsert({ article_id: articleId, locator, fraction }, { onConflict: 'user_id,article_id' });
  if (error) throw dataError(error);
}

export async function setArticleState(articleId: string, state: ArticleState): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('articles').update({ state }).eq('id', articleId);
  if (error) throw dataError(error);
}

export interface ArticleChunk {
  hash: string;
  start: number;
}

/** Where the chunks of an article begin, in text order; empty while it is not indexed yet. */
export async function listArticleChunks(articleId: string, signal: AbortSignal): Promise<ArticleChunk[]> {
  const client = await supabase();
  const chunks: ArticleChunk[] = [];
  const pageSize = 1000;
  for (;;) {
    const { data, error } = await client
      .from('search_chunks')
      .select('text_hash,start_offset')
      .eq('item_kind', 'article')
      .eq('item_id', articleId)
      .order('ordinal')
      .range(chunks.length, chunks.length + pageSize - 1)
      .abortSignal(signal);
    if (error) throw dataError(error);
    for (const { text_hash: hash, start_offset: start } of data) chunks.push({ hash, start });
    if (data.length < pageSize) return chunks;
  }
}
