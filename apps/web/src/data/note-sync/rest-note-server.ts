import { bytesFromHex, bytesToHex } from '../note-bytes.ts';
import type { DataClient } from '../supabase-client.ts';
import { type NoteServer, NoteServerError, type NoteServerFailure } from './note-server.ts';

const pageSize = 200;

/** The note engine's server, over `/rest/v1`. */
export function createRestNoteServer(connect: () => Promise<Pick<DataClient, 'from'>>): NoteServer {
  return {
    async head(noteId) {
      const { data, error, status } = await (await connect())
        .from('notes')
        .select('title,article_id,trashed_at,updated_at')
        .eq('id', noteId)
        .maybeSingle<{ title: string; article_id: string | null; trashed_at: string | null; updated_at: string }>();
      if (error) throw failureOf(error, status);
      if (!data) return null;
      return {
        title: data.title,
        articleId: data.article_id,
        trashedAt: data.trashed_at,
        updatedAt: data.updated_at,
      };
    },

    async document(noteId) {
      const { data, error, status } = await (await connect())
        .from('notes')
        .select('document,document_seq')
        .eq('id', noteId)
        .maybeSingle<{ document: string | null; document_seq: number }>();
      if (error) throw failureOf(error, status);
      if (!data) throw new NoteServerError('gone');
      return { document: data.document ? bytesFromHex(data.document) : null, documentSeq: data.document_seq };
    },

    async updatesFrom(noteId, seq) {
      const client = await connect();
      const found: { seq: number; update: Uint8Array }[] = [];
      for (let from = seq; ; ) {
        const { data, error, status } = await client
          .from('note_updates')
          .select('seq,update')
          .eq('note_id', noteId)
          .gte('seq', from)
          .order('seq')
          .limit(pageSize)
          .overrideTypes<{ seq: number; update: string }[], { merge: false }>();
        if (error) throw failureOf(error, status);
        for (const row of data) found.push({ seq: row.seq, update: bytesFromHex(row.update) });
        const last = data.at(-1);
        if (!last || data.length < pageSize) return found;
        from = last.seq + 1;
      }
    },

    async send(noteId, { id, create, title }, update) {
      const client = await connect();
      const once = { onConflict: 'id', ignoreDuplicates: true };
      if (create) {
        const row = { id: noteId, title: create.title, article_id: create.articleId };
        const made = await client.from('notes').upsert(row, once);
        // The article may have been deleted meanwhile: the note is worth keeping without it.
        if (made.error?.code === '23503') {
          const alone = await client.from('notes').upsert({ ...row, article_id: null }, once);
          if (alone.error) throw failureOf(alone.error, alone.status);
        } else if (made.error) throw failureOf(made.error, made.status);
      }
      if (title !== undefined) {
        const { error, status } = await client.from('notes').update({ title }).eq('id', noteId);
        if (error) throw failureOf(error, status);
      }
      if (update) {
        const { error, status } = await client
          .from('note_updates')
          .upsert({ id, note_id: noteId, update: bytesToHex(update) }, once);
        if (error) throw failureOf(error, status);
      }
    },
  };
}

/** Whatever answers in place of the data service, as while the server starts, has no code of PostgREST's. */
function failureOf({ code = '' }: { code?: string }, status: number): NoteServerError {
  return new NoteServerError(kindOf(code, status));
}

function kindOf(code: string, status: number): NoteServerFailure {
  // supabase-js reports a missing network as an error without a code.
  if (!code && status === 0) return 'offline';
  if (status === 401 || code.startsWith('PGRST3')) return 'signed-out';
  if (code === '23503') return 'gone';
  const isPassing = status >= 500 || status === 429 || status === 408 || ['57014', '40001', '40P01'].includes(code);
  return isPassing || !code ? 'passing' : 'refused';
}
