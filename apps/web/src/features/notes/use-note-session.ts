import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { NoteSession, NoteView } from '../../data/note-sync/note-session.ts';

const opening: NoteView = {
  phase: 'opening',
  save: { kind: 'saved' },
  title: '',
  articleId: null,
  isTrashed: false,
};

/** The open note of a screen. The engine comes with the screen that needs it. */
export function useNoteSession(noteId: string): { session: NoteSession | undefined; error: unknown } {
  const [opened, setOpened] = useState<{ noteId: string; session?: NoteSession; error?: unknown }>({ noteId });
  useEffect(() => {
    let session: NoteSession | undefined;
    let isOver = false;
    const engine = import('../../data/note-sync/engine.ts');
    const open = async () => {
      const { openNote, releaseNote } = await engine;
      session = await openNote(noteId);
      if (isOver) void releaseNote(session);
      else setOpened({ noteId, session });
    };
    open().catch((error: unknown) => {
      if (!isOver) setOpened({ noteId, error });
    });
    return () => {
      isOver = true;
      setOpened({ noteId });
      const last = session;
      if (last) void engine.then(({ releaseNote }) => releaseNote(last));
    };
  }, [noteId]);

  return { session: opened.noteId === noteId ? opened.session : undefined, error: opened.error };
}

/** One thing that is known of a note. Where it is asked for decides what is drawn again when it changes. */
export function useNoteView<Field extends keyof NoteView>(
  session: NoteSession | undefined,
  field: Field,
): NoteView[Field] {
  const subscribe = useCallback((listener: () => void) => session?.subscribe(listener) ?? (() => {}), [session]);
  return useSyncExternalStore(subscribe, () => (session?.view() ?? opening)[field]);
}
