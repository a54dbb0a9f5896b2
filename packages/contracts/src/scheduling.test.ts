import { createEmptyCard, fsrs, type Grade } from 'ts-fsrs';
import { describe, expect, it } from 'vitest';
import {
  advance,
  mostReplayedReviews,
  preview,
  type Review,
  type ReviewGrade,
  recallChance,
  replay,
} from './scheduling.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5, 9, 30);
const cue = { id: '6f0d6f6a-4a3e-4b52-9a2b-6f5b2d1d6c11', createdAt: start };

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

function randomLog(random: (below: number) => number, length: number): Review[] {
  let at = start;
  return Array.from({ length }, (_, index) => {
    // Several within a day, also at the very same moment, and now and then after months.
    at += [0, 40_000, 600_000, day, 9 * day, 140 * day][random(6)] ?? 0;
    return { id: `${random(1e9)}-${index}`, grade: (1 + random(4)) as ReviewGrade, reviewedAt: at };
  });
}

function shuffled<T>(items: readonly T[], random: (below: number) => number): T[] {
  const left = [...items];
  const mixed: T[] = [];
  while (left.length > 0) mixed.push(...left.splice(random(left.length), 1));
  return mixed;
}

describe('replaying a log', () => {
  it('comes to one schedule in whatever order the reviews arrived, repeated or not', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomFrom(seed);
      const log = randomLog(random, 1 + random(25));
      const expected = replay(cue, log);
      const arrived = shuffled([...log, ...log.filter(() => random(3) === 0)], random);
      expect(replay(cue, arrived), `seed ${seed}`).toEqual(expected);
    }
  });

  it('merges what two devices did apart', () => {
    const random = randomFrom(7);
    const log = randomLog(random, 12);
    const phone = log.filter((_, index) => index % 3 === 0);
    const desk = log.filter((_, index) => index % 3 !== 0);
    expect(replay(cue, [...desk, ...phone])).toEqual(replay(cue, log));
    expect(replay(cue, [...phone, ...desk, ...phone])).toEqual(replay(cue, log));
    expect(replay(cue, desk)).not.toEqual(replay(cue, log));
  });

  it('is the same as going on review by review from the schedule that was stored', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const log = randomLog(randomFrom(seed), 15).map((review, index) => ({
        ...review,
        id: String(index).padStart(3, '0'),
      }));
      const stepwise = log.reduce(
        (schedule, review) => JSON.parse(JSON.stringify(advance(cue.id, schedule, review))),
        replay(cue, []),
      );
      expect(stepwise, `seed ${seed}`).toEqual(replay(cue, log));
    }
  });

  it('begins with a cue that is due since it was made', () => {
    expect(replay(cue, [])).toEqual({
      state: 'new',
      dueAt: start,
      stability: 0,
      difficulty: 0,
      step: 0,
      reps: 0,
      lapses: 0,
      scheduledDays: 0,
      lastReviewAt: null,
    });
  });

  it('looks at the newest reviews only, and at each of them once', () => {
    const log = randomLog(randomFrom(3), 3 * mostReplayedReviews);
    const newest = [...log]
      .sort((a, b) => a.reviewedAt - b.reviewedAt || (a.id < b.id ? -1 : 1))
      .slice(-mostReplayedReviews);
    const schedule = replay(cue, log);
    expect(schedule).toEqual(replay(cue, newest));
    expect(schedule.reps).toBe(mostReplayedReviews);
  });
});

describe('the schedule', () => {
  it('is the one of ts-fsrs with FSRS-6 defaults, apart from the shift between cues', () => {
    const plain = fsrs({ request_retention: 0.9, enable_fuzz: false });
    for (let seed = 1; seed <= 30; seed += 1) {
      let card = createEmptyCard(new Date(start));
      const log = randomLog(randomFrom(seed), 12).sort((a, b) => a.reviewedAt - b.reviewedAt || (a.id < b.id ? -1 : 1));
      for (const { grade, reviewedAt } of log) card = plain.next(card, new Date(reviewedAt), grade as Grade).card;
      const schedule = replay(cue, log);
      expect(schedule.stability, `seed ${seed}`).toBe(card.stability);
      expect(schedule.difficulty).toBe(card.difficulty);
      expect([schedule.reps, schedule.lapses, schedule.step]).toEqual([card.reps, card.lapses, card.learning_steps]);
      expect(Math.abs(schedule.scheduledDays - card.scheduled_days)).toBeLessThanOrEqual(
        2 + 0.15 * card.scheduled_days,
      );
    }
  });

  it('asks again about when the chance of recall has fallen to 90 %', () => {
    for (let index = 0; index < 40; index += 1) {
      const id = `cue-${index}`;
      let schedule = replay({ id, createdAt: start }, []);
      for (let round = 0; round < 6; round += 1) {
        schedule = advance(id, schedule, { grade: 3, reviewedAt: schedule.dueAt });
        if (schedule.state !== 'review') continue;
        expect(recallChance(id, schedule, schedule.dueAt)).toBeGreaterThan(0.85);
        expect(recallChance(id, schedule, schedule.dueAt)).toBeLessThan(0.95);
        expect(recallChance(id, schedule, schedule.dueAt + 400 * day)).toBeLessThan(
          recallChance(id, schedule, schedule.dueAt),
        );
      }
    }
  });

  it('shifts cues of one day apart, each always the same way', () => {
    const log: Review[] = [0, 10 * 60_000, 3 * day, 15 * day, 60 * day].map((after, index) => ({
      id: String(index),
      grade: 3,
      reviewedAt: start + after,
    }));
    const days = Array.from({ length: 50 }, (_, index) => replay({ id: `cue-${index}`, createdAt: start }, log));
    expect(new Set(days.map(({ scheduledDays }) => scheduledDays)).size).toBeGreaterThan(3);
    expect(days).toEqual(
      Array.from({ length: 50 }, (_, index) => replay({ id: `cue-${index}`, createdAt: start }, log)),
    );
  });

  it('tells beforehand what each grade leads to', () => {
    const schedule = replay(cue, [{ id: 'a', grade: 3, reviewedAt: start }]);
    const now = start + 12 * 60_000;
    const outcomes = preview(cue.id, schedule, now);
    for (const grade of [1, 2, 3, 4] as const) {
      expect(outcomes[grade]).toEqual(
        replay(cue, [
          { id: 'a', grade: 3, reviewedAt: start },
          { id: 'b', grade, reviewedAt: now },
        ]),
      );
    }
    const due = [outcomes[1], outcomes[2], outcomes[3], outcomes[4]].map(({ dueAt }) => dueAt);
    expect(due).toEqual([...due].sort((a, b) => a - b));
  });
});
