import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { createNote } from '../data/notes.ts';
import { newId } from '../lib/new-id.ts';
import { workingStorage } from '../lib/storage.ts';
import { notify } from '../ui/notifications.ts';

/** The note that is being made in this tab: who reloads meanwhile gets the same one. */
const beingMade = 'cairn-new-note';

interface Opening {
  preload: boolean;
  context: { queryClient: QueryClient };
}

/**
 * The address `/cornell-notes/new`, for every New note button and the shortcut of the installed app: a note is made and takes the address's place, so that neither a reload
 * nor the way back makes another one. Only when it is really gone to, not when it might be.
 */
export async function openNewNote({ preload, context }: Opening): Promise<void> {
  if (preload) return;
  const { storage } = workingStorage('sessionStorage');
  const noteId = storage.getItem(beingMade) ?? newId();
  storage.setItem(beingMade, noteId);
  try {
    await createNote({ id: noteId, title: '' });
    for (const lists of ['notes', 'library']) void context.queryClient.invalidateQueries({ queryKey: [lists] });
  } catch {
    notify({ type: 'error', message: 'The note could not be made. Please try again.' });
    throw redirect({ to: '/cornell-notes', replace: true });
  } finally {
    storage.removeItem(beingMade);
  }
  throw redirect({ to: '/note/$noteId', params: { noteId }, replace: true });
}
