import { forgetKeptQueries } from '../data/kept-queries.ts';
import { hasNoteDatabase, noteDatabaseName } from '../data/note-sync/note-database-name.ts';
import { forgetQueue, readQueue, releaseInQueue } from '../data/review-queue.ts';
import { articlePictures, peoplePictures } from '../lib/picture-caches.ts';
import { forgetStoredOf } from '../lib/storage.ts';
import { countDrafts, forgetDrafts } from './drafts.ts';
import { thisBrowser } from './environment.ts';
import { flushReviews } from './review-sender.ts';

/** What this browser has of a person and the server has not. */
export interface UnsentWork {
  notes: number;
  grades: number;
  drafts: number;
}

/** So long signing out waits for what can still be sent. */
const longestSending = 4000;
const unnamedKeys = [
  'pkm-educational-context-fallback',
  'pkm-educational-context-backup',
  'pkm-educational-preservation-mode',
];

/** Sends what can be sent now and counts the rest. */
export async function findUnsentWork(userId: string): Promise<UnsentWork> {
  const [notes, grades] = await Promise.all([unsentNotes(userId), unsentGrades(userId)]);
  return { notes, grades, drafts: countDrafts(userId) };
}

async function unsentNotes(userId: string): Promise<number> {
  if (!thisBrowser().storageBlocked && !(await hasNoteDatabase(userId))) return 0;
  try {
    const { sendAndCountWaiting } = await import('../data/note-sync/engine.ts');
    return await sendAndCountWaiting(longestSending);
  } catch {
    // Nobody can look now. Rather asked for nothing than lost.
    return 1;
  }
}

async function unsentGrades(userId: string): Promise<number> {
  for (const { id } of await readQueue(userId)) await releaseInQueue(userId, id);
  const waited = new Promise<void>((resolve) => void thisBrowser().clock.after(longestSending, resolve));
  await Promise.race([flushReviews(userId), waited]);
  return (await readQueue(userId)).length;
}

/** Takes everything of a person out of this browser: databases, queues, caches, drafts. Everything local is kept under the user's id. */
export async function wipeLocalData(userId: string): Promise<void> {
  forgetDrafts(userId);
  forgetStoredOf(userId);
  const { local, tab } = thisBrowser();
  for (const key of unnamedKeys) {
    local.removeItem(key);
    tab.removeItem(key);
  }
  const names = await databasesOf(userId);
  await Promise.all([
    forgetQueue(userId),
    forgetKeptQueries(userId),
    ...[articlePictures, peoplePictures].map(deleteCache),
    ...names.map(deleteDatabase),
  ]);
}

async function deleteCache(name: string): Promise<void> {
  try {
    await caches.delete(name);
  } catch {
    // Storage is blocked, or the page is not secure: there are no caches.
  }
}

async function databasesOf(userId: string): Promise<string[]> {
  try {
    const databases = await indexedDB.databases();
    return databases.map(({ name }) => name ?? '').filter((name) => name.includes(userId));
  } catch {
    return [noteDatabaseName(userId)];
  }
}

/** Tabs that have it open close it when they hear of this; one that is frozen delays it, and need not be waited for. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    } catch {
      // Storage is blocked: there is no database.
      resolve();
    }
  });
}
