import { type ReviewGrade, reviewGrades } from '@cairn/contracts/scheduling';
import { useEffect, useRef, useState } from 'react';
import type { DueCue } from '../../data/cues.ts';
import { untilThen } from '../../lib/intervals.ts';
import { newId } from '../../lib/new-id.ts';
import { addReview, releaseReview, takeBackReview, undoGradeMilliseconds } from '../../runtime/review-sender.ts';
import { gradeCue, reveal, type Session, startSession, takeBack } from './session.ts';

export const gradeNames: Record<ReviewGrade, string> = { 1: 'Again', 2: 'Hard', 3: 'Good', 4: 'Easy' };
export const grades = Object.values(reviewGrades);

export interface Sitting {
  session: Session;
  /** For screen readers: what the last step did. */
  announcement: string;
  reveal: () => void;
  grade: (grade: ReviewGrade) => void;
  /** Absent when there is nothing to take back any more. */
  undo: (() => void) | undefined;
}

/**
 * A grade is kept in this browser at once and can be taken back for a moment; the next grade, the end of that moment or leaving
 * the screen lets it go to the server. The log there is append-only: nothing is ever taken back from it.
 */
export function useSitting(cues: readonly DueCue[], userId: string): Sitting {
  const [session, setSession] = useState(() => startSession(cues, Date.now()));
  const [announcement, setAnnouncement] = useState('');
  const held = useRef<string>(undefined);
  const last = session.last?.review.id;

  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => {
      held.current = undefined;
      setSession((current) => (current.last?.review.id === last ? { ...current, last: null } : current));
    }, undoGradeMilliseconds);
    return () => clearTimeout(timer);
  }, [last]);

  useEffect(
    () => () => {
      if (held.current) void releaseReview(userId, held.current);
    },
    [userId],
  );

  const grade = (given: ReviewGrade) => {
    if (!session.current || !session.revealed) return;
    const id = newId();
    const now = Date.now();
    const next = gradeCue(session, given, id, now);
    const review = next.last?.review;
    if (!review) return;
    if (held.current) void releaseReview(userId, held.current);
    held.current = id;
    void addReview(userId, review);
    const cue = [...next.graded, ...(next.current ? [next.current] : [])].find((known) => known.id === review.cueId);
    const then = cue ? untilThen(cue.schedule.dueAt - now) : '';
    setAnnouncement(`${gradeNames[given]}. Asked again ${then}.${next.current ? '' : ' That was the last cue.'}`);
    setSession(next);
  };

  const undo = async (id: string) => {
    held.current = undefined;
    const taken = await takeBackReview(userId, id);
    setAnnouncement(taken ? 'The grade was taken back.' : 'The grade was sent already.');
    setSession((current) => {
      if (current.last?.review.id !== id) return current;
      return taken ? takeBack(current, Date.now()) : { ...current, last: null };
    });
  };

  return {
    session,
    announcement,
    reveal: () => {
      setAnnouncement('');
      setSession(reveal);
    },
    grade,
    undo: last ? () => void undo(last) : undefined,
  };
}
