import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Editor } from '@tiptap/core';
import type { NoteSession } from '../../data/note-sync/note-session.ts';
import { setNoteTrashed } from '../../data/notes-list.ts';
import { useScreenCommands } from '../../runtime/screen-commands.ts';
import { notify } from '../../ui/notifications.ts';
import { useNoteView } from './use-note-session.ts';

interface NoteCommands {
  session: NoteSession;
  noteId: string;
  summary: Editor;
  onAddCue: () => void;
  onNewCue: () => void;
  onShowSummary: () => void;
  onTags: () => void;
}

/** What can be done with the open note. Returns what its menu offers too. */
export function useNoteCommands(on: NoteCommands): { isTrashed: boolean; fileNote: () => void } {
  const isTrashed = useNoteView(on.session, 'isTrashed');
  const articleId = useNoteView(on.session, 'articleId');
  const navigate = useNavigate();
  const move = useMoveNote(on.session, on.noteId);
  const fileNote = () => void move(!isTrashed);
  useScreenCommands([
    {
      id: 'add-cue',
      title: 'Add a cue for what is selected',
      keywords: ['question'],
      screenKeys: 'mod+alt+q',
      run: on.onAddCue,
    },
    { id: 'new-cue', title: 'New cue', keywords: ['question', 'add'], run: on.onNewCue },
    { id: 'change-title', title: 'Change the title', keywords: ['rename'], run: editTitle },
    {
      id: 'write-summary',
      title: 'Write the summary',
      run: () => {
        on.onShowSummary();
        requestAnimationFrame(() => on.summary.commands.focus('end'));
      },
    },
    { id: 'tags', title: 'Tags of this note', keywords: ['add tag', 'label'], run: on.onTags },
    ...(articleId
      ? [
          {
            id: 'source',
            title: 'Open the article of this note',
            keywords: ['source'],
            run: () => void navigate({ to: '/article/$articleId', params: { articleId } }),
          },
        ]
      : []),
    {
      id: 'trash-note',
      title: isTrashed ? 'Bring this note back from the trash' : 'Move this note to the trash',
      keywords: ['delete', 'remove', 'restore'],
      run: fileNote,
    },
  ]);
  return { isTrashed, fileNote };
}

function editTitle(): void {
  const field = document.querySelector<HTMLTextAreaElement>('main textarea[aria-label="Title"]');
  field?.focus();
  field?.select();
}

/** Into the trash and away from it; or out of it, where it is open. */
function useMoveNote(session: NoteSession, noteId: string): (isTrashed: boolean) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const move = async (isTrashed: boolean): Promise<void> => {
    try {
      await setNoteTrashed(noteId, isTrashed);
    } catch (error) {
      notify({ type: 'error', message: error instanceof Error ? error.message : 'That did not work.' });
      return;
    }
    for (const lists of ['notes', 'library']) void client.invalidateQueries({ queryKey: [lists] });
    void session.pull('changes');
    if (!isTrashed) return;
    notify({
      type: 'info',
      message: `“${session.view().title || 'Untitled note'}” is in the trash.`,
      duration: 8000,
      actions: [{ label: 'Undo', onClick: () => void move(false) }],
    });
    await navigate({ to: '/cornell-notes' });
  };
  return move;
}
