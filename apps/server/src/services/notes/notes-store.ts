import type { Tx } from '../../platform/db/db.ts';
import type { DamagedUpdate, StoredUpdate } from './domain/merge-updates.ts';

export interface NoteRow {
  id: string;
  userId: string;
  document: Uint8Array | null;
  /** bigint as text. */
  documentSeq: string;
  text: string;
  summary: string;
  wordCount: number;
}

/** Holds the note against other merging until the transaction ends, but not against new updates of it. */
export async function lockNote(tx: Tx, noteId: string): Promise<NoteRow | null> {
  const { rows } = await tx.query<NoteRow>(
    `select id, user_id as "userId", document, document_seq::text as "documentSeq", text, summary, word_count as "wordCount"
       from public.notes where id = $1 for no key update`,
    [noteId],
  );
  return rows[0] ?? null;
}

export async function notesOfUpdates(
  tx: Tx,
  updateIds: readonly string[],
): Promise<{ noteId: string; updateIds: string[] }[]> {
  const { rows } = await tx.query<{ noteId: string; updateIds: string[] }>(
    `select note_id as "noteId", array_agg(id::text) as "updateIds"
       from public.note_updates where id = any($1::uuid[]) group by note_id order by min(seq)`,
    [updateIds],
  );
  return rows;
}

export interface ListedUpdate {
  id: string;
  seq: string;
  bytes: number;
  /** To be removed once it is merged. */
  isOld: boolean;
}

/**
 * The updates to merge: those named, those behind the document, and those to be compacted away (merging them again
 * proves that they are in the document before they go). Numbers are drawn before commit, so a named update may stand before
 * `documentSeq`. At most 20000: each of the others has a change of its own in the feed. See contracts/note-document.ts for what is kept.
 */
export async function listUpdates(tx: Tx, note: NoteRow, updateIds: readonly string[]): Promise<ListedUpdate[]> {
  const { rows } = await tx.query<ListedUpdate>(
    `select id::text, seq::text, bytes, is_old as "isOld"
       from (
         select u.id, u.seq, octet_length(u.update) as bytes,
                u.seq <= $3 and u.id <> all($4::uuid[]) and (
                  row_number() over newest > 500
                  or sum(octet_length(u.update)) over newest > 8388608
                  or (row_number() over newest > 100 and u.created_at < now() - interval '1 hour')
                ) as is_old
           from public.note_updates u where u.user_id = $1 and u.note_id = $2
         window newest as (order by u.seq desc)
       ) listed
      where is_old or seq > $3 or id = any($4::uuid[])
      order by id = any($4::uuid[]) desc, listed.seq limit 20000`,
    [note.userId, note.id, note.documentSeq, updateIds],
  );
  return rows;
}

export async function loadUpdates(tx: Tx, ids: readonly string[]): Promise<StoredUpdate[]> {
  const { rows } = await tx.query<StoredUpdate>(
    `select id::text, seq::text, update from public.note_updates where id = any($1::uuid[]) order by note_updates.seq`,
    [ids],
  );
  return rows;
}

export async function deleteUpdates(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('delete from public.note_updates where id = any($1::uuid[])', [ids]);
}

/** Moves updates out of the way, to where they can be looked at. */
export async function putAside(tx: Tx, note: NoteRow, updates: readonly DamagedUpdate[]): Promise<void> {
  for (const { id, reason, update } of updates) {
    await tx.query(
      `insert into private.damaged_note_updates (id, note_id, user_id, reason, update) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [id, note.id, note.userId, reason, update],
    );
  }
  await deleteUpdates(
    tx,
    updates.map((update) => update.id),
  );
}

export interface NoteContent {
  document: Uint8Array;
  documentSeq: string;
  text: string;
  summary: string;
  wordCount: number;
}

export async function saveContent(tx: Tx, noteId: string, content: NoteContent): Promise<void> {
  await tx.query(
    `update public.notes set document = $2, document_seq = $3, text = $4, summary = $5, word_count = $6 where id = $1`,
    [noteId, content.document, content.documentSeq, content.text, content.summary, content.wordCount],
  );
}
