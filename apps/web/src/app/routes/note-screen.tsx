import { Link, useParams } from '@tanstack/react-router';
import { GraduationCap, MessageCircleQuestionMark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NoteLoader } from '../../features/notes/note-loader.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const AskPanel = lazy(() =>
  import('../../features/ask/ask-panel.tsx').then((module) => ({ default: module.AskPanel })),
);

const DueBadge = lazy(() =>
  import('../../features/rehearse/due-badge.tsx').then((module) => ({ default: module.DueBadge })),
);

/** A note, with rehearsing its cues and questions about it. */
export function NoteScreen() {
  const { noteId } = useParams({ from: '/signed-in/note/$noteId' });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <NoteLoader
        key={noteId}
        noteId={noteId}
        actions={
          <>
            <Link to="/rehearse" search={{ note: noteId }} className={buttonClass('plain')}>
              <GraduationCap aria-hidden className="size-4" />
              Rehearse
              <Suspense>
                <DueBadge noteId={noteId} />
              </Suspense>
            </Link>
            <Button look="plain" onClick={() => setAsking(true)}>
              <MessageCircleQuestionMark aria-hidden className="size-4" />
              Ask
            </Button>
          </>
        }
      />
      <Sheet open={isAsking} onOpenChange={setAsking} side="end" title="Ask about this note">
        <Suspense>
          <AskPanel about={{ itemKind: 'note', itemId: noteId }} onOpenPlace={() => setAsking(false)} />
        </Suspense>
      </Sheet>
    </>
  );
}
