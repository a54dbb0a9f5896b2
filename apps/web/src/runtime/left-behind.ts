import { hasNoteDatabase } from '../data/note-sync/note-database-name.ts';

/** Sends what was written in notes and could not be sent before the page was closed, whichever screen is open now. */
export async function sendWhatWasLeftBehind(userId: string): Promise<void> {
  if (!(await hasNoteDatabase(userId))) return;
  const { noteEngine } = await import('../data/note-sync/engine.ts');
  await noteEngine();
}
