import type { NoteSession } from '../../data/note-sync/note-session.ts';
import { useNoteView } from './use-note-session.ts';

/** The title is a field of its own: whoever wrote last is right. */
export function NoteTitle({ session, onDone }: { session: NoteSession; onDone: () => void }) {
  const title = useNoteView(session, 'title');
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {title || 'Untitled note'}
      </h1>
      <input
        value={title}
        aria-label="Title"
        placeholder="Untitled"
        maxLength={500}
        dir="auto"
        autoComplete="off"
        onChange={(event) => session.setTitle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDone();
        }}
        className="w-full min-w-0 rounded-6 bg-transparent font-serif text-28 font-semibold tracking-tight text-ink placeholder:text-ink-muted sm:text-36"
      />
    </>
  );
}
