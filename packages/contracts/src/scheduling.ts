import { type Card, createEmptyCard, FSRS, type Grade, State, StrategyMode } from 'ts-fsrs';

/**
 * When a cue is asked next: FSRS-6 with its default parameters, for a chance of recall of 90 %. The log of reviews is the truth and a
 * schedule only what it comes to, so server and browser compute it from here and agree: the same log gives the same schedule,
 * whatever order its reviews arrived in. Times are milliseconds since 1970.
 */
export const reviewGrades = { again: 1, hard: 2, good: 3, easy: 4 } as const;
export type ReviewGrade = (typeof reviewGrades)[keyof typeof reviewGrades];

/** A row of `cue_reviews`, as far as the schedule depends on it. */
export interface Review {
  id: string;
  grade: ReviewGrade;
  reviewedAt: number;
}

export const scheduleStates = ['new', 'learning', 'review', 'relearning'] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** A row of `cue_schedules`. `new`: never graded; `stability` (days) and `difficulty` (1 to 10) are 0 then. */
export interface CueSchedule {
  state: ScheduleState;
  dueAt: number;
  stability: number;
  difficulty: number;
  /** Which of the short steps of learning or relearning comes next. */
  step: number;
  reps: number;
  lapses: number;
  scheduledDays: number;
  lastReviewAt: number | null;
}

/** What is scheduled: the id decides the small random shift that keeps cues of one day apart. */
export interface ScheduledCue {
  id: string;
  /** A cue that was never graded is due since then. */
  createdAt: number;
}

export const requestedRetention = 0.9;

/** Only the newest reviews of a cue are replayed: decades of rehearsing, and a bound for whoever sends more. */
export const mostReplayedReviews = 2000;

interface SeededCard extends Card {
  cueId: string;
}

const scheduler = new FSRS({ request_retention: requestedRetention, enable_fuzz: true }).useStrategy(
  StrategyMode.SEED,
  function seedByCue() {
    const { cueId, reps } = this['current'] as SeededCard;
    return `${cueId} ${reps}`;
  },
);

/** The schedule that a cue's log comes to. Reviews may come in any order and more than once. */
export function replay(cue: ScheduledCue, reviews: readonly Review[]): CueSchedule {
  let card: SeededCard = { ...createEmptyCard(new Date(cue.createdAt)), cueId: cue.id };
  for (const { grade, reviewedAt } of inOrder(reviews)) {
    card = { ...scheduler.next(card, new Date(reviewedAt), grade as Grade).card, cueId: cue.id };
  }
  return fromCard(card);
}

/** The schedule after one more review, which is not older than those before. */
export function advance(cueId: string, schedule: CueSchedule, review: Omit<Review, 'id'>): CueSchedule {
  const now = new Date(Math.max(review.reviewedAt, schedule.lastReviewAt ?? 0));
  return fromCard(scheduler.next(toCard(cueId, schedule), now, review.grade as Grade).card);
}

/** What each grade would lead to if it were given now. */
export function preview(cueId: string, schedule: CueSchedule, now: number): Record<ReviewGrade, CueSchedule> {
  const after = (grade: ReviewGrade) => advance(cueId, schedule, { grade, reviewedAt: now });
  return { 1: after(1), 2: after(2), 3: after(3), 4: after(4) };
}

/** The chance, 0 to 1, that the cue is still known; 0 before the first review. */
export function recallChance(cueId: string, schedule: CueSchedule, now: number): number {
  return scheduler.get_retrievability(toCard(cueId, schedule), new Date(now), false);
}

function inOrder(reviews: readonly Review[]): Review[] {
  const unique = new Map(reviews.map((review) => [review.id, review]));
  return [...unique.values()]
    .sort((a, b) => a.reviewedAt - b.reviewedAt || (a.id < b.id ? -1 : 1))
    .slice(-mostReplayedReviews);
}

function fromCard(card: Card): CueSchedule {
  return {
    state: stateNames[card.state],
    dueAt: card.due.getTime(),
    stability: card.stability,
    difficulty: card.difficulty,
    step: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    scheduledDays: card.scheduled_days,
    lastReviewAt: card.last_review?.getTime() ?? null,
  };
}

function toCard(cueId: string, schedule: CueSchedule): SeededCard {
  const { dueAt, stability, difficulty, step, reps, lapses, scheduledDays, lastReviewAt } = schedule;
  return {
    cueId,
    state: stateNumbers[schedule.state],
    due: new Date(dueAt),
    stability,
    difficulty,
    learning_steps: step,
    reps,
    lapses,
    scheduled_days: scheduledDays,
    // Computed anew at every review; only the type still asks for it.
    elapsed_days: 0,
    ...(lastReviewAt === null ? {} : { last_review: new Date(lastReviewAt) }),
  };
}

const stateNames: Record<State, ScheduleState> = {
  [State.New]: 'new',
  [State.Learning]: 'learning',
  [State.Review]: 'review',
  [State.Relearning]: 'relearning',
};
const stateNumbers: Record<ScheduleState, State> = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
};
