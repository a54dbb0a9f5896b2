import { hasNoteDatabase } from '../data/note-sync/note-database-name.ts';
import { carryOutLeftDeletions } from './intended-deletions.ts';

/** Deletes and sends what could not be deleted and sent before the page was closed, whichever screen is open now. */
export async function sendWhatWasLeftBehind(userId: string): Promise<void> {
  // One does not wait for the other: without a network both try again at the next start.
  await carryOutLeftDeletions(userId, Date.now()).catch(() => {});
  if (!(await hasNoteDatabase(userId))) return;
  const { noteEngine } = await import('../data/note-sync/engine.ts');
  await noteEngine();
}
