import { advance, type CueSchedule, type ReviewGrade } from '@cairn/contracts/scheduling';
import type { DueCue, NewReview } from '../../data/cues.ts';

/** A cue that comes back so soon is asked again in this sitting even if nothing else is left. */
const waitsFor = 90_000;

export interface Graded {
  review: NewReview;
  before: Session;
}

/** One sitting: pure, each step gives the next. Taking a grade back is going back to the step before. */
export interface Session {
  current: DueCue | null;
  /** When the current cue was shown. */
  shownAt: number;
  revealed: boolean;
  waiting: readonly DueCue[];
  /** Graded in this sitting, with the new schedule. */
  graded: readonly DueCue[];
  counts: Readonly<Record<ReviewGrade, number>>;
  last: Graded | null;
}

export function startSession(cues: readonly DueCue[], now: number): Session {
  const empty: Session = {
    current: null,
    shownAt: now,
    revealed: false,
    waiting: cues,
    graded: [],
    counts: { 1: 0, 2: 0, 3: 0, 4: 0 },
    last: null,
  };
  return showNext(empty, now);
}

export const reveal = (session: Session): Session => ({ ...session, revealed: true });

export function gradeCue(session: Session, grade: ReviewGrade, id: string, now: number): Session {
  const cue = session.current;
  if (!cue) return session;
  const review: NewReview = {
    id,
    cueId: cue.id,
    grade,
    reviewedAt: now,
    durationMs: Math.min(Math.max(now - session.shownAt, 0), 600_000),
  };
  const schedule = advance(cue.id, cue.schedule, review);
  const graded = [...session.graded.filter((other) => other.id !== cue.id), { ...cue, schedule }];
  return showNext(
    {
      ...session,
      current: null,
      graded,
      counts: { ...session.counts, [grade]: session.counts[grade] + 1 },
      // One step is kept, not the whole way.
      last: { review, before: { ...session, last: null } },
    },
    now,
  );
}

/** Back to the cue whose grade was taken back, with the answer still shown. */
export function takeBack(session: Session, now: number): Session {
  return session.last ? { ...session.last.before, shownAt: now } : session;
}

/** First what has come back, then what was not asked yet, then what comes back in a moment. */
export function showNext(session: Session, now: number): Session {
  const [soonest] = [...session.graded].sort((a, b) => a.schedule.dueAt - b.schedule.dueAt);
  const [first, ...waiting] = session.waiting;
  const show = (current: DueCue, rest: Partial<Session>): Session => ({
    ...session,
    ...rest,
    current,
    shownAt: now,
    revealed: false,
  });
  const again = (cue: DueCue) => show(cue, { graded: session.graded.filter(({ id }) => id !== cue.id) });
  if (soonest && soonest.schedule.dueAt <= now) return again(soonest);
  if (first) return show(first, { waiting });
  if (soonest && soonest.schedule.dueAt <= now + waitsFor) return again(soonest);
  return { ...session, current: null, shownAt: now, revealed: false };
}

/** How many cues there are, and how many of them are done with for now. */
export function progressOf(session: Session, now: number): { done: number; total: number } {
  const total = session.waiting.length + session.graded.length + (session.current ? 1 : 0);
  const done = session.graded.filter(({ schedule }) => schedule.dueAt > now + waitsFor).length;
  return { done, total };
}

/** When the first of the cues of this sitting comes back. */
export function nextDueOf(session: Session): number | null {
  return session.graded.length > 0 ? Math.min(...session.graded.map(({ schedule }) => schedule.dueAt)) : null;
}

/**
 * What the server says is due, with the grades it does not know yet: those wait to be sent, or were sent a moment ago.
 * `upcoming`: cues that are not due stay.
 */
export function withRecentReviews(
  cues: readonly DueCue[],
  reviews: readonly NewReview[],
  { upcoming, now }: { upcoming: boolean; now: number },
): DueCue[] {
  return cues
    .map((cue) => {
      const own = reviews
        .filter(({ cueId }) => cueId === cue.id)
        .sort((a, b) => a.reviewedAt - b.reviewedAt || (a.id < b.id ? -1 : 1));
      const schedule = own.reduce<CueSchedule>(
        (known, review) => (review.reviewedAt > (known.lastReviewAt ?? 0) ? advance(cue.id, known, review) : known),
        cue.schedule,
      );
      return { ...cue, schedule };
    })
    .filter(({ schedule }) => upcoming || schedule.dueAt <= now);
}
