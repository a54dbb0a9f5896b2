import * as Y from 'yjs';
import { type NoteServer, NoteServerError, type NoteServerFailure } from './note-server.ts';
import type { NoteStorage } from './note-storage.ts';
import type { SyncClock } from './sync-clock.ts';
import type { TabLock } from './tab-lock.ts';

export type SendState =
  | { kind: 'idle' }
  /** Something waits and will go soon. */
  | { kind: 'waiting' }
  /** No answer came; it goes when there is a connection. */
  | { kind: 'offline' }
  /** Needs the person; what waits stays where it is. */
  | { kind: 'problem'; failure: NoteServerFailure };

export interface NoteSenderOptions {
  storage: NoteStorage;
  server: NoteServer;
  lock: TabLock;
  clock: SyncClock;
  newId: () => string;
}

/** Typing is collected this long, so that a sentence is a few rows and not a hundred. */
export const collectMs = 700;
/** Of one batch, far below what the server takes (4 MB). */
export const mostBatchBytes = 1024 * 1024;
const firstRetryMs = 1000;
const longestRetryMs = 60_000;

interface Line {
  state: SendState;
  cancelTimer?: (() => void) | undefined;
  isRunning: boolean;
  /** Something was queued since the running one last looked. */
  isAskedAgain: boolean;
  failures: number;
}

/**
 * Sends what is queued, note by note: collect → send → idle, with growing pauses after failures. It reads the queue from
 * storage every time, so it needs no open note, and whatever a killed page left behind goes out in the next one.
 */
export class NoteSender {
  readonly #options: NoteSenderOptions;
  readonly #lines = new Map<string, Line>();
  readonly #listeners = new Set<(noteId: string) => void>();

  constructor(options: NoteSenderOptions) {
    this.#options = options;
  }

  /** Something of the note was queued. */
  notify(noteId: string): void {
    const line = this.#line(noteId);
    if (line.isRunning) {
      line.isAskedAgain = true;
      return;
    }
    // A pause after a failure goes on: typing must not hammer a server that is down.
    if (line.cancelTimer) return;
    if (line.state.kind === 'idle') this.#set(noteId, { kind: 'waiting' });
    this.#schedule(noteId, collectMs);
  }

  /** Everything that waits, now: the connection is back, the page is being hidden, or a person asked for it. */
  async flush(noteId?: string): Promise<void> {
    const ids = noteId ? [noteId] : [...this.#lines].filter(([, { state }]) => state.kind !== 'idle').map(([id]) => id);
    await Promise.all(
      ids.map((id) => {
        const line = this.#line(id);
        line.cancelTimer?.();
        line.cancelTimer = undefined;
        line.failures = 0;
        return this.#run(id);
      }),
    );
  }

  /** Looks for what earlier pages left behind. */
  async resume(): Promise<void> {
    for (const noteId of await this.#options.storage.waitingNotes()) this.notify(noteId);
  }

  state(noteId: string): SendState {
    return this.#lines.get(noteId)?.state ?? idle;
  }

  subscribe(listener: (noteId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #line(noteId: string): Line {
    const line = this.#lines.get(noteId) ?? { state: idle, isRunning: false, isAskedAgain: false, failures: 0 };
    this.#lines.set(noteId, line);
    return line;
  }

  #set(noteId: string, state: SendState): void {
    this.#line(noteId).state = state;
    for (const listener of this.#listeners) listener(noteId);
  }

  #schedule(noteId: string, milliseconds: number): void {
    const line = this.#line(noteId);
    line.cancelTimer = this.#options.clock.after(milliseconds, () => {
      line.cancelTimer = undefined;
      void this.#run(noteId);
    });
  }

  async #run(noteId: string): Promise<void> {
    const line = this.#line(noteId);
    if (line.isRunning) {
      line.isAskedAgain = true;
      return;
    }
    line.isRunning = true;
    try {
      do {
        line.isAskedAgain = false;
        await this.#options.lock(`cairn-note-${noteId}`, () => this.#sendAll(noteId));
      } while (line.isAskedAgain);
      line.failures = 0;
      this.#set(noteId, idle);
    } catch (error) {
      this.#fail(noteId, line, error);
    } finally {
      line.isRunning = false;
    }
  }

  async #sendAll(noteId: string): Promise<void> {
    const { storage, server, newId } = this.#options;
    for (;;) {
      const batch = await storage.nextBatch(noteId, newId, mostBatchBytes);
      if (!batch) return;
      if (this.state(noteId).kind === 'idle') this.#set(noteId, { kind: 'waiting' });
      const { pieces } = batch;
      await server.send(noteId, batch, pieces.length > 0 ? Y.mergeUpdates(pieces) : null);
      await storage.settle(noteId, batch);
    }
  }

  #fail(noteId: string, line: Line, error: unknown): void {
    const failure = error instanceof NoteServerError ? error.failure : 'passing';
    line.failures += 1;
    if (failure === 'gone' || failure === 'refused') {
      this.#set(noteId, { kind: 'problem', failure });
      this.#schedule(noteId, longestRetryMs);
      return;
    }
    const isShort = failure === 'offline' || line.failures < 3;
    if (failure === 'signed-out') this.#set(noteId, { kind: 'problem', failure });
    else if (failure === 'offline') this.#set(noteId, { kind: 'offline' });
    else this.#set(noteId, isShort ? { kind: 'waiting' } : { kind: 'problem', failure });
    const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** (line.failures - 1));
    // Between half and the whole of it, so that many clients do not come back at the same moment.
    this.#schedule(noteId, pause * (0.5 + this.#options.clock.random() / 2));
  }
}

const idle: SendState = { kind: 'idle' };
