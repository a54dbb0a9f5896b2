import type { Batch } from './note-storage.ts';

export interface NoteHead {
  title: string;
  articleId: string | null;
  trashedAt: string | null;
  /** Changes with everything that happens to the note. */
  updatedAt: string;
}

export interface ServerDocument {
  document: Uint8Array | null;
  documentSeq: number;
}

export interface ServerUpdate {
  seq: number;
  update: Uint8Array;
}

/** The server as the note engine sees it. Everything throws `NoteServerError`. */
export interface NoteServer {
  /** `null`: no such note among the own ones. */
  head(noteId: string): Promise<NoteHead | null>;
  document(noteId: string): Promise<ServerDocument>;
  /** In order, from `seq` on. */
  updatesFrom(noteId: string, seq: number): Promise<ServerUpdate[]>;
  /** Sending a batch a second time changes nothing. */
  send(noteId: string, batch: Batch, update: Uint8Array | null): Promise<void>;
}

/**
 * `offline`: no answer came. `passing`: worth another try. `signed-out`: the session is over. `gone`: the note was deleted.
 * `refused`: trying again will not help.
 */
export type NoteServerFailure = 'offline' | 'passing' | 'signed-out' | 'gone' | 'refused';

export class NoteServerError extends Error {
  override name = 'NoteServerError';
  readonly failure: NoteServerFailure;

  constructor(failure: NoteServerFailure, cause?: unknown) {
    super(`the server: ${failure}`, { cause });
    this.failure = failure;
  }
}
