import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DueCue, NoteText } from '../../data/cues.ts';
import { useConnection } from '../../runtime/connection/use-connection.ts';
import { flushReviews, useWaitingReviews } from '../../runtime/review-sender.ts';
import { useSession } from '../../runtime/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { CueCard } from './cue-card.tsx';
import { NothingDue } from './nothing-due.tsx';
import { noteTextsQuery, sittingQuery } from './rehearse-queries.ts';
import { SittingEnd } from './sitting-end.tsx';
import { useRehearsalKeys } from './use-rehearsal-keys.ts';
import { type Sitting, useSitting } from './use-sitting.ts';

export function RehearseScreen() {
  const { note } = useSearch({ from: '/signed-in/rehearse' });
  const userId = useSession().user?.id;
  return (
    <Page title="Rehearse" back={note ? `/note/${note}` : '/cornell-notes'}>
      {userId ? <Rehearsal key={note ?? ''} userId={userId} noteId={note} /> : null}
    </Page>
  );
}

function Rehearsal({ userId, noteId }: { userId: string; noteId: string | undefined }) {
  const [round, setRound] = useState(0);
  const [upcoming, setUpcoming] = useState(false);
  const sitting = useQuery(sittingQuery({ userId, noteId, upcoming, round }));
  const goOn = () => {
    void flushReviews(userId);
    setUpcoming(false);
    setRound((count) => count + 1);
  };
  return (
    <>
      <QueryProblem query={sitting} what="your cues" />
      {sitting.data && sitting.data.length > 0 ? (
        <RunningSitting
          key={`${round} ${upcoming}`}
          cues={sitting.data}
          userId={userId}
          noteId={noteId}
          onGoOn={goOn}
        />
      ) : sitting.data ? (
        <NothingDue userId={userId} noteId={noteId} onDue={goOn} onAhead={() => setUpcoming(true)} />
      ) : (
        <WhileAwaited query={sitting}>
          <SkeletonText label="Loading your cues" />
        </WhileAwaited>
      )}
      <WaitingNotice />
    </>
  );
}

interface RunningSittingProps {
  cues: readonly DueCue[];
  userId: string;
  noteId: string | undefined;
  onGoOn: () => void;
}

function RunningSitting({ cues, userId, noteId, onGoOn }: RunningSittingProps) {
  const sitting = useSitting(cues, userId);
  const noteIds = useMemo(() => [...new Set(cues.map((cue) => cue.noteId))], [cues]);
  const texts = useQuery(noteTextsQuery(noteIds));
  const noteOf = (id: string): NoteText | null | undefined => {
    if (texts.data) return texts.data[id] ?? null;
    return texts.isError || texts.fetchStatus === 'paused' ? null : undefined;
  };
  return (
    <>
      {sitting.session.current ? (
        <CueCard sitting={sitting} noteOf={noteOf} />
      ) : (
        <Ended sitting={sitting} userId={userId} noteId={noteId} onGoOn={onGoOn} />
      )}
      {texts.isError && sitting.session.revealed ? (
        <p className="mt-4">
          <Button look="quiet" onClick={() => void texts.refetch()}>
            Load the notes again
          </Button>
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {sitting.announcement}
      </p>
    </>
  );
}

function Ended(props: { sitting: Sitting; userId: string; noteId: string | undefined; onGoOn: () => void }) {
  useRehearsalKeys(props.sitting);
  const { noteId } = props;
  return (
    <SittingEnd {...props}>
      <Link to={(noteId ? `/note/${noteId}` : '/cornell-notes') as string} className={buttonClass('quiet')}>
        {noteId ? 'Back to the note' : 'Go to your notes'}
      </Link>
    </SittingEnd>
  );
}

/** Grades that have not reached the server, when that is worth saying. */
function WaitingNotice() {
  const waiting = useWaitingReviews().length;
  const online = useConnection() === 'online';
  return (
    <p role="status" className="mt-4 text-center text-13 text-ink-muted empty:sr-only">
      {online || waiting === 0
        ? null
        : `${waiting === 1 ? '1 grade is' : `${waiting} grades are`} kept on this device and sent when the connection is back.`}
    </p>
  );
}
