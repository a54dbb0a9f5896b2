import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { setNoteTrashed } from '../../data/notes-list.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { connection } from '../../runtime/connection/connection.ts';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageFrame, useDocumentTitle } from '../../ui/page.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { useNoteSession, useNoteView } from './use-note-session.ts';

const loadEditor = () => import('./note-editor.tsx');
const NoteEditor = lazy(() => loadEditor().then((module) => ({ default: module.NoteEditor })));

interface NoteLoaderProps {
  noteId: string;
  actions?: ReactNode;
  onTags: () => void;
}

/** Opens a note and says so when that is not possible. */
export function NoteLoader({ noteId, actions, onTags }: NoteLoaderProps) {
  const { session, error } = useNoteSession(noteId);
  // Its code comes while the note is being read. A failure shows where the editor is drawn.
  useEffect(() => void loadEditor().catch(() => undefined), []);
  const phase = useNoteView(session, 'phase');
  const isTrashed = useNoteView(session, 'isTrashed');
  const title = useNoteView(session, 'title');
  useDocumentTitle(title || 'Note');
  const isCutOff = useConnection() !== 'online' && phase === 'opening';
  // What is on this device is there sooner.
  const isNotHere = useDebounced(isCutOff, 400) && isCutOff;

  if (phase === 'absent') {
    return (
      <Page title="Note not found" back="/cornell-notes">
        <EmptyState
          action={
            <Link to="/cornell-notes" className={buttonClass('primary')}>
              All notes
            </Link>
          }
        >
          It may have been deleted.
        </EmptyState>
      </Page>
    );
  }
  if (phase === 'unreachable' || isNotHere || error !== undefined) {
    return (
      <Page title="This note cannot be opened now" back="/cornell-notes">
        <div role="alert">
          <Banner
            tone="warning"
            title="It is not on this device yet"
            action={
              <Button
                look="quiet"
                onClick={() => {
                  connection().lookAgain();
                  if (session) void session.pull('whole');
                  else window.location.reload();
                }}
              >
                Try again
              </Button>
            }
          >
            The server cannot be reached. Notes that you have opened here before can be read and written without it.
          </Banner>
        </div>
      </Page>
    );
  }
  const placeholder = (
    <PageFrame>
      <SkeletonText label="Opening the note" />
    </PageFrame>
  );
  if (!session || phase === 'opening') return placeholder;
  return (
    <>
      {isTrashed ? (
        <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6">
          <Banner
            tone="info"
            title="This note is in the trash"
            action={
              <Button
                look="quiet"
                onClick={() => void setNoteTrashed(noteId, false).then(() => session.pull('changes'))}
              >
                Restore it
              </Button>
            }
          />
        </div>
      ) : null}
      <Suspense fallback={placeholder}>
        <NoteEditor key={noteId} noteId={noteId} session={session} actions={actions} onTags={onTags} />
      </Suspense>
    </>
  );
}
