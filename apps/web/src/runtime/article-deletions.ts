import { useSyncExternalStore } from 'react';
import { deleteArticle } from '../data/articles.ts';
import { dismiss, notify } from '../ui/notifications.ts';

/** How long a deletion can be undone. The clock stands still while somebody is at the toast. */
export const undoMilliseconds = 8000;

export interface PendingDeletion {
  id: string;
  title: string;
}

/**
 * Deleting an article is undoable: it is hidden at once and deleted when its toast goes or the page is left.
 * The server cannot bring a deleted article back (only an import makes one), so the waiting happens here.
 */
let pending: readonly PendingDeletion[] = [];
const toastIds = new Map<string, string>();
const listeners = new Set<() => void>();
const deletedListeners = new Set<(id: string) => void>();

function set(next: readonly PendingDeletion[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

export function deleteArticleSoon(deletion: PendingDeletion): void {
  const { id, title } = deletion;
  if (toastIds.has(id)) return;
  set([...pending, deletion]);
  toastIds.set(
    id,
    notify({
      type: 'info',
      message: `Deleted “${title}”`,
      actions: [{ label: 'Undo', onClick: () => forget(id) }],
      duration: undoMilliseconds,
      onClose: () => void carryOut(id),
    }),
  );
}

function forget(id: string): void {
  toastIds.delete(id);
  set(pending.filter((deletion) => deletion.id !== id));
}

/** Deletes what was not undone. The row stays hidden until the server has answered. */
async function carryOut(id: string): Promise<void> {
  const deletion = pending.find((candidate) => candidate.id === id);
  if (!deletion || !toastIds.delete(id)) return;
  try {
    await deleteArticle(id);
    for (const listener of deletedListeners) listener(id);
  } catch {
    notify({ type: 'error', message: `“${deletion.title}” could not be deleted. It is still in your library.` });
  }
  set(pending.filter((candidate) => candidate.id !== id));
}

/** Leaving the page ends the time for second thoughts. */
export function finishDeletionsOnLeave(): void {
  window.addEventListener('pagehide', () => {
    for (const { id } of pending) void carryOut(id);
  });
}

/** Ends every wait now, before the session that may delete is gone. */
export async function finishDeletions(): Promise<void> {
  const toasts = [...toastIds.values()];
  const deletions = pending.map(({ id }) => carryOut(id));
  for (const toast of toasts) dismiss(toast);
  await Promise.all(deletions);
}

export function onArticleDeleted(listener: (id: string) => void): () => void {
  deletedListeners.add(listener);
  return () => deletedListeners.delete(listener);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function usePendingDeletions(): readonly PendingDeletion[] {
  return useSyncExternalStore(subscribe, () => pending);
}
