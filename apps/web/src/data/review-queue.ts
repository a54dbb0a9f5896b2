import { createStore, del, get, type UseStore, update } from 'idb-keyval';
import type { NewReview } from './cues.ts';

/** A grade that the server does not have yet. */
export interface QueuedReview extends NewReview {
  /** Until then it can be taken back, and no tab sends it. */
  heldUntil: number;
}

/**
 * Grades wait in IndexedDB, one list for each person: they outlive the tab, the connection and the session. Each change of a list is
 * one transaction, so tabs do not undo each other's. Where the browser has no IndexedDB they wait in this tab.
 */
let store: UseStore | undefined;
const fallback = new Map<string, QueuedReview[]>();
const durable = () => {
  store ??= createStore('cairn-reviews', 'to-send');
  return store;
};

export async function readQueue(userId: string): Promise<QueuedReview[]> {
  try {
    return [...((await get<QueuedReview[]>(userId, durable())) ?? []), ...(fallback.get(userId) ?? [])];
  } catch {
    return fallback.get(userId) ?? [];
  }
}

export async function addToQueue(userId: string, review: QueuedReview): Promise<void> {
  await change(userId, (queue) => [...queue.filter(({ id }) => id !== review.id), review]);
}

/** Which of them were still there: the others have been sent. */
export async function takeFromQueue(userId: string, ids: readonly string[]): Promise<string[]> {
  let taken: string[] = [];
  await change(userId, (queue) => {
    taken = queue.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    return queue.filter(({ id }) => !ids.includes(id));
  });
  return taken;
}

/** From now on it may be sent. */
export async function releaseInQueue(userId: string, id: string): Promise<void> {
  await change(userId, (queue) => queue.map((review) => (review.id === id ? { ...review, heldUntil: 0 } : review)));
}

export async function forgetQueue(userId: string): Promise<void> {
  fallback.delete(userId);
  await del(userId, durable()).catch(() => {});
}

async function change(userId: string, next: (queue: QueuedReview[]) => QueuedReview[]): Promise<void> {
  try {
    await update<QueuedReview[]>(userId, (queue) => next(queue ?? []), durable());
  } catch {
    fallback.set(userId, next(fallback.get(userId) ?? []));
  }
}
