import type { NoteSession } from '../../data/note-sync/note-session.ts';
import { useNoteView } from './use-note-session.ts';

const look = 'col-start-1 row-start-1 min-w-0 font-serif text-28 font-semibold tracking-tight sm:text-36';

/** The title is a field of its own: whoever wrote last is right. It wraps, so that a long one can be read, and stays one line of text. */
export function NoteTitle({ session, onDone }: { session: NoteSession; onDone: () => void }) {
  const title = useNoteView(session, 'title');
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {title || 'Untitled note'}
      </h1>
      <div className="grid grid-cols-1">
        {/* The same words make the field as high as they need; the space at the end is a place for the next one. */}
        <span aria-hidden className={`${look} invisible whitespace-pre-wrap wrap-anywhere`}>
          {`${title} `}
        </span>
        <textarea
          rows={1}
          value={title}
          aria-label="Title"
          placeholder="Untitled"
          maxLength={500}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => session.setTitle(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onDone();
          }}
          className={`${look} resize-none overflow-hidden rounded-6 bg-transparent text-ink wrap-anywhere placeholder:text-ink-muted`}
        />
      </div>
    </>
  );
}
