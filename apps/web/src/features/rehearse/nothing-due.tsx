import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryProblem } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { dueSummaryQuery } from './due-query.ts';
import { dueWords, whenDue } from './sitting-end.tsx';

interface NothingDueProps {
  userId: string;
  noteId: string | undefined;
  /** A cue has become due. */
  onDue: () => void;
  /** Rehearse what is not due yet. */
  onAhead: () => void;
}

const mostTimeout = 2 ** 31 - 1;

/** No cue is due: there is none, or they all wait for their time. */
export function NothingDue({ userId, noteId, onDue, onAhead }: NothingDueProps) {
  const summary = useQuery({ ...dueSummaryQuery(userId, noteId), refetchOnMount: 'always' });
  const next = summary.data?.nextDueAt ?? null;

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(onDue, Math.min(Math.max(next - Date.now(), 4000) + 1000, mostTimeout));
    return () => clearTimeout(timer);
  }, [next, onDue]);

  if (!summary.data) {
    return summary.isError || summary.fetchStatus === 'paused' ? (
      <QueryProblem query={summary} what="your cues" />
    ) : (
      <SkeletonText label="Loading your cues" />
    );
  }
  const { cueCount } = summary.data;
  if (cueCount === 0) {
    return (
      <EmptyState
        action={
          <Link to={(noteId ? `/note/${noteId}` : '/cornell-notes') as string} className={buttonClass('primary')}>
            {noteId ? 'Open the note' : 'Go to your notes'}
          </Link>
        }
      >
        {noteId
          ? 'This note has no cues yet. Write a question beside a passage, and it is asked here.'
          : 'You have no cues yet. Write questions in the cue column of a Cornell note, and they are asked here.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Button look="quiet" onClick={onAhead}>
          {noteId ? `Rehearse its ${dueWords(cueCount)} anyway` : 'Rehearse ahead'}
        </Button>
      }
    >
      Nothing is due{noteId ? ' in this note' : ''}.{' '}
      {next === null ? null : (
        <>
          The next cue is asked <time dateTime={new Date(next).toISOString()}>{whenDue(next, Date.now())}</time>.
        </>
      )}
    </EmptyState>
  );
}
