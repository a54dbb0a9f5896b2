import * as Y from 'yjs';
import { newId } from '../../lib/new-id.ts';
import type { NewNote, NoteBlock } from '../notes.ts';
import { ApiError, offlineError } from '../request.ts';
import { noteEngine, noteOpened, openNote, releaseNote } from './engine.ts';
import { appendBlocks } from './note-blocks.ts';

/** Whoever made a note wants to open it, and lists read the server: this long it is waited for. */
const mostWaitMs = 4000;

export async function writeNewNote({ id = newId(), title, articleId, blocks = [] }: NewNote): Promise<{ id: string }> {
  const { storage, sender } = await noteEngine();
  const doc = new Y.Doc();
  if (blocks.length > 0) appendBlocks(doc, blocks);
  const pieces = blocks.length > 0 ? [{ update: Y.encodeStateAsUpdate(doc), isOutgoing: true }] : [];
  await storage.queueCreate(id, { title: title.slice(0, 500), articleId: articleId ?? null }, pieces);
  await atMost(sender.flush(id), mostWaitMs);
  return { id };
}

/** Goes through the note's session: an open editor shows it at once, and it is merged with whatever is written meanwhile. */
export async function writeBlocks(noteId: string, blocks: readonly NoteBlock[]): Promise<void> {
  const session = await openNote(noteId);
  try {
    await noteOpened(session);
    const { phase } = session.view();
    if (phase === 'absent') throw new ApiError('not_found', 'This note does not exist any more.');
    if (phase === 'unreachable') throw offlineError();
    appendBlocks(session.doc, blocks);
    await session.written();
    await atMost(session.flush(), mostWaitMs);
  } finally {
    await releaseNote(session);
  }
}

const atMost = (work: Promise<unknown>, milliseconds: number): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
