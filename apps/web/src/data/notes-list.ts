import type { Locator } from '@cairn/contracts/locator';
import { dataError } from './request.ts';
import { supabase } from './supabase-client.ts';

export interface NoteSummary {
  id: string;
  title: string;
  word_count: number;
  /** The beginning of its text. */
  text: string;
  created_at: string;
  updated_at: string;
  article: { id: string; title: string } | null;
}

export interface NoteCursor {
  created_at: string;
  id: string;
}

export const notePageSize = 30;

/** Newest first, without those in the trash. The cursor names a row, so that notes made meanwhile never repeat or skip one. */
export async function listNotes(cursor: NoteCursor | undefined, signal: AbortSignal): Promise<NoteSummary[]> {
  const client = await supabase();
  let query = client
    .from('notes')
    .select('id,title,word_count,text,created_at,updated_at,article:articles(id,title)')
    .is('trashed_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(notePageSize);
  if (cursor) {
    const at = `"${cursor.created_at}"`;
    query = query.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${cursor.id})`);
  }
  const { data, error } = await query.abortSignal(signal).overrideTypes<NoteSummary[], { merge: false }>();
  if (error) throw dataError(error);
  return data;
}

export async function setNoteTrashed(id: string, isTrashed: boolean): Promise<void> {
  const client = await supabase();
  const { error } = await client
    .from('notes')
    .update({ trashed_at: isTrashed ? new Date().toISOString() : null })
    .eq('id', id);
  if (error) throw dataError(error);
}

export interface TitleMatch {
  kind: 'note' | 'article';
  id: string;
  title: string;
}

/** Own notes and articles whose title contains the words; those that were touched last come first. */
export async function findTitles(words: string, signal: AbortSignal): Promise<TitleMatch[]> {
  const client = await supabase();
  const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const [notes, articles] = await Promise.all([
    client
      .from('notes')
      .select('id,title')
      .is('trashed_at', null)
      .neq('title', '')
      .ilike('title', pattern)
      .order('updated_at', { ascending: false })
      .limit(6)
      .abortSignal(signal),
    client
      .from('articles')
      .select('id,title')
      .ilike('title', pattern)
      .order('created_at', { ascending: false })
      .limit(6)
      .abortSignal(signal),
  ]);
  if (notes.error) throw dataError(notes.error);
  if (articles.error) throw dataError(articles.error);
  const rowsOf = (kind: TitleMatch['kind'], rows: { id: string; title: string }[]) =>
    rows.map(({ id, title }) => ({ kind, id, title }));
  return [...rowsOf('note', notes.data), ...rowsOf('article', articles.data)].slice(0, 8);
}

export interface SourceHighlight {
  id: string;
  colour: 'yellow' | 'green' | 'blue' | 'pink';
  comment: string | null;
  locator: Locator;
}

export interface NoteSource {
  id: string;
  title: string;
  highlights: SourceHighlight[];
}

/** The article a note is about, with what was marked in it, oldest first. `null`: it was deleted. */
export async function getNoteSource(articleId: string, signal: AbortSignal): Promise<NoteSource | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('articles')
    .select('id,title,highlights(id,colour,comment,locator)')
    .eq('id', articleId)
    .order('created_at', { referencedTable: 'highlights' })
    .abortSignal(signal)
    .maybeSingle<NoteSource>();
  if (error) throw dataError(error);
  return data;
}
