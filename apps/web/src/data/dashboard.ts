import type { Locator } from '@cairn/contracts/locator';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface LibraryCounts {
  notes: number;
  articles: number;
  highlights: number;
}

export async function countLibrary(signal: AbortSignal): Promise<LibraryCounts> {
  const client = await supabase();
  const { data, error } = await client
    .from('library_counts')
    .select('notes,articles,highlights')
    .abortSignal(signal)
    .single<LibraryCounts>();
  if (error) throw dataError(error);
  return data;
}

/** Of the learning sessions. */
export interface DashboardStats {
  totalSessions: number;
  /** Notes, articles and highlights. */
  totalItems: number;
  /** Days in a row, in UTC. */
  activeStreak: number;
  /** Minutes. */
  totalLearningTime: number;
}

export async function readDashboardStats(signal: AbortSignal): Promise<DashboardStats> {
  const client = await supabase();
  const { data, error } = await client.rpc('get_dashboard_stats').abortSignal(signal);
  if (error) throw dataError(error);
  return data as DashboardStats;
}

interface ActivityBase {
  item_id: string;
  occurred_at: string;
  /** Of the article or note; of a highlight its quote. */
  title: string;
  /** Site, summary or comment. */
  detail: string | null;
}

export type Activity =
  | (ActivityBase & { kind: 'article_imported'; article_id: string })
  | (ActivityBase & { kind: 'note_created'; article_id: string | null })
  | (ActivityBase & { kind: 'highlight_made'; article_id: string; locator: Locator })
  /** `item_id` is the note that the task stands in. */
  | (ActivityBase & { kind: 'task_completed' })
  /** `title`: the goal, or empty; `detail`: minutes. */
  | (ActivityBase & { kind: 'session_ended' });

const known: readonly string[] = [
  'article_imported',
  'note_created',
  'highlight_made',
  'task_completed',
  'session_ended',
] satisfies Activity['kind'][];

/** As many as the dashboard shows. */
const activityLength = 10;

/** What the person did last, newest first. */
export async function listRecentActivity(signal: AbortSignal): Promise<Activity[]> {
  const client = await supabase();
  const { data, error } = await client
    .from('recent_activity')
    .select('kind,item_id,occurred_at,title,detail,article_id,locator')
    .order('occurred_at', { ascending: false })
    .order('item_id')
    .limit(activityLength)
    .abortSignal(signal)
    .overrideTypes<Activity[], { merge: false }>();
  if (error) throw dataError(error);
  // A server of a later version may know more kinds than this page.
  return data.filter(({ kind }) => known.includes(kind));
}
