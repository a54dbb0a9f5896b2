import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { GraduationCap, MessageCircleQuestionMark } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { NoteLoader } from '../../features/notes/note-loader.tsx';
import { useScreenCommands } from '../../runtime/screen-commands.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const AskPanel = lazy(() =>
  import('../../features/ask/ask-panel.tsx').then((module) => ({ default: module.AskPanel })),
);

const DueBadge = lazy(() =>
  import('../../features/rehearse/due-badge.tsx').then((module) => ({ default: module.DueBadge })),
);

const ItemTagsDialog = lazy(() =>
  import('../../features/library/item-tags-dialog.tsx').then((module) => ({ default: module.ItemTagsDialog })),
);

/** A note, with rehearsing its cues, its tags, and questions about it. */
export function NoteScreen() {
  const { noteId } = useParams({ from: '/signed-in/note/$noteId' });
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [tagging, setTagging] = useState<boolean>();
  useScreenCommands([
    { id: 'ask-note', title: 'Ask about this note', run: () => setAsking(true) },
    {
      id: 'rehearse-note',
      title: 'Rehearse this note',
      keywords: ['review', 'cues'],
      run: () => void navigate({ to: '/rehearse', search: { note: noteId } }),
    },
  ]);
  // The same while nothing of it changes: the editor is drawn by what is written in it alone.
  const actions = useMemo(
    () => (
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
    ),
    [noteId],
  );
  return (
    <>
      <NoteLoader key={noteId} noteId={noteId} actions={actions} onTags={useCallback(() => setTagging(true), [])} />
      <Sheet open={isAsking} onOpenChange={setAsking} side="end" title="Ask about this note">
        <Suspense>
          <AskPanel about={{ itemKind: 'note', itemId: noteId }} onOpenPlace={() => setAsking(false)} />
        </Suspense>
      </Sheet>
      {tagging === undefined ? null : (
        <Suspense>
          <ItemTagsDialog
            item={{ kind: 'note', id: noteId }}
            title="Tags of this note"
            open={tagging}
            onOpenChange={setTagging}
          />
        </Suspense>
      )}
    </>
  );
}
