import * as Y from 'yjs';
import { NotePuller } from './note-puller.ts';
import type { NoteSender } from './note-sender.ts';
import { type NoteHead, type NoteServer, NoteServerError, type NoteServerFailure } from './note-server.ts';
import type { KeptHead, Piece } from './note-storage.ts';
import type { ResilientStorage } from './resilient-storage.ts';
import { splitUpdate } from './split-update.ts';
import type { SyncClock } from './sync-clock.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';
import { decodeHistory, encodeHistory, restoreHistory } from './undo-history.ts';

/** What a person is told. `device`: safe in this browser, on its way. `problem`: safe here, but it does not go by itself. */
export type SaveState =
  | { kind: 'saved' | 'saving' | 'device' | 'offline' }
  | { kind: 'problem'; failure: NoteServerFailure | 'not-taken' };

export interface NoteView {
  /** `absent`: there is no such note. `unreachable`: it is not in this browser, and the server cannot be asked now. */
  phase: 'opening' | 'ready' | 'absent' | 'unreachable';
  save: SaveState;
  title: string;
  articleId: string | null;
  isTrashed: boolean;
}

export interface NoteSessionOptions {
  noteId: string;
  storage: ResilientStorage;
  server: NoteServer;
  sender: NoteSender;
  channel: TabChannel;
  clock: SyncClock;
  now: () => number;
  /** Somebody looks at it; otherwise the server is not asked. */
  isVisible: () => boolean;
}

const fromStorage = Symbol('storage');
const fromServer = Symbol('server');
const fromTab = Symbol('another tab');

/** The server refuses more than 4 MB in one row; a merged batch stays below the sum of its pieces. */
const mostPieceBytes = 3 * 1024 * 1024;
const undoSaveMs = 300;
const logLimit = 300;
export const pollMs = 10_000;

/**
 * One open note: its document, kept in this browser with every change, sent, and brought up to date. Nothing here knows of
 * a screen. Every local change takes the same way: storage (with the queue) and the other tabs at once, then the sender.
 */
export class NoteSession {
  readonly noteId: string;
  readonly doc = new Y.Doc();
  readonly #options: NoteSessionOptions;
  readonly #puller: NotePuller;
  readonly #listeners = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  #view: NoteView = { phase: 'opening', save: { kind: 'saved' }, title: '', articleId: null, isTrashed: false };
  #unwritten: Piece[] = [];
  #unwrittenTitle: string | undefined;
  #writing: Promise<void> | undefined;
  #hasOwnTitle = false;
  /** What this browser keeps of the note is in the document, and what could be undone is known. */
  #isRead = false;
  #keptHead: KeptHead | undefined;
  #titleChanges = 0;
  #isNew = false;
  #isNotTaken = false;
  #undo: Y.UndoManager | undefined;
  #history: ReturnType<typeof decodeHistory> = null;
  #cancelUndoSave: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #logLength = 0;
  #isClosed = false;

  constructor(options: NoteSessionOptions) {
    this.noteId = options.noteId;
    this.#options = options;
    this.#puller = new NotePuller(
      {
        noteId: options.noteId,
        doc: this.doc,
        isSettled: () => !this.#hasUnwritten() && options.sender.state(options.noteId).kind === 'idle',
        titleMark: () => this.#titleChanges,
        applyHead: (head, titleMark) => this.#applyHead(head, titleMark),
        applyUpdate: (update) => Y.applyUpdate(this.doc, update, fromServer),
        sendDifference: (update) => this.#queueDifference(update),
        notTaken: () => {
          this.#isNotTaken = true;
          this.#refresh();
        },
      },
      options.server,
      options.clock,
    );
  }

  view(): NoteView {
    return this.#view;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Leaving the page now would lose something that neither this browser nor the server has. */
  isAtRisk(): boolean {
    const isWaiting = this.#options.sender.state(this.noteId).kind !== 'idle';
    return this.#hasUnwritten() || (isWaiting && this.#options.storage.holdsInMemory());
  }

  /** Resolves when there is something to show, or the reason why there is not. */
  async open(): Promise<void> {
    const { channel, storage, sender, now } = this.#options;
    channel.listen((message) => this.#hear(message));
    const stored = await storage.load(this.noteId);
    if (this.#isClosed) return;
    this.#isRead = true;
    this.#history = decodeHistory(stored.undo, now());
    // What undo would bring back must survive being read.
    this.doc.gc = this.#history === null;
    this.#applyStored(stored.updates);
    this.doc.gc = true;
    this.#logLength = stored.updates.length;
    this.#isNew = stored.create !== undefined;
    this.#hasOwnTitle = stored.title !== undefined;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => this.#changed(update, origin));
    this.#stops.push(sender.subscribe((noteId) => noteId === this.noteId && this.#sent()));
    channel.post({ kind: 'hello', vector: Y.encodeStateVector(this.doc) });
    this.#keptHead = stored.head;
    const { title = '', articleId = null } = stored.create ?? stored.head ?? {};
    const isKnown = stored.updates.length > 0 || this.#isNew || stored.head !== undefined;
    this.#refresh({
      title: stored.title ?? title,
      articleId,
      isTrashed: stored.head?.isTrashed ?? false,
      ...(isKnown ? { phase: 'ready' } : {}),
    });
    if (this.#isNew) this.#keepHead();
    void sender.flush(this.noteId);
    if (stored.updates.length > logLimit) void this.#compact();
    const first = this.pull('whole');
    if (!isKnown) await first;
    this.#poll();
  }

  /** Reads what is new on the server. Failures show in the view, not here. Opening does so itself, after it has read what is kept here. */
  async pull(extent: 'whole' | 'changes'): Promise<void> {
    if (this.#isClosed || !this.#isRead) return;
    try {
      await this.#puller.pull(extent);
      if (this.#view.phase === 'opening' || this.#view.phase === 'unreachable') this.#refresh({ phase: 'ready' });
      this.#keepHead();
    } catch (error) {
      if (!(error instanceof NoteServerError)) throw error;
      if (this.#view.phase === 'opening') this.#refresh({ phase: 'unreachable' });
    }
  }

  setTitle(title: string): void {
    if (title === this.#view.title) return;
    this.#hasOwnTitle = true;
    this.#titleChanges += 1;
    this.#unwrittenTitle = title;
    this.#options.channel.post({ kind: 'title', title });
    this.#refresh({ title });
    this.#write();
  }

  /** Undo over all three parts of the note, with what an earlier page could undo. Once per session. */
  undoManager(scope: Y.XmlFragment[], trackedOrigin: unknown, deleteFilter: (item: Y.Item) => boolean): Y.UndoManager {
    if (this.#undo) return this.#undo;
    const manager = new Y.UndoManager(scope, {
      trackedOrigins: new Set([trackedOrigin]),
      deleteFilter,
      captureTransaction: (transaction) => transaction.meta.get('addToHistory') !== false,
    });
    if (this.#history) restoreHistory(manager, this.#history);
    const save = () => {
      this.#cancelUndoSave ??= this.#options.clock.after(undoSaveMs, () => this.#saveUndo());
    };
    for (const event of ['stack-item-added', 'stack-item-updated', 'stack-item-popped'] as const)
      manager.on(event, save);
    // An editor that goes would end it for the others; it lives as long as the session.
    const end = manager.destroy.bind(manager);
    manager.destroy = () => {};
    this.#stops.push(end);
    this.#undo = manager;
    return manager;
  }

  /** Sends what waits, now; resolves when it is over, well or badly. */
  async flush(): Promise<void> {
    this.#isNotTaken = false;
    this.#saveUndo();
    await this.#writing;
    await this.#options.sender.flush(this.noteId);
  }

  /** Resolves when everything made here is kept in this browser. */
  async written(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelPoll?.();
    this.#puller.stop();
    this.#saveUndo();
    for (const stop of this.#stops) stop();
    await this.written();
    this.#options.channel.close();
    this.doc.destroy();
  }

  #changed(update: Uint8Array, origin: unknown): void {
    if (origin === fromStorage) return;
    // The other tab keeps its own changes, and sends them.
    if (origin === fromTab) return;
    this.#options.channel.post({ kind: 'update', update });
    const isOutgoing = origin !== fromServer;
    const parts = isOutgoing ? splitUpdate(update, mostPieceBytes) : [update];
    this.#unwritten.push(...parts.map((part) => ({ update: part, isOutgoing })));
    this.#write();
  }

  #queueDifference(update: Uint8Array): void {
    this.#unwritten.push(...splitUpdate(update, mostPieceBytes).map((part) => ({ update: part, isOutgoing: true })));
    this.#write();
  }

  #hasUnwritten(): boolean {
    return this.#writing !== undefined;
  }

  #write(): void {
    if (this.#writing) return;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
      this.#refresh();
    });
    this.#refresh();
  }

  /** What comes while a transaction is under way goes into the next one. */
  async #writeAll(): Promise<void> {
    const { storage, sender } = this.#options;
    while (this.#unwritten.length > 0 || this.#unwrittenTitle !== undefined) {
      const pieces = this.#unwritten;
      const title = this.#unwrittenTitle;
      this.#unwritten = [];
      this.#unwrittenTitle = undefined;
      if (pieces.length > 0) await storage.append(this.noteId, pieces);
      if (title !== undefined) {
        await storage.queueTitle(this.noteId, title);
        this.#keepHead();
      }
      this.#logLength += pieces.length;
      if (title !== undefined || pieces.some(({ isOutgoing }) => isOutgoing)) sender.notify(this.noteId);
    }
    if (this.#logLength > 2 * logLimit) await this.#compact();
  }

  /** So that the note opens with its name where the server cannot be asked. */
  #keepHead(): void {
    const { phase, title, articleId, isTrashed } = this.#view;
    const head = { title, articleId, isTrashed };
    if (phase !== 'ready' || (this.#keptHead && isSame(head, this.#keptHead))) return;
    this.#keptHead = head;
    void this.#options.storage.saveHead(this.noteId, head);
  }

  #applyStored(updates: readonly Uint8Array[]): void {
    const apply = () => {
      for (const update of updates) Y.applyUpdate(this.doc, update);
    };
    Y.transact(this.doc, apply, fromStorage);
  }

  async #compact(): Promise<void> {
    const { updates, lastKey } = await this.#options.storage.load(this.noteId);
    if (this.#isClosed) return;
    // Another tab may have written what this one has not heard yet: nothing leaves the log that is not in the document.
    this.#applyStored(updates);
    await this.#options.storage.compact(this.noteId, lastKey, Y.encodeStateAsUpdate(this.doc));
    this.#logLength = 1;
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'update') Y.applyUpdate(this.doc, message.update, fromTab);
    else if (message.kind === 'title') this.#refresh({ title: message.title });
    else {
      const update = Y.encodeStateAsUpdate(this.doc, message.vector);
      // Two bytes are an empty update.
      if (update.length > 2) this.#options.channel.post({ kind: 'update', update });
    }
  }

  #sent(): void {
    if (this.#options.sender.state(this.noteId).kind === 'idle' && !this.#hasUnwritten()) {
      // The server may have been asked before it had this title, and answer only now.
      if (this.#hasOwnTitle) this.#titleChanges += 1;
      this.#hasOwnTitle = false;
      this.#isNew = false;
    }
    this.#refresh();
  }

  #applyHead(head: NoteHead | null, titleMark: number): void {
    if (!head) {
      // A note that was made here may not have arrived yet.
      if (!this.#isNew) this.#refresh({ phase: 'absent' });
      return;
    }
    const { articleId, trashedAt } = head;
    // What was typed since the server was asked is newer than its answer.
    const isOlder = this.#hasOwnTitle || titleMark !== this.#titleChanges;
    const title = isOlder ? this.#view.title : head.title;
    this.#refresh({ title, articleId, isTrashed: trashedAt !== null });
  }

  #poll(): void {
    this.#cancelPoll = this.#options.clock.after(pollMs, () => {
      const pulled = this.#options.isVisible() ? this.pull('changes') : Promise.resolve();
      void pulled.finally(() => {
        if (!this.#isClosed) this.#poll();
      });
    });
  }

  #saveUndo(): void {
    this.#cancelUndoSave?.();
    this.#cancelUndoSave = undefined;
    if (this.#undo) void this.#options.storage.saveUndo(this.noteId, encodeHistory(this.#undo, this.#options.now()));
  }

  #saveState(): SaveState {
    const state = this.#options.sender.state(this.noteId);
    if (state.kind === 'problem') return state;
    if (this.#isNotTaken) return { kind: 'problem', failure: 'not-taken' };
    if (this.#hasUnwritten()) return { kind: 'saving' };
    if (state.kind === 'offline') return { kind: 'offline' };
    return { kind: state.kind === 'idle' ? 'saved' : 'device' };
  }

  #refresh(change: Partial<Omit<NoteView, 'save'>> = {}): void {
    const before = this.#view;
    const save = this.#saveState();
    // The same as before is the same object, and news only when something is new: whoever listens draws it again.
    const after: NoteView = { ...before, ...change, save: isSame(save, before.save) ? before.save : save };
    if (isSame(after, before)) return;
    this.#view = after;
    for (const listener of this.#listeners) listener();
  }
}

/** Both hold the same values under the same names. */
function isSame<Value extends object>(one: Value, other: Value): boolean {
  const [a, b] = [Object.entries(one), new Map(Object.entries(other))];
  return a.length === b.size && a.every(([name, value]) => b.get(name) === value);
}
