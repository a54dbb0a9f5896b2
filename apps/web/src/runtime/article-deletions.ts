import { useSyncExternalStore } from 'react';
import { deleteArticle } from '../data/articles.ts';

/** How long a deletion can be undone. */
export const undoMilliseconds = 8000;

export interface PendingDeletion {
  id: string;
  title: string;
}

/**
 * Deleting an article is undoable: it is hidden at once and deleted when the time is over or the page is left.
 * The server cannot bring a deleted article back (only an import makes one), so the waiting happens here.
 */
let pending: readonly PendingDeletion[] = [];
let failedTitle: string | undefined;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const deletedListeners = new Set<(id: string) => void>();

function set(next: readonly PendingDeletion[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

export function deleteArticleSoon(deletion: PendingDeletion): void {
  failedTitle = undefined;
  set([...pending.filter(({ id }) => id !== deletion.id), deletion]);
  resumeDeletions();
}

export function undoDeletion(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(pending.filter((deletion) => deletion.id !== id));
}

/** Stops the clock while a person is at the Undo button. */
export function holdDeletions(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

export function resumeDeletions(): void {
  for (const { id } of pending) {
    if (!timers.has(id))
      timers.set(
        id,
        setTimeout(() => void carryOut(id), undoMilliseconds),
      );
  }
}

async function carryOut(id: string): Promise<void> {
  timers.delete(id);
  const deletion = pending.find((candidate) => candidate.id === id);
  try {
    await deleteArticle(id);
    for (const listener of deletedListeners) listener(id);
  } catch {
    failedTitle = deletion?.title;
  }
  set(pending.filter((candidate) => candidate.id !== id));
}

/** Leaving the page ends the time for second thoughts. */
export function finishDeletionsOnLeave(): void {
  window.addEventListener('pagehide', () => {
    for (const { id } of pending) {
      clearTimeout(timers.get(id));
      void carryOut(id);
    }
  });
}

/** Ends every wait now, before the session that may delete is gone. */
export async function finishDeletions(): Promise<void> {
  holdDeletions();
  await Promise.all(pending.map(({ id }) => carryOut(id)));
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

/** The title of the article whose deletion was refused last. */
export function useFailedDeletion(): string | undefined {
  return useSyncExternalStore(subscribe, () => failedTitle);
}
