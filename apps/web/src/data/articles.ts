import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface ArticleSummary {
  id: string;
  title: string;
  site_name: string | null;
  byline: string | null;
  excerpt: string | null;
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  reading_minutes: number | null;
  created_at: string;
}

export interface Article extends ArticleSummary {
  url: string;
  published_at: string | null;
  lead_image_url: string | null;
  content_html: string;
  word_count: number | null;
  state: 'unread' | 'reading' | 'archived';
}

/** Where the next page starts: the last row of the page before. */
export interface ArticleCursor {
  created_at: string;
  id: string;
}

const summaryColumns = 'id,title,site_name,byline,excerpt,language,direction,reading_minutes,created_at';
export const articlePageSize = 20;

/** Newest first. The cursor names a row, so that rows added meanwhile never repeat or skip one. */
export async function listArticles(cursor: ArticleCursor | undefined, signal: AbortSignal): Promise<ArticleSummary[]> {
  const client = await supabase();
  let query = client
    .from('articles')
    .select(summaryColumns)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(articlePageSize);
  if (cursor) {
    const at = `"${cursor.created_at}"`;
    query = query.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${cursor.id})`);
  }
  const { data, error } = await query.abortSignal(signal);
  if (error) throw dataError(error);
  return data;
}

/** `null`: there is no such article among the own ones. */
export async function getArticle(id: string, signal: AbortSignal): Promise<Article | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('articles')
    .select(`${summaryColumns},url,published_at,lead_image_url,content_html,word_count,state`)
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle<Article>();
  if (error) throw dataError(error);
  return data;
}

export async function deleteArticle(id: string): Promise<void> {
  const client = await supabase();
  const { error } = await client.from('articles').delete().eq('id', id);
  if (error) throw dataError(error);
}
