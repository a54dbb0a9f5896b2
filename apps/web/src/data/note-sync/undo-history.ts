import * as Y from 'yjs';

const mostSteps = 100;
const longestAgeMs = 7 * 24 * 60 * 60_000;

type Ranges = [client: number, clock: number, length: number][];
interface Step {
  inserted: Ranges;
  deleted: Ranges;
}
interface History {
  savedAt: number;
  undo: Step[];
  redo: Step[];
}
type StackItem = Y.UndoManager['undoStack'][number];
type DeleteSet = StackItem['insertions'];

/**
 * The steps of an undo manager name ranges of the document, not its content: they can be kept across a reload as long as
 * the deleted text is still in this browser's copy. The last 100 steps are kept for a week.
 */
export function encodeHistory(manager: Y.UndoManager, now: number): Uint8Array {
  const stepsOf = (stack: readonly StackItem[]): Step[] =>
    stack
      .slice(-mostSteps)
      .map(({ insertions, deletions }) => ({ inserted: rangesOf(insertions), deleted: rangesOf(deletions) }));
  const history: History = { savedAt: now, undo: stepsOf(manager.undoStack), redo: stepsOf(manager.redoStack) };
  return new TextEncoder().encode(JSON.stringify(history));
}

/** `null`: nothing, or nothing that is worth keeping deleted text for. */
export function decodeHistory(bytes: Uint8Array | undefined, now: number): History | null {
  if (!bytes) return null;
  try {
    const history = JSON.parse(new TextDecoder().decode(bytes)) as History;
    const isEmpty = history.undo.length === 0 && history.redo.length === 0;
    return isEmpty || now - history.savedAt > longestAgeMs ? null : history;
  } catch {
    return null;
  }
}

export function restoreHistory(manager: Y.UndoManager, history: History): void {
  const stackOf = (steps: readonly Step[]): StackItem[] =>
    steps.map(({ inserted, deleted }) => ({
      insertions: deleteSetOf(inserted),
      deletions: deleteSetOf(deleted),
      meta: new Map(),
    }));
  manager.undoStack.push(...stackOf(history.undo));
  manager.redoStack.push(...stackOf(history.redo));
}

function rangesOf(set: DeleteSet): Ranges {
  const ranges: Ranges = [];
  set.clients.forEach((items, client) => {
    for (const { clock, len } of items) ranges.push([client, clock, len]);
  });
  return ranges;
}

function deleteSetOf(ranges: Ranges): DeleteSet {
  const set = Y.createDeleteSet();
  for (const [client, clock, len] of ranges) {
    const items = set.clients.get(client) ?? [];
    items.push({ clock, len });
    set.clients.set(client, items);
  }
  return set;
}
