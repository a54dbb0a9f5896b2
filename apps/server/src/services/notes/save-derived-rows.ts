import type { Locator } from '@cairn/contracts/locator';
import type { Tx } from '../../platform/db/db.ts';
import {
  deleteTasks,
  findLinkTargets,
  foreignIds,
  insertCues,
  insertTasks,
  loadCues,
  loadLinks,
  loadTasks,
  type NoteKey,
  removeCues,
  replaceLinks,
  updateCues,
  updateTasks,
} from './derived-rows-store.ts';
import type { DerivedNote } from './domain/derive-note.ts';
import { assignRowIds, diffLinks, wantedLinks } from './domain/plan-rows.ts';

export interface DerivingContext {
  /** Task id → whether its box was ticked before the updates came in. */
  doneBefore: ReadonlyMap<string, boolean>;
  now: Date;
  deriveId: (id: string, occurrence: number) => string;
}

/** Brings cues, tasks and links in line with the document, touching only rows that differ. */
export async function saveDerivedRows(
  tx: Tx,
  note: NoteKey,
  derived: DerivedNote,
  context: DerivingContext,
): Promise<void> {
  await saveCues(tx, note, derived.cues, context);
  await saveTasks(tx, note, derived.tasks, context);
  const stored = await loadLinks(tx, note);
  if (stored.length === 0 && derived.links.length === 0) return;
  const targets = await findLinkTargets(tx, note, derived.links);
  await replaceLinks(tx, note, diffLinks(stored, wantedLinks(derived.links, stored, targets)));
}

async function saveCues(tx: Tx, note: NoteKey, cues: DerivedNote['cues'], context: DerivingContext): Promise<void> {
  const stored = new Map((await loadCues(tx, note)).map((row) => [row.id, row]));
  const foreign = await foreignIds(
    tx,
    'cues',
    note,
    cues.map((cue) => cue.cueId),
  );
  const identity = { foreign, own: new Set(stored.keys()), derive: context.deriveId };
  const wanted = assignRowIds(cues, (cue) => cue.cueId, identity).map(({ rowId, text, locator }, position) => ({
    rowId,
    text,
    position,
    locator,
  }));
  const added = wanted.filter((cue) => !stored.has(cue.rowId));
  const changed = wanted.filter((cue) => {
    const row = stored.get(cue.rowId);
    return (
      row &&
      (row.isRemoved ||
        row.text !== cue.text ||
        row.position !== cue.position ||
        !sameLocator(row.locator, cue.locator))
    );
  });
  const kept = new Set(wanted.map((cue) => cue.rowId));
  const gone = [...stored.values()].filter((row) => !row.isRemoved && !kept.has(row.id)).map((row) => row.id);
  if (added.length > 0) await insertCues(tx, note, added);
  if (changed.length > 0) await updateCues(tx, note, changed);
  if (gone.length > 0) await removeCues(tx, note, gone, context.now);
}

async function saveTasks(tx: Tx, note: NoteKey, tasks: DerivedNote['tasks'], context: DerivingContext): Promise<void> {
  const stored = new Map((await loadTasks(tx, note)).map((row) => [row.id, row]));
  const foreign = await foreignIds(
    tx,
    'tasks',
    note,
    tasks.map((task) => task.taskId),
  );
  const identity = { foreign, own: new Set(stored.keys()), derive: context.deriveId };
  const wanted = assignRowIds(tasks, (task) => task.taskId, identity).map(
    ({ rowId, taskId, title, isDone }, position) => {
      const row = stored.get(rowId);
      // Ticked off in the to-do list meanwhile: that holds until the box itself is changed.
      const isUntouched = row !== undefined && context.doneBefore.get(taskId) === isDone;
      const completedAt = isUntouched ? row.completedAt : isDone ? (row?.completedAt ?? context.now) : null;
      return { rowId, title, position, completedAt };
    },
  );
  const added = wanted.filter((task) => !stored.has(task.rowId));
  const changed = wanted.filter((task) => {
    const row = stored.get(task.rowId);
    const isSameTime = row?.completedAt?.getTime() === task.completedAt?.getTime();
    return row && (row.title !== task.title || row.position !== task.position || !isSameTime);
  });
  const kept = new Set(wanted.map((task) => task.rowId));
  const gone = [...stored.keys()].filter((id) => !kept.has(id));
  // Gone first: a task that was moved here from a note of the same batch keeps its id.
  if (gone.length > 0) await deleteTasks(tx, note, gone);
  if (added.length > 0) await insertTasks(tx, note, added);
  if (changed.length > 0) await updateTasks(tx, note, changed);
}

const sameLocator = (a: Locator | null, b: Locator | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.quote === b.quote &&
    a.prefix === b.prefix &&
    a.suffix === b.suffix &&
    a.chunkHash === b.chunkHash);
