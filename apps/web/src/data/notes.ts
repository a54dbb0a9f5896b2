import type { Locator } from '@cairn/contracts/locator';

/** A stretch of text with its marks. `link` is an address, also one inside the app (`/article/{id}`). */
export interface NoteRun {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  link?: string;
}

/** A passage of an article with the place it comes from. */
export interface Quote {
  text: string;
  articleId: string;
  locator: Locator;
  /** The article's title, as the source line says it. */
  title?: string;
  highlightId?: string;
}

export type NoteBlock =
  | { type: 'paragraph'; runs: NoteRun[] }
  | { type: 'heading'; level: 1 | 2 | 3; text: string }
  | { type: 'bulletList'; items: NoteRun[][] }
  | { type: 'quote'; quote: Quote };

export interface NewNote {
  /** Made here when it is left out; with the same id again it is the same note. */
  id?: string;
  title: string;
  articleId?: string;
  blocks?: NoteBlock[];
}

/**
 * Makes a note. It is kept in this browser at once and sent when there is a connection; resolves when the server has it, or
 * when it is safe here and the server cannot be reached now.
 */
export async function createNote(note: NewNote): Promise<{ id: string }> {
  const { writeNewNote } = await import('./note-sync/write-notes.ts');
  return writeNewNote(note);
}

/** Puts a quote with its source at the end of a note; kept and sent like `createNote`. */
export async function appendQuote(noteId: string, quote: Quote): Promise<void> {
  const { writeBlocks } = await import('./note-sync/write-notes.ts');
  await writeBlocks(noteId, [{ type: 'quote', quote }]);
}
