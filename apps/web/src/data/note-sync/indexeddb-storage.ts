import { noteDatabaseName } from './note-database-name.ts';
import {
  type Batch,
  type KeptHead,
  type NewNoteRow,
  type NoteStorage,
  type Piece,
  takePieces,
} from './note-storage.ts';

/** Rows of `log` and `queue`; their key is the database's own counter. */
interface PieceRow {
  noteId: string;
  update: Uint8Array;
}

interface StateRow {
  noteId: string;
  create?: NewNoteRow;
  title?: string;
  batch?: { id: string; through: number };
}

const stores = ['log', 'queue', 'state', 'undo', 'heads'] as const;

/**
 * One database per account, so that nobody finds another one's notes. y-indexeddb is not used: it never tells when something
 * is safe on the disk, and the queue to the server must be written in the same transaction as the note.
 */
export async function openIndexedDbStorage(userId: string): Promise<NoteStorage> {
  const db = await openDatabase(noteDatabaseName(userId));
  const write = <Result>(work: (tx: IDBTransaction) => Promise<Result>) => transact(db, 'readwrite', work);
  const stateOf = async (tx: IDBTransaction, noteId: string): Promise<StateRow> =>
    (await settled<StateRow | undefined>(tx.objectStore('state').get(noteId))) ?? { noteId };
  const keepState = (tx: IDBTransaction, state: StateRow): void => {
    const isEmpty = !state.create && state.title === undefined && !state.batch;
    if (isEmpty) tx.objectStore('state').delete(state.noteId);
    else tx.objectStore('state').put(state);
  };
  const add = (tx: IDBTransaction, noteId: string, pieces: readonly Piece[]): void => {
    for (const { update, isOutgoing } of pieces) {
      const row: PieceRow = { noteId, update };
      tx.objectStore('log').add(row);
      if (isOutgoing) tx.objectStore('queue').add(row);
    }
  };

  return {
    isShared: true,
    load: (noteId) =>
      transact(db, 'readonly', async (tx) => {
        const [rows, state, undo, head] = await Promise.all([
          rowsOf(tx, 'log', noteId),
          stateOf(tx, noteId),
          settled<Uint8Array | undefined>(tx.objectStore('undo').get(noteId)),
          settled<KeptHead | undefined>(tx.objectStore('heads').get(noteId)),
        ]);
        return {
          updates: rows.map(({ update }) => update),
          lastKey: rows.at(-1)?.key ?? 0,
          ...(state.create ? { create: state.create } : {}),
          ...(state.title === undefined ? {} : { title: state.title }),
          ...(undo ? { undo } : {}),
          ...(head ? { head } : {}),
        };
      }),
    append: (noteId, pieces) => write(async (tx) => add(tx, noteId, pieces)),
    compact: (noteId, lastKey, update) =>
      write(async (tx) => {
        const log = tx.objectStore('log');
        const keys = await settled(log.index('noteId').getAllKeys(noteId));
        for (const key of keys) if (Number(key) <= lastKey) log.delete(key);
        log.add({ noteId, update } satisfies PieceRow);
      }),
    queueCreate: (noteId, row, pieces) =>
      write(async (tx) => {
        keepState(tx, { ...(await stateOf(tx, noteId)), create: row });
        add(tx, noteId, pieces);
      }),
    queueTitle: (noteId, title) => write(async (tx) => keepState(tx, { ...(await stateOf(tx, noteId)), title })),
    saveHead: (noteId, head) => write(async (tx) => void tx.objectStore('heads').put(head, noteId)),
    saveUndo: (noteId, undo) => write(async (tx) => void tx.objectStore('undo').put(undo, noteId)),
    nextBatch: (noteId, newId, mostBytes) =>
      write(async (tx): Promise<Batch | null> => {
        const state = await stateOf(tx, noteId);
        const queue = await rowsOf(tx, 'queue', noteId);
        const through = state.batch?.through;
        const pieces = through === undefined ? takePieces(queue, mostBytes) : queue.filter(({ key }) => key <= through);
        const { create, title } = state;
        if (pieces.length === 0 && !create && title === undefined) {
          if (state.batch) keepState(tx, { noteId });
          return null;
        }
        const batch = state.batch ?? { id: newId(), through: pieces.at(-1)?.key ?? 0 };
        if (pieces.length > 0 && !state.batch) keepState(tx, { ...state, batch });
        return {
          ...batch,
          pieces: pieces.map(({ update }) => update),
          ...(create ? { create } : {}),
          ...(title === undefined ? {} : { title }),
        };
      }),
    settle: (noteId, batch) =>
      write(async (tx) => {
        const state = await stateOf(tx, noteId);
        const queue = tx.objectStore('queue');
        const keys = await settled(queue.index('noteId').getAllKeys(noteId));
        for (const key of keys) if (Number(key) <= batch.through) queue.delete(key);
        if (state.batch?.id === batch.id) delete state.batch;
        if (batch.create) delete state.create;
        // A title that was changed while the batch was under way still has to go.
        if (batch.title !== undefined && state.title === batch.title) delete state.title;
        keepState(tx, state);
      }),
    waitingNotes: () =>
      transact(db, 'readonly', async (tx) => {
        const [states, ids] = await Promise.all([
          settled(tx.objectStore('state').getAllKeys()),
          distinctNotes(tx.objectStore('queue').index('noteId')),
        ]);
        return [...new Set([...states.map(String), ...ids])];
      }),
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: db } = request;
      db.createObjectStore('heads');
      if (oldVersion > 0) return;
      for (const store of ['log', 'queue'] as const) {
        db.createObjectStore(store, { autoIncrement: true }).createIndex('noteId', 'noteId');
      }
      db.createObjectStore('state', { keyPath: 'noteId' });
      db.createObjectStore('undo');
    };
    request.onsuccess = () => {
      // A later version of the app in another tab may change the database: this one must not stand in its way.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database of the notes is held by an older tab.'));
  });
}

/** Resolves when the browser says that the transaction is on the disk. */
function transact<Result>(
  db: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: (tx: IDBTransaction) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const tx = db.transaction(stores, mode, { durability: 'strict' });
    let result: { value: Result } | undefined;
    tx.oncomplete = () => (result ? resolve(result.value) : reject(new Error('The transaction ended too early.')));
    tx.onabort = () => reject(tx.error ?? new Error('The transaction was aborted.'));
    work(tx).then(
      (value) => {
        result = { value };
      },
      (error: unknown) => {
        reject(error);
        tx.abort();
      },
    );
  });
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function rowsOf(
  tx: IDBTransaction,
  store: 'log' | 'queue',
  noteId: string,
): Promise<{ key: number; update: Uint8Array }[]> {
  const index = tx.objectStore(store).index('noteId');
  const [keys, rows] = await Promise.all([
    settled(index.getAllKeys(noteId)),
    settled<PieceRow[]>(index.getAll(noteId)),
  ]);
  return rows.map(({ update }, at) => ({ key: Number(keys[at]), update }));
}

function distinctNotes(index: IDBIndex): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const ids: string[] = [];
    const request = index.openKeyCursor(null, 'nextunique');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(ids);
      ids.push(String(cursor.key));
      cursor.continue();
    };
  });
}
