import type { ImportArticleResult } from '@cairn/contracts/import-article';
import { invokeFunction } from './functions.ts';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface ImportRun {
  id: string;
  requested_url: string;
  status: 'running' | 'imported' | 'duplicate' | 'failed' | 'cancelled';
  article_id: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: string;
  /** What came of it; gone with its article. */
  article: { title: string } | null;
}

/** `importRunId` is made here, so that repeating a lost request never imports twice. */
export function importArticle(url: string, importRunId: string, signal: AbortSignal): Promise<ImportArticleResult> {
  return invokeFunction<ImportArticleResult>('import-article', { url, importRunId }, signal);
}

export async function listImportRuns(signal: AbortSignal): Promise<ImportRun[]> {
  const client = await supabase();
  const { data, error } = await client
    .from('import_runs')
    .select(
      'id,requested_url,status,article_id,error_code,error_message,created_at,article:articles!import_runs_article_fkey(title)',
    )
    .order('created_at', { ascending: false })
    .limit(20)
    .abortSignal(signal)
    .overrideTypes<ImportRun[], { merge: false }>();
  if (error) throw dataError(error);
  return data;
}
