import {
  type Batch,
  type KeptHead,
  type NewNoteRow,
  type NoteStorage,
  type Piece,
  takePieces,
} from './note-storage.ts';

interface Entry {
  log: { key: number; update: Uint8Array }[];
  queue: { key: number; update: Uint8Array }[];
  create?: NewNoteRow;
  title?: string;
  batch?: { id: string; through: number };
  undo?: Uint8Array;
  head?: KeptHead;
}

/** For browsers that block their storage: lasts as long as the page. */
export function createMemoryStorage(): NoteStorage {
  const notes = new Map<string, Entry>();
  let lastKey = 0;
  const entryOf = (noteId: string): Entry => {
    const entry = notes.get(noteId) ?? { log: [], queue: [] };
    notes.set(noteId, entry);
    return entry;
  };
  const add = (entry: Entry, pieces: readonly Piece[]): void => {
    for (const { update, isOutgoing } of pieces) {
      lastKey += 1;
      entry.log.push({ key: lastKey, update });
      if (isOutgoing) entry.queue.push({ key: lastKey, update });
    }
  };

  return {
    isShared: false,
    load: async (noteId) => {
      const { log, create, title, undo, head } = entryOf(noteId);
      return {
        updates: log.map(({ update }) => update),
        lastKey: log.at(-1)?.key ?? 0,
        ...(create ? { create } : {}),
        ...(title === undefined ? {} : { title }),
        ...(undo ? { undo } : {}),
        ...(head ? { head } : {}),
      };
    },
    append: async (noteId, pieces) => add(entryOf(noteId), pieces),
    compact: async (noteId, through, update) => {
      const entry = entryOf(noteId);
      entry.log = [{ key: through, update }, ...entry.log.filter(({ key }) => key > through)];
    },
    queueCreate: async (noteId, row, pieces) => {
      const entry = entryOf(noteId);
      entry.create = row;
      add(entry, pieces);
    },
    queueTitle: async (noteId, title) => {
      entryOf(noteId).title = title;
    },
    saveHead: async (noteId, head) => {
      entryOf(noteId).head = head;
    },
    saveUndo: async (noteId, undo) => {
      entryOf(noteId).undo = undo;
    },
    nextBatch: async (noteId, newId, mostBytes): Promise<Batch | null> => {
      const entry = entryOf(noteId);
      const { create, title, queue, batch } = entry;
      const pieces = batch ? queue.filter(({ key }) => key <= batch.through) : takePieces(queue, mostBytes);
      if (pieces.length === 0 && !create && title === undefined) return null;
      const named = batch ?? { id: newId(), through: pieces.at(-1)?.key ?? 0 };
      if (pieces.length > 0) entry.batch = named;
      return {
        ...named,
        pieces: pieces.map(({ update }) => update),
        ...(create ? { create } : {}),
        ...(title === undefined ? {} : { title }),
      };
    },
    settle: async (noteId, batch) => {
      const entry = entryOf(noteId);
      entry.queue = entry.queue.filter(({ key }) => key > batch.through);
      if (entry.batch?.id === batch.id) delete entry.batch;
      if (batch.create) delete entry.create;
      if (batch.title !== undefined && entry.title === batch.title) delete entry.title;
    },
    waitingNotes: async () =>
      [...notes]
        .filter(([, { queue, create, title }]) => queue.length > 0 || create || title !== undefined)
        .map(([noteId]) => noteId),
  };
}
