import { createMemoryStorage } from './memory-storage.ts';
import type { NoteStorage } from './note-storage.ts';

export interface ResilientStorage extends NoteStorage {
  /** Something that was written here is only in memory: leaving the page before it is sent would lose it. */
  holdsInMemory(): boolean;
}

/**
 * The browser's storage while it works. What it refuses (blocked, full, broken) is kept in memory and sent from there:
 * the other half of the promise that nothing typed is lost, beside the warning when the page is left.
 */
export function createResilientStorage(primary: NoteStorage | null): ResilientStorage {
  const memory = createMemoryStorage();
  let waitsInMemory = false;
  /** Batches that were handed out from memory. */
  const fromMemory = new Set<string>();
  const written = async (toPrimary: (storage: NoteStorage) => Promise<void>): Promise<void> => {
    if (primary) {
      try {
        return await toPrimary(primary);
      } catch {
        // Falls through to memory.
      }
    }
    waitsInMemory = true;
    await toPrimary(memory);
  };

  return {
    isShared: primary?.isShared ?? false,
    holdsInMemory: () => waitsInMemory,
    load: async (noteId) => {
      const held = await memory.load(noteId);
      const stored = await primary?.load(noteId).catch(() => null);
      return stored
        ? { ...stored, ...held, updates: [...stored.updates, ...held.updates], lastKey: stored.lastKey }
        : held;
    },
    append: (noteId, pieces) => written((storage) => storage.append(noteId, pieces)),
    // Not worth a second try: the long log stays.
    compact: async (noteId, lastKey, update) => primary?.compact(noteId, lastKey, update).catch(() => {}),
    queueCreate: (noteId, row, pieces) => written((storage) => storage.queueCreate(noteId, row, pieces)),
    queueTitle: (noteId, title) => written((storage) => storage.queueTitle(noteId, title)),
    // Not worth a second try either: the server says it again.
    saveHead: async (noteId, head) => primary?.saveHead(noteId, head).catch(() => {}),
    saveUndo: async (noteId, undo) => primary?.saveUndo(noteId, undo).catch(() => {}),
    nextBatch: async (noteId, newId, mostBytes) => {
      const batch = await primary?.nextBatch(noteId, newId, mostBytes).catch(() => null);
      if (batch) return batch;
      const held = await memory.nextBatch(noteId, newId, mostBytes);
      if (held) fromMemory.add(held.id);
      return held;
    },
    settle: async (noteId, batch) => {
      if (!fromMemory.delete(batch.id)) return primary?.settle(noteId, batch);
      await memory.settle(noteId, batch);
      waitsInMemory = (await memory.waitingNotes()).length > 0;
    },
    waitingNotes: async () => [
      ...new Set([...((await primary?.waitingNotes().catch(() => [])) ?? []), ...(await memory.waitingNotes())]),
    ],
  };
}
