import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ItemKind, itemKinds } from '@cairn/contracts/locator';
import type { Change, ChangeHandler } from '../../platform/changes/changes.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { chunkText } from './domain/chunk-text.ts';
import { diffChunks, type WantedChunk } from './domain/diff-chunks.ts';
import {
  applyDifference,
  deleteItemChunks,
  type IndexedItem,
  loadChunks,
  loadItem,
  lockItem,
  nextItemIds,
  notesOfCues,
  searchLanguage,
} from './indexing-store.ts';

export interface IndexingDeps {
  db: Db;
  logger: Logger;
  /** Primary language subtag of a text, null when unknown; asked for items that carry no language. */
  detectLanguage: (text: string) => string | null;
}

export interface IndexingService {
  /** For `changeFeed.consume('indexing', …)`: keeps `search_chunks` in step with articles, notes and highlights. */
  handleChanges: ChangeHandler;
  /** Indexes everything anew in bounded batches, keeping chunks that are right already. Returns how many items were visited. */
  reindexAll(signal?: AbortSignal): Promise<number>;
}

const kindOfTable: ReadonlyMap<string, ItemKind> = new Map([
  ['articles', 'article'],
  ['notes', 'note'],
  ['highlights', 'highlight'],
]);
const reindexBatch = 50;

export function createIndexingService({ db, logger, detectLanguage }: IndexingDeps): IndexingService {
  const indexItem = async (tx: Tx, kind: ItemKind, id: string, owner: string | null): Promise<void> => {
    await lockItem(tx, id);
    const item = await loadItem(tx, kind, id);
    if (!item) {
      if (owner) await deleteItemChunks(tx, owner, kind, id);
      return;
    }
    // Chunks always carry the owner of the item itself, never one that a change or a caller names.
    const stored = await loadChunks(tx, item.userId, kind, id);
    const tag = item.language ?? detectLanguage(item.parts.join('\n\n').slice(0, 8000));
    const difference = diffChunks(stored, wantedChunks(item, await searchLanguage(tx, tag)));
    await applyDifference(tx, item, difference);
  };

  return {
    async handleChanges(changes, tx, signal) {
      for (const { kind, id, userId } of await touchedItems(tx, changes)) {
        if (signal.aborted) throw new Error('indexing was stopped');
        await indexItem(tx, kind, id, userId);
        await yieldToOthers();
      }
    },

    async reindexAll(signal) {
      let visited = 0;
      for (const kind of itemKinds) {
        let after: string | null = null;
        for (;;) {
          if (signal?.aborted) return visited;
          const from: string | null = after;
          const ids: string[] = await db.asSystem('indexing', (tx) => nextItemIds(tx, kind, from, reindexBatch), {
            readOnly: true,
          });
          if (ids.length === 0) break;
          for (const id of ids) await db.asSystem('indexing', (tx) => indexItem(tx, kind, id, null));
          visited += ids.length;
          after = ids.at(-1) ?? null;
        }
      }
      logger.info({ items: visited }, 're-indexed');
      return visited;
    },
  };
}

interface TouchedItem {
  kind: ItemKind;
  id: string;
  userId: string;
}

/** Each item once, however often it was changed. */
async function touchedItems(tx: Tx, changes: readonly Change[]): Promise<TouchedItem[]> {
  const items = new Map<string, TouchedItem>();
  const cueIds: string[] = [];
  for (const change of changes) {
    const kind = kindOfTable.get(change.table);
    if (kind) items.set(`${kind} ${change.rowId}`, { kind, id: change.rowId, userId: change.userId });
    else if (change.table === 'cues' && change.operation !== 'DELETE') cueIds.push(change.rowId);
  }
  if (cueIds.length > 0) {
    for (const { noteId, userId } of await notesOfCues(tx, cueIds)) {
      items.set(`note ${noteId}`, { kind: 'note', id: noteId, userId });
    }
  }
  return [...items.values()];
}

/** Between the parts of an item's text (a note's text, summary and cues). */
const partGap = 2;

export function wantedChunks(item: IndexedItem, language: string): WantedChunk[] {
  const chunks: WantedChunk[] = [];
  let offset = 0;
  for (const part of item.parts) {
    for (const chunk of chunkText(part)) {
      chunks.push({
        ordinal: chunks.length,
        text: chunk.text,
        textHash: createHash('sha256').update(chunk.text, 'utf8').digest('hex'),
        startOffset: offset + chunk.startOffset,
        heading: chunk.heading,
        language,
      });
    }
    offset += part.length + partGap;
  }
  return chunks;
}
