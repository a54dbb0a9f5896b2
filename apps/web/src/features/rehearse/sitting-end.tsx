import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatMoment } from '../../lib/dates.ts';
import { untilThen } from '../../lib/intervals.ts';
import { cuesGradedSince, useWaitingReviews } from '../../runtime/review-sender.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/links.ts';
import { dueSummaryQuery, useRecountAfterSending } from './due-query.ts';
import { nextDueOf } from './session.ts';
import { gradeNames, grades, type Sitting } from './use-sitting.ts';

interface SittingEndProps {
  sitting: Sitting;
  userId: string;
  noteId: string | undefined;
  onGoOn: () => void;
  /** Where one may go from here. */
  children: ReactNode;
}

/** What was done, and when to come back. */
export function SittingEnd({ sitting, userId, noteId, onGoOn, children }: SittingEndProps) {
  const { session, undo } = sitting;
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useQuery({ ...dueSummaryQuery(userId, noteId), refetchOnMount: 'always' });
  useWaitingReviews();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useRecountAfterSending();

  const now = Date.now();
  const own = nextDueOf(session);
  const served = summary.data?.nextDueAt ?? null;
  const next = Math.min(own ?? Number.POSITIVE_INFINITY, served && served > now ? served : Number.POSITIVE_INFINITY);
  // The server still counts the cues whose grades it does not know.
  const more = (summary.data?.dueCount ?? 0) - cuesGradedSince(summary.dataUpdatedAt).size;
  return (
    <div className={`${cardClass} grid justify-items-center gap-6 py-10 text-center`}>
      <CircleCheck aria-hidden="true" className="size-10 text-success" strokeWidth={1.5} />
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-22 font-semibold outline-none">
          Done for now
        </h2>
        <p className="text-ink-muted">
          {session.graded.length === 1 ? '1 cue rehearsed.' : `${session.graded.length} cues rehearsed.`}{' '}
          {Number.isFinite(next) ? (
            <>
              The next one is due <time dateTime={new Date(next).toISOString()}>{whenDue(next, now)}</time>.
            </>
          ) : null}
        </p>
      </div>
      <dl className="grid w-full max-w-sm grid-cols-4 gap-2">
        {grades.map((grade) => (
          <div key={grade} className="grid gap-0.5 rounded-10 bg-paper px-1 py-3">
            <dt className="text-13 text-ink-muted">{gradeNames[grade]}</dt>
            <dd className="text-22 tabular-nums">{session.counts[grade]}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-center gap-2">
        {more > 0 ? <Button onClick={onGoOn}>Go on with {dueWords(more)}</Button> : null}
        {undo ? (
          <Button look="quiet" onClick={undo} aria-keyshortcuts="u">
            Undo the last grade
          </Button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

/** In words while it is near, with the day when it is not. */
export const whenDue = (at: number, now: number): string =>
  at - now < 20 * 86_400_000 ? untilThen(at - now) : `on ${formatMoment(new Date(at).toISOString())}`;

export const dueWords = (count: number): string => {
  const shown = new Intl.NumberFormat().format(Math.min(count, 9999));
  return count === 1 ? '1 cue' : `${shown}${count > 9999 ? '+' : ''} cues`;
};
