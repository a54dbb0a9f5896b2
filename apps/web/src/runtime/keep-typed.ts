import { hasNoteDatabase } from '../data/note-sync/note-database-name.ts';
import { flushDrafts } from './drafts.ts';
import { thisBrowser } from './environment.ts';
import { sessionNow } from './session.ts';

const longestMs = 1500;

/** Before the page is reloaded: drafts are written down, notes are kept and sent as far as that works in a moment. Never fails. */
export async function keepTyped(send: () => Promise<unknown> = sendNotes): Promise<void> {
  flushDrafts();
  await Promise.race([
    send().catch(() => {}),
    new Promise<void>((resolve) => void thisBrowser().clock.after(longestMs, resolve)),
  ]);
}

async function sendNotes(): Promise<void> {
  const userId = sessionNow().user?.id;
  if (userId && (await hasNoteDatabase(userId))) {
    await (await import('../data/note-sync/engine.ts')).sendAndCountWaiting(longestMs);
  }
}
