import { replay } from '@cairn/contracts/scheduling';
import { describe, expect, it } from 'vitest';
import type { DueCue, NewReview } from '../../data/cues.ts';
import {
  gradeCue,
  nextDueOf,
  progressOf,
  reveal,
  type Session,
  showNext,
  startSession,
  takeBack,
  withRecentReviews,
} from './session.ts';

const start = Date.UTC(2026, 2, 1, 8);
const minute = 60_000;

const cueNamed = (id: string): DueCue => ({
  id,
  noteId: 'note',
  noteTitle: 'Note',
  text: `What is ${id}?`,
  locator: null,
  schedule: replay({ id, createdAt: start - minute }, []),
});
const three = ['a', 'b', 'c'].map(cueNamed);
const graded = (session: Session, grade: 1 | 2 | 3 | 4, now = start) =>
  gradeCue(reveal(session), grade, `${session.current?.id}-${now}`, now);

describe('a sitting', () => {
  it('asks one cue after the other and ends', () => {
    let session = startSession(three, start);
    const asked: unknown[] = [];
    while (session.current) {
      asked.push(session.current.id);
      expect(session.revealed).toBe(false);
      session = graded(session, 4);
    }
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(session.counts).toEqual({ 1: 0, 2: 0, 3: 0, 4: 3 });
    expect(progressOf(session, start)).toEqual({ done: 3, total: 3 });
    expect(nextDueOf(session)).toBeGreaterThan(start + 24 * 60 * minute);
  });

  it('brings a forgotten cue back at its end, also before its minute is over', () => {
    let session = graded(startSession(three, start), 1);
    expect(progressOf(session, start)).toEqual({ done: 0, total: 3 });
    session = graded(graded(session, 4), 4);
    expect(session.current?.id).toBe('a');
    expect(graded(session, 4).current).toBeNull();
  });

  it('asks a cue that has come back before those that were not asked yet', () => {
    const session = graded(startSession(three, start), 1);
    expect(session.current?.id).toBe('b');
    expect(graded(session, 4, start + 2 * minute).current?.id).toBe('a');
  });

  it('lets a cue rest whose time is minutes away, and asks it when that is over', () => {
    const ended = graded(startSession([cueNamed('a')], start), 3);
    expect(ended.current).toBeNull();
    expect(nextDueOf(ended)).toBe(start + 10 * minute);
    expect(showNext(ended, start + 8 * minute).current).toBeNull();
    expect(showNext(ended, start + 10 * minute).current?.id).toBe('a');
  });

  it('measures how long a cue was looked at, from when it was shown, ten minutes at most', () => {
    const session = startSession(three, start);
    expect(graded(session, 3, start + 4200).last?.review).toMatchObject({ durationMs: 4200, cueId: 'a', grade: 3 });
    expect(graded(session, 3, start + 60 * minute).last?.review.durationMs).toBe(10 * minute);
    expect(graded(session, 3, start - minute).last?.review.durationMs).toBe(0);
  });

  it('takes one grade back, with the answer still shown, and no second one', () => {
    const first = graded(startSession(three, start), 4);
    const second = graded(first, 1, start + 1000);
    const back = takeBack(second, start + 2000);
    expect(back).toMatchObject({ current: { id: 'b' }, revealed: true, counts: { 1: 0, 4: 1 } });
    expect(back.graded.map(({ id }) => id)).toEqual(['a']);
    expect(back.last).toBeNull();
    expect(takeBack(back, start + 3000)).toBe(back);
  });

  it('takes the grade back that ended it', () => {
    const ended = graded(startSession([cueNamed('a')], start), 4);
    expect(ended.current).toBeNull();
    expect(takeBack(ended, start).current?.id).toBe('a');
  });
});

describe('cues that were graded but are still due on the server', () => {
  const review = (cueId: string, grade: 1 | 4, reviewedAt: number): NewReview => ({
    id: `${cueId}-${reviewedAt}`,
    cueId,
    grade,
    reviewedAt,
    durationMs: 1,
  });

  it('are not asked again before their time', () => {
    const now = start + 5 * minute;
    const reviews = [review('a', 4, start), review('b', 1, start)];
    const due = withRecentReviews(three, reviews, { upcoming: false, now });
    expect(due.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(due[0]?.schedule).toMatchObject({ state: 'learning', reps: 1 });
    const all = withRecentReviews(three, reviews, { upcoming: true, now });
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('count a review once that the server knows already', () => {
    const known = {
      ...cueNamed('a'),
      schedule: replay({ id: 'a', createdAt: start }, [{ id: 'x', grade: 1, reviewedAt: start }]),
    };
    const [same] = withRecentReviews([known], [review('a', 1, start)], { upcoming: true, now: start });
    expect(same?.schedule).toEqual(known.schedule);
  });
});
