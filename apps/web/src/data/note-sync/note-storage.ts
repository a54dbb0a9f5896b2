/** A note that was made here and is not on the server yet. */
export interface NewNoteRow {
  title: string;
  articleId: string | null;
}

/** What the server said of a note beside its document, for when it cannot be asked. */
export interface KeptHead {
  title: string;
  articleId: string | null;
  isTrashed: boolean;
}

/** What goes to the server in one step. A batch that was handed out comes back with the same id and content until it is settled. */
export interface Batch {
  /** Of the `note_updates` row. */
  id: string;
  /** Key of the last queued piece in it; 0: no pieces. */
  through: number;
  pieces: Uint8Array[];
  create?: NewNoteRow;
  title?: string;
}

export interface Piece {
  update: Uint8Array;
  /** Made here: the server must get it. */
  isOutgoing: boolean;
}

export interface StoredNote {
  updates: Uint8Array[];
  /** Key of the last of them; for `compact`. */
  lastKey: number;
  /** Made here and not sent yet. */
  create?: NewNoteRow;
  /** A title that the server does not have yet. */
  title?: string;
  /** There once it was read here, or made here: also of a note without a word in it. */
  head?: KeptHead;
  /** See `undo-history.ts`. */
  undo?: Uint8Array;
}

/**
 * Where notes are kept in this browser. Each method is one transaction: when it resolves, the change outlives the page.
 * What is written by `append` is at the same time in the note and in the queue to the server, or in neither.
 */
export interface NoteStorage {
  /** Other tabs read and write the same. */
  readonly isShared: boolean;
  load(noteId: string): Promise<StoredNote>;
  append(noteId: string, pieces: readonly Piece[]): Promise<void>;
  /** Puts one update in the place of all up to `lastKey`. */
  compact(noteId: string, lastKey: number, update: Uint8Array): Promise<void>;
  queueCreate(noteId: string, row: NewNoteRow, pieces: readonly Piece[]): Promise<void>;
  queueTitle(noteId: string, title: string): Promise<void>;
  saveHead(noteId: string, head: KeptHead): Promise<void>;
  saveUndo(noteId: string, undo: Uint8Array): Promise<void>;
  /** At most `mostBytes` of pieces, but at least one; `null` when nothing waits. */
  nextBatch(noteId: string, newId: () => string, mostBytes: number): Promise<Batch | null>;
  settle(noteId: string, batch: Batch): Promise<void>;
  /** Notes of which something waits to be sent. */
  waitingNotes(): Promise<string[]>;
}

/** The pieces of a batch, from the queue in order. */
export function takePieces<Row extends { update: Uint8Array }>(rows: readonly Row[], mostBytes: number): Row[] {
  const taken: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.update.length;
    if (taken.length > 0 && bytes > mostBytes) break;
    taken.push(row);
  }
  return taken;
}
