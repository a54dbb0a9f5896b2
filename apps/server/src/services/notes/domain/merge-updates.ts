import * as Y from 'yjs';

export interface StoredUpdate {
  id: string;
  /** bigint as text. */
  seq: string;
  update: Uint8Array;
}

export interface DamagedUpdate extends StoredUpdate {
  reason: 'unreadable' | 'too_large';
}

/** A note's document while updates are merged into it. */
export interface MergingDocument {
  readonly doc: Y.Doc;
  /** Applies updates in the order given; repeated and out-of-order ones do no harm. Returns those that were put aside. */
  merge(updates: readonly StoredUpdate[]): DamagedUpdate[];
  /** The merged state, including what waits for updates that have not arrived. */
  encode(): Uint8Array;
}

/** Rejects (throws) when the stored document itself cannot be read. */
export function openDocument(stored: Uint8Array | null, mostBytes: number): MergingDocument {
  let doc = docOf(stored);
  /** What `doc` holds, encoded: the way back when an update fails half-way. */
  let state: Uint8Array = stored && stored.byteLength > 0 ? stored : Y.encodeStateAsUpdate(doc);

  /** Every update on a copy first: one that fails half-way must not leave its half behind. */
  const mergeOneByOne = (updates: readonly StoredUpdate[]): DamagedUpdate[] => {
    const damaged: DamagedUpdate[] = [];
    for (const update of updates) {
      try {
        const copy = docOf(state);
        Y.applyUpdate(copy, update.update);
        state = Y.encodeStateAsUpdate(copy);
      } catch {
        damaged.push({ ...update, reason: 'unreadable' });
      }
    }
    doc = docOf(state);
    return damaged;
  };

  return {
    get doc() {
      return doc;
    },
    merge(updates) {
      const damaged: DamagedUpdate[] = [];
      const sound: StoredUpdate[] = [];
      let bytes = state.byteLength;
      for (const update of updates) {
        if (!isReadable(update.update)) damaged.push({ ...update, reason: 'unreadable' });
        else if (bytes + update.update.byteLength > mostBytes) damaged.push({ ...update, reason: 'too_large' });
        else {
          sound.push(update);
          bytes += update.update.byteLength;
        }
      }
      try {
        doc.transact(() => {
          for (const { update } of sound) Y.applyUpdate(doc, update);
        });
        state = Y.encodeStateAsUpdate(doc);
      } catch {
        damaged.push(...mergeOneByOne(sound));
      }
      return damaged;
    },
    encode: () => state,
  };
}

function docOf(state: Uint8Array | null): Y.Doc {
  const doc = new Y.Doc();
  if (state && state.byteLength > 0) Y.applyUpdate(doc, state);
  return doc;
}

function isReadable(update: Uint8Array): boolean {
  try {
    Y.decodeUpdate(update);
    return true;
  } catch {
    return false;
  }
}
