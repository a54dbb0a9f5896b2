import * as Y from 'yjs';
import type { NoteHead, NoteServer } from './note-server.ts';
import { differenceTo, sameBytes } from './server-difference.ts';
import type { SyncClock } from './sync-clock.ts';

export interface PullTarget {
  readonly noteId: string;
  readonly doc: Y.Doc;
  /** Nothing of the note waits to be written or sent. */
  isSettled(): boolean;
  /** Counts the own changes of the title. */
  titleMark(): number;
  applyHead(head: NoteHead | null, titleMark: number): void;
  applyUpdate(update: Uint8Array): void;
  /** The server lacks this. */
  sendDifference(update: Uint8Array): void;
  /** It was sent before, and the server still lacks it. */
  notTaken(): void;
}

/** After the last change somebody made: time to compare the whole. */
export const quietMs = 30_000;

/**
 * Brings what the server has into the document.
 *
 * A *whole* pull reads the document and the updates behind it, and compares: what the server lacks is sent as a difference by
 * state vector. It happens on opening, after a lost connection, and in the quiet after changes; so neither an update that
 * was put aside nor one that became visible late stays unnoticed. In between only the rows from the last known one are read.
 * That row is asked for again: when it is no longer there, updates behind it may be gone as well, and the document is read.
 */
export class NotePuller {
  readonly #target: PullTarget;
  readonly #server: NoteServer;
  readonly #clock: SyncClock;
  #lastSeq = 0;
  #updatedAt: string | undefined;
  #lastDifference: Uint8Array | undefined;
  #cancelQuiet: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #runningExtent: 'whole' | 'changes' = 'changes';

  constructor(target: PullTarget, server: NoteServer, clock: SyncClock) {
    this.#target = target;
    this.#server = server;
    this.#clock = clock;
  }

  /** Throws `NoteServerError`. Calls at the same time share one run. */
  pull(extent: 'whole' | 'changes'): Promise<void> {
    if (this.#running && extent === 'whole' && this.#runningExtent === 'changes') {
      return this.#running.catch(() => {}).then(() => this.pull('whole'));
    }
    this.#runningExtent = this.#running ? this.#runningExtent : extent;
    this.#running ??= this.#run(extent).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  stop(): void {
    this.#cancelQuiet?.();
  }

  async #run(extent: 'whole' | 'changes'): Promise<void> {
    const titleMark = this.#target.titleMark();
    const head = await this.#server.head(this.#target.noteId);
    this.#target.applyHead(head, titleMark);
    if (!head) return;
    const hasChanged = head.updatedAt !== this.#updatedAt;
    if (extent === 'changes' && !hasChanged) return;
    if (extent === 'changes' && (await this.#readRows())) this.#compareInQuiet();
    else await this.#readWhole();
    // Only now: a failure on the way leaves the change to be read.
    this.#updatedAt = head.updatedAt;
  }

  async #readRows(): Promise<boolean> {
    if (this.#lastSeq === 0) return false;
    const rows = await this.#server.updatesFrom(this.#target.noteId, this.#lastSeq);
    if (rows[0]?.seq !== this.#lastSeq) return false;
    for (const { seq, update } of rows.slice(1)) {
      this.#target.applyUpdate(update);
      this.#lastSeq = seq;
    }
    return true;
  }

  async #readWhole(): Promise<void> {
    const { noteId } = this.#target;
    // What is sent while this reads is not in what it reads.
    const before = this.#target.isSettled() ? Y.encodeStateVector(this.#target.doc) : null;
    const { document, documentSeq } = await this.#server.document(noteId);
    const rows = await this.#server.updatesFrom(noteId, documentSeq + 1);
    const updates = [...(document ? [document] : []), ...rows.map(({ update }) => update)];
    const state = updates.length > 1 ? Y.mergeUpdates(updates) : (updates[0] ?? null);
    const isUntouched =
      before !== null && this.#target.isSettled() && sameBytes(before, Y.encodeStateVector(this.#target.doc));
    if (state) this.#target.applyUpdate(state);
    this.#lastSeq = rows.at(-1)?.seq ?? documentSeq;
    if (isUntouched) this.#compare(state);
    else this.#compareInQuiet();
  }

  #compare(state: Uint8Array | null): void {
    const difference = differenceTo(state, this.#target.doc);
    if (!difference) this.#lastDifference = undefined;
    else if (this.#lastDifference && sameBytes(difference, this.#lastDifference)) this.#target.notTaken();
    else {
      this.#lastDifference = difference;
      this.#target.sendDifference(difference);
      this.#compareInQuiet();
    }
  }

  #compareInQuiet(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#clock.after(quietMs, () => {
      this.pull('whole').catch(() => this.#compareInQuiet());
    });
  }
}
