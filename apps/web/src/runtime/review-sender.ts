import { useEffect, useSyncExternalStore } from 'react';
import { type NewReview, sendReviews } from '../data/cues.ts';
import { addToQueue, type QueuedReview, readQueue, releaseInQueue, takeFromQueue } from '../data/review-queue.ts';
import { connection } from './connection/connection.ts';
import { useSession } from './session.ts';

/** How long a grade can be taken back. The next grade ends it sooner. */
export const undoGradeMilliseconds = 8000;

interface SentReview extends NewReview {
  sentAt: number;
}

/** The server draws its conclusions a moment after a grade is there. */
export const derivedAfterMilliseconds = 600;
const batchSize = 100;
const firstRetry = 4000;
const longestRetry = 60_000;

/**
 * Brings grades to the server, one queue for each person. Sending one twice does no harm (the id is made here), so any tab may do it
 * at any time: when a grade can no longer be taken back, when the connection returns, when the app is opened again.
 */
let queued: readonly QueuedReview[] = [];
/** Sent by this tab: the server may not have drawn its conclusions yet. */
let sent: readonly SentReview[] = [];
const delivered = new Set<string>();
let owner: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> = Promise.resolve();
let retryAfter = firstRetry;
const listeners = new Set<() => void>();
const sentListeners = new Set<() => void>();

async function refresh(userId: string): Promise<void> {
  const next = await readQueue(userId);
  if (owner !== userId) return;
  queued = next;
  for (const listener of listeners) listener();
}

export async function addReview(userId: string, review: NewReview): Promise<void> {
  await addToQueue(userId, { ...review, heldUntil: Date.now() + undoGradeMilliseconds });
  await refresh(userId);
  schedule(userId, undoGradeMilliseconds);
}

/** False: it has been sent already. */
export async function takeBackReview(userId: string, id: string): Promise<boolean> {
  const taken = await takeFromQueue(userId, [id]);
  await refresh(userId);
  return taken.length > 0;
}

export async function releaseReview(userId: string, id: string): Promise<void> {
  await releaseInQueue(userId, id);
  await flushReviews(userId);
}

/** Sends what may be sent. Never rejects: what could not be sent stays, and is tried again. */
export function flushReviews(userId: string): Promise<void> {
  // One after the other: a second run finds what was released while the first was on its way.
  running = running.then(() => flush(userId));
  return running;
}

async function flush(userId: string): Promise<void> {
  try {
    for (;;) {
      const now = Date.now();
      const queue = await readQueue(userId);
      const ready = queue.filter(({ id, heldUntil }) => heldUntil <= now && !delivered.has(id));
      const batch = ready.slice(0, batchSize);
      if (batch.length === 0) {
        const next = Math.min(...queue.map(({ heldUntil }) => heldUntil).filter((until) => until > now));
        if (Number.isFinite(next)) schedule(userId, next - now);
        break;
      }
      await deliver(userId, batch);
      retryAfter = firstRetry;
    }
  } catch {
    // Offline, overloaded, signed out: they wait.
    schedule(userId, retryAfter);
    retryAfter = Math.min(2 * retryAfter, longestRetry);
  }
  await refresh(userId);
}

async function deliver(userId: string, batch: readonly QueuedReview[]): Promise<void> {
  const outcome = await sendReviews(userId, batch);
  if (outcome === 'refused' && batch.length > 1) {
    for (const review of batch) await deliver(userId, [review]);
    return;
  }
  const sentAt = Date.now();
  if (outcome === 'sent') sent = [...sent, ...batch.map((review) => ({ ...review, sentAt }))].slice(-200);
  for (const { id } of batch) delivered.add(id);
  await takeFromQueue(
    userId,
    batch.map(({ id }) => id),
  );
  for (const listener of sentListeners) listener();
}

function schedule(userId: string, delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void flushReviews(userId), Math.max(delay, 0) + 50);
}

/** Grades that a schedule from the server may not contain. */
export async function recentReviews(userId: string): Promise<readonly NewReview[]> {
  return [...sent, ...(await readQueue(userId))];
}

/** Cues whose newest grade was not known to the server when it counted. */
export function cuesGradedSince(countedAt: number): Set<string> {
  const later = sent.filter(({ sentAt }) => sentAt + derivedAfterMilliseconds > countedAt);
  return new Set([...queued, ...later].map(({ cueId }) => cueId));
}

export function onReviewsSent(listener: () => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Keeps the grades of the signed-in person moving while anything that shows them is there. Gives those still waiting. */
export function useWaitingReviews(): readonly QueuedReview[] {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (!userId) return;
    if (owner !== userId) {
      owner = userId;
      queued = [];
      sent = [];
    }
    const flushNow = () => void flushReviews(userId);
    flushNow();
    // The network, the server or the person is back.
    return connection().onWake(flushNow);
  }, [userId]);
  return useSyncExternalStore(subscribe, () => queued);
}
