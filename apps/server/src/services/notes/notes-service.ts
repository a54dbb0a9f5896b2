import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { mostDocumentBytes } from '@cairn/contracts/note-document';
import type { Clock } from '../../kernel/clock.ts';
import type { Change, ChangeHandler } from '../../platform/changes/changes.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { resolveWaitingLinks } from './derived-rows-store.ts';
import { deriveNote, tickedBoxes } from './domain/derive-note.ts';
import { type MergingDocument, openDocument } from './domain/merge-updates.ts';
import {
  deleteUpdates,
  listUpdates,
  loadUpdates,
  lockNote,
  type NoteRow,
  notesOfUpdates,
  putAside,
  saveContent,
} from './notes-store.ts';
import { saveDerivedRows } from './save-derived-rows.ts';

export interface NotesDeps {
  logger: Logger;
  clock: Clock;
  /**
   * Bound of a merged document: updates beyond it are put aside. Default twice `mostDocumentBytes`, which is enforced when an
   * update is inserted; only what came in at the same moment can lie between the two.
   */
  mostBytes?: number;
}

export interface NotesService {
  /** For `changeFeed.consume('notes', …)`: merges updates into documents, derives what follows, resolves waiting links. */
  handleChanges: ChangeHandler;
}

/** Updates held in memory at the same time. */
const groupBytes = 16 * 1024 * 1024;
const groupRows = 500;

export function createNotesService({ logger, clock, mostBytes = 2 * mostDocumentBytes }: NotesDeps): NotesService {
  const mergeGroups = async (
    tx: Tx,
    note: NoteRow,
    document: MergingDocument,
    listed: readonly { id: string; bytes: number }[],
  ) => {
    let lastSeq = BigInt(note.documentSeq);
    for (const ids of groupsOf(listed)) {
      const updates = await loadUpdates(tx, ids);
      const damaged = document.merge(updates);
      if (damaged.length > 0) {
        await putAside(tx, note, damaged);
        const reasons = damaged.map(({ id, reason }) => ({ id, reason }));
        logger.error({ noteId: note.id, userId: note.userId, updates: reasons }, 'note updates put aside');
      }
      for (const { seq } of updates) if (BigInt(seq) > lastSeq) lastSeq = BigInt(seq);
      await yieldToOthers();
    }
    return lastSeq;
  };

  const mergeNote = async (tx: Tx, noteId: string, updateIds: readonly string[]): Promise<void> => {
    const note = await lockNote(tx, noteId);
    if (!note) return;
    const listed = await listUpdates(tx, note, updateIds);
    if (listed.length === 0) return;
    const document = openDocument(note.document, mostBytes);
    const doneBefore = tickedBoxes(document.doc);
    // A document of 1 MB takes some tens of milliseconds in each step: requests get their turn between them.
    await yieldToOthers();
    const documentSeq = (await mergeGroups(tx, note, document, listed)).toString();
    const merged = document.encode();
    if (!note.document || !isEqual(merged, note.document) || documentSeq !== note.documentSeq) {
      const derived = deriveNote(document.doc);
      const { text, summary, wordCount } = derived;
      await saveContent(tx, note.id, { document: merged, documentSeq, text, summary, wordCount });
      await saveDerivedRows(tx, note, derived, {
        doneBefore,
        now: new Date(clock.now()),
        deriveId: deriveIdIn(note.id),
      });
    }
    const old = listed.filter((update) => update.isOld).map((update) => update.id);
    if (old.length > 0) await deleteUpdates(tx, old);
    document.doc.destroy();
  };

  return {
    async handleChanges(changes, tx, signal) {
      const updateIds = rowIds(changes, 'note_updates', ['INSERT']);
      if (updateIds.length > 0) {
        for (const { noteId, updateIds: own } of await notesOfUpdates(tx, updateIds)) {
          if (signal.aborted) throw new Error('merging was stopped');
          await mergeNote(tx, noteId, own);
          await yieldToOthers();
        }
      }
      const notes = rowIds(changes, 'notes', ['INSERT', 'UPDATE']);
      if (notes.length > 0) await resolveWaitingLinks(tx, 'note', notes);
      const articles = rowIds(changes, 'articles', ['INSERT', 'UPDATE']);
      if (articles.length > 0) await resolveWaitingLinks(tx, 'article', articles);
    },
  };
}

const rowIds = (changes: readonly Change[], table: string, operations: readonly Change['operation'][]): string[] => [
  ...new Set(
    changes
      .filter((change) => change.table === table && operations.includes(change.operation))
      .map((change) => change.rowId),
  ),
];

function* groupsOf(listed: readonly { id: string; bytes: number }[]): Generator<string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const update of listed) {
    if (ids.length > 0 && (ids.length === groupRows || bytes + update.bytes > groupBytes)) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(update.id);
    bytes += update.bytes;
  }
  if (ids.length > 0) yield ids;
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** A UUID (version 8) that is the same whenever the same copy is met again. */
const deriveIdIn =
  (noteId: string) =>
  (id: string, occurrence: number): string => {
    const hash = createHash('sha256').update(`${noteId} ${id} ${occurrence}`).digest();
    hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
    hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
    const hex = hash.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  };
