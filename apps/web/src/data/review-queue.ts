import { createStore, del, get, type UseStore, update } from 'idb-keyval';
import { readStored, writeStored } from '../lib/storage.ts';
import type { NewReview } from './cues.ts';

/** A grade that the server does not have yet. */
export interface QueuedReview extends NewReview {
  /** Until then it can be taken back, and no tab sends it. */
  heldUntil: number;
}

/**
 * Grades wait in IndexedDB, one list for each person: they outlive the tab, the connection and the session. Each change of a list is
 * one transaction, so tabs do not undo each other's. Where the browser has no IndexedDB they wait in this tab. Until such a transaction
 * is over a grade stands in the local storage too, which is written at once: the next cue is shown when this one's grade is safe.
 */
let store: UseStore | undefined;
const fallback = new Map<string, QueuedReview[]>();
const durable = () => {
  store ??= createStore('cairn-reviews', 'to-send');
  return store;
};

const keyOf = (userId: string) => `pkm-grades-${userId}`;

function arriving(userId: string): QueuedReview[] {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((review) => typeof review?.id === 'string') : [];
  } catch {
    return [];
  }
}

function setArriving(userId: string, reviews: readonly QueuedReview[]): void {
  writeStored(keyOf(userId), reviews.length > 0 ? JSON.stringify(reviews) : null);
}

const without = (reviews: readonly QueuedReview[], ids: readonly string[]) =>
  reviews.filter(({ id }) => !ids.includes(id));

async function stored(userId: string): Promise<QueuedReview[]> {
  try {
    return (await get<QueuedReview[]>(userId, durable())) ?? [];
  } catch {
    return [];
  }
}

export async function readQueue(userId: string): Promise<QueuedReview[]> {
  // Before the others: what leaves here meanwhile is found there.
  const first = arriving(userId);
  const rest = [...(await stored(userId)), ...(fallback.get(userId) ?? [])];
  return [
    ...without(
      first,
      rest.map(({ id }) => id),
    ),
    ...rest,
  ];
}

export async function addToQueue(userId: string, review: QueuedReview): Promise<void> {
  setArriving(userId, [...without(arriving(userId), [review.id]), review]);
  await change(userId, (queue) => [...without(queue, [review.id]), review]);
  setArriving(userId, without(arriving(userId), [review.id]));
}

/** Which of them were still there: the others have been sent. */
export async function takeFromQueue(userId: string, ids: readonly string[]): Promise<string[]> {
  const left = arriving(userId).filter(({ id }) => ids.includes(id));
  setArriving(userId, without(arriving(userId), ids));
  let taken: string[] = [];
  await change(userId, (queue) => {
    taken = queue.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    return without(queue, ids);
  });
  return [...new Set([...left.map(({ id }) => id), ...taken])];
}

/** From now on it may be sent. */
export async function releaseInQueue(userId: string, id: string): Promise<void> {
  const released = arriving(userId).map((review) => (review.id === id ? { ...review, heldUntil: 0 } : review));
  setArriving(userId, released);
  await change(userId, (queue) => queue.map((review) => (review.id === id ? { ...review, heldUntil: 0 } : review)));
}

export async function forgetQueue(userId: string): Promise<void> {
  fallback.delete(userId);
  setArriving(userId, []);
  await del(userId, durable()).catch(() => {});
}

async function change(userId: string, next: (queue: QueuedReview[]) => QueuedReview[]): Promise<void> {
  try {
    await update<QueuedReview[]>(userId, (queue) => next(queue ?? []), durable());
  } catch {
    fallback.set(userId, next(fallback.get(userId) ?? []));
  }
}
