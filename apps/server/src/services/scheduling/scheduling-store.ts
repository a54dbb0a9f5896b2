import { type CueSchedule, mostReplayedReviews, type Review, type ScheduledCue } from '@cairn/contracts/scheduling';
import type { Tx } from '../../platform/db/db.ts';

/** A cue with its log, ready to be replayed. */
export interface LoggedCue extends ScheduledCue {
  userId: string;
  reviews: Review[];
}

export async function cuesOfReviews(tx: Tx, reviewIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select distinct cue_id as id from public.cue_reviews where id = any($1::uuid[])',
    [reviewIds],
  );
  return rows.map(({ id }) => id);
}

/** Of the cues, those that are in their note and have no schedule. */
export async function unscheduledCues(tx: Tx, cueIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from public.cues c
      where c.id = any($1::uuid[]) and c.removed_at is null
        and not exists (select from public.cue_schedules s where s.cue_id = c.id)`,
    [cueIds],
  );
  return rows.map(({ id }) => id);
}

/** Cues that are in their note, each with the newest part of its log. The others have no schedule. */
export async function loadLoggedCues(tx: Tx, cueIds: readonly string[]): Promise<LoggedCue[]> {
  const { rows } = await tx.query<{ id: string; userId: string; createdAt: Date; reviews: StoredReview[] }>(
    `select c.id, c.user_id as "userId", c.created_at as "createdAt", coalesce(log.reviews, '[]'::jsonb) as reviews
       from public.cues c
       left join lateral (
         select jsonb_agg(jsonb_build_array(newest.id, newest.grade, extract(epoch from newest.reviewed_at) * 1000)) as reviews
           from (
             select r.id, r.grade, r.reviewed_at from public.cue_reviews r
              where r.user_id = c.user_id and r.cue_id = c.id
              order by r.reviewed_at desc, r.id desc limit $2
           ) newest
       ) log on true
      where c.id = any($1::uuid[]) and c.removed_at is null`,
    [cueIds, mostReplayedReviews],
  );
  return rows.map(({ id, userId, createdAt, reviews }) => ({
    id,
    userId,
    createdAt: createdAt.getTime(),
    reviews: reviews.map(([reviewId, grade, reviewedAt]) => ({
      id: reviewId,
      grade,
      reviewedAt: Math.round(reviewedAt),
    })),
  }));
}

type StoredReview = [id: string, grade: Review['grade'], reviewedAtMs: number];

export type DerivedSchedule = CueSchedule & { cueId: string; userId: string };

/** Rows that say the same already are left alone, so that nobody is told of a change that is none. */
export async function saveSchedules(tx: Tx, schedules: readonly DerivedSchedule[]): Promise<void> {
  await tx.query(
    `insert into public.cue_schedules as k
       (cue_id, user_id, state, due_at, stability, difficulty, step, reps, lapses, scheduled_days, last_review_at)
     select s."cueId", s."userId", s.state, to_timestamp(s."dueAt" / 1000.0), s.stability, s.difficulty, s.step, s.reps, s.lapses,
            s."scheduledDays", to_timestamp(s."lastReviewAt" / 1000.0)
       from jsonb_to_recordset($1::jsonb) as s (
         "cueId" uuid, "userId" uuid, state text, "dueAt" numeric, stability float8, difficulty float8, step int, reps int, lapses int,
         "scheduledDays" int, "lastReviewAt" numeric)
     on conflict (cue_id) do update set
       state = excluded.state, due_at = excluded.due_at, stability = excluded.stability, difficulty = excluded.difficulty,
       step = excluded.step, reps = excluded.reps, lapses = excluded.lapses, scheduled_days = excluded.scheduled_days,
       last_review_at = excluded.last_review_at
     where (k.state, k.due_at, k.stability, k.difficulty, k.step, k.reps, k.lapses, k.scheduled_days, k.last_review_at)
       is distinct from (excluded.state, excluded.due_at, excluded.stability, excluded.difficulty, excluded.step, excluded.reps,
         excluded.lapses, excluded.scheduled_days, excluded.last_review_at)`,
    [JSON.stringify(schedules)],
  );
}

/** The schedules of cues that left their note. The log stays, and with it the schedule comes back. */
export async function dropSchedulesOfRemoved(tx: Tx, cueIds: readonly string[]): Promise<void> {
  await tx.query(
    `delete from public.cue_schedules s using public.cues c
      where s.cue_id = any($1::uuid[]) and c.id = s.cue_id and c.removed_at is not null`,
    [cueIds],
  );
}
