import type { Locator } from '@cairn/contracts/locator';
import type { CueSchedule, ReviewGrade } from '@cairn/contracts/scheduling';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** A cue to be asked, with its place in the log's reckoning. */
export interface DueCue {
  id: string;
  noteId: string;
  noteTitle: string;
  text: string;
  locator: Locator | null;
  schedule: CueSchedule;
}

interface DueCueRow extends Omit<CueSchedule, 'dueAt' | 'scheduledDays' | 'lastReviewAt'> {
  cue_id: string;
  note_id: string;
  note_title: string;
  cue_text: string;
  locator: Locator | null;
  due_at: string;
  scheduled_days: number;
  last_review_at: string | null;
}

export const rehearsalSize = 50;

/** Longest due first. `upcoming`: also cues that are not due yet. */
export async function listDueCues(
  { noteId, upcoming }: { noteId: string | undefined; upcoming: boolean },
  signal: AbortSignal,
): Promise<DueCue[]> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('due_cues', { in_note: noteId ?? null, include_upcoming: upcoming, max_results: rehearsalSize })
    .abortSignal(signal);
  if (error) throw dataError(error);
  return (data as DueCueRow[]).map((row) => ({
    id: row.cue_id,
    noteId: row.note_id,
    noteTitle: row.note_title,
    text: row.cue_text,
    locator: row.locator,
    schedule: {
      state: row.state,
      dueAt: Date.parse(row.due_at),
      stability: row.stability,
      difficulty: row.difficulty,
      step: row.step,
      reps: row.reps,
      lapses: row.lapses,
      scheduledDays: row.scheduled_days,
      lastReviewAt: row.last_review_at === null ? null : Date.parse(row.last_review_at),
    },
  }));
}

export interface DueSummary {
  dueCount: number;
  cueCount: number;
  /** When the next cue becomes due that is not due yet. */
  nextDueAt: number | null;
}

/** Of all notes, or of one. */
export async function getDueSummary(noteId: string | undefined, signal: AbortSignal): Promise<DueSummary> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('due_summary', { in_note: noteId ?? null })
    .abortSignal(signal)
    .single<{ due_count: number; cue_count: number; next_due_at: string | null }>();
  if (error) throw dataError(error);
  const { due_count: dueCount, cue_count: cueCount, next_due_at: next } = data;
  return { dueCount, cueCount, nextDueAt: next === null ? null : Date.parse(next) };
}

/** What stands behind a cue. */
export interface NoteText {
  text: string;
  summary: string;
}

const notesPerRequest = 20;

/** By note id. Notes that are gone are missing. */
export async function getNoteTexts(
  noteIds: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, NoteText>>> {
  const client = await supabase();
  const texts: Record<string, NoteText> = {};
  for (let from = 0; from < noteIds.length; from += notesPerRequest) {
    const { data, error } = await client
      .from('notes')
      .select('id,text,summary')
      .in('id', noteIds.slice(from, from + notesPerRequest))
      .abortSignal(signal);
    if (error) throw dataError(error);
    for (const { id, text, summary } of data as { id: string; text: string; summary: string }[]) {
      texts[id] = { text, summary };
    }
  }
  return texts;
}

export interface NewReview {
  /** Made here: sending it twice is one review. */
  id: string;
  cueId: string;
  grade: ReviewGrade;
  reviewedAt: number;
  durationMs: number;
}

/** The cue is gone with its note, or the row can never be taken: trying again would not help. */
const neverTaken = /^(22|23)/;

/** `refused`: one of them at least will never be taken, and none was. */
export async function sendReviews(userId: string, reviews: readonly NewReview[]): Promise<'sent' | 'refused'> {
  const client = await supabase();
  const { error } = await client.from('cue_reviews').upsert(
    reviews.map(({ id, cueId, grade, reviewedAt, durationMs }) => ({
      id,
      // Said aloud, so that grades of one person are never taken for another who signed in meanwhile.
      user_id: userId,
      cue_id: cueId,
      grade,
      reviewed_at: new Date(reviewedAt).toISOString(),
      duration_ms: durationMs,
    })),
    { onConflict: 'id', ignoreDuplicates: true },
  );
  if (!error) return 'sent';
  if (neverTaken.test(error.code)) return 'refused';
  throw dataError(error);
}
