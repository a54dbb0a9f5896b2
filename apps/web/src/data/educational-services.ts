import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface IndexStatus {
  state: 'ready' | 'indexing' | 'failed';
  /** Items that have changed and are not indexed yet. */
  waiting: number;
  failed: number;
}

export interface LearningProgress {
  due_count: number;
  cue_count: number;
  next_due_at: string | null;
  /** 0 to 1, moved by graded answers. */
  level: number;
  answers: number;
}

/** Fails when the tutor's function does not answer its health probe. */
export async function probeAsk(): Promise<void> {
  const client = await supabase();
  const { error } = await client.functions.invoke('ask/health', { method: 'GET' });
  if (error) throw error;
}

/** How far the search index of one's own material is. */
export async function readIndexStatus(): Promise<IndexStatus> {
  const client = await supabase();
  const { data, error } = await client.rpc('get_index_status').single<IndexStatus>();
  if (error) throw dataError(error);
  return data;
}

/** What is due, and how hard things may be. */
export async function readLearningProgress(): Promise<LearningProgress> {
  const client = await supabase();
  const { data, error } = await client.rpc('get_learning_progress').single<LearningProgress>();
  if (error) throw dataError(error);
  return data;
}
