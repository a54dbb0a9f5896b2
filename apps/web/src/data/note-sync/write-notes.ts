import * as Y from 'yjs';
import { bytesFromHex, bytesToHex } from '../note-bytes.ts';
import type { NewNote, NoteBlock } from '../notes.ts';
import { dataError } from '../request.ts';
import { supabase } from '../supabase-client.ts';
import { appendBlocks } from './note-blocks.ts';

export async function writeNewNote({ title, articleId, blocks = [] }: NewNote): Promise<{ id: string }> {
  const client = await supabase();
  const id = crypto.randomUUID();
  const { error } = await client
    .from('notes')
    .upsert(
      { id, title, ...(articleId ? { article_id: articleId } : {}) },
      { onConflict: 'id', ignoreDuplicates: true },
    );
  if (error) throw dataError(error);
  if (blocks.length > 0) await writeBlocks(id, blocks);
  return { id };
}

export async function writeBlocks(noteId: string, blocks: readonly NoteBlock[]): Promise<void> {
  const client = await supabase();
  const { data, error } = await client
    .from('notes')
    .select('document,document_seq,note_updates(update,seq)')
    .eq('id', noteId)
    .single<{ document: string | null; document_seq: number; note_updates: { update: string; seq: number }[] }>();
  if (error) throw dataError(error);
  const doc = new Y.Doc();
  if (data.document) Y.applyUpdate(doc, bytesFromHex(data.document));
  for (const { update } of data.note_updates) Y.applyUpdate(doc, bytesFromHex(update));
  const known = Y.encodeStateVector(doc);
  appendBlocks(doc, blocks);
  const { error: refused } = await client.from('note_updates').upsert(
    {
      id: crypto.randomUUID(),
      note_id: noteId,
      update: bytesToHex(Y.encodeStateAsUpdate(doc, known)),
    },
    { onConflict: 'id', ignoreDuplicates: true },
  );
  if (refused) throw dataError(refused);
}
