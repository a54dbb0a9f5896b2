import { queryOptions } from '@tanstack/react-query';
import { getNoteTexts, listDueCues } from '../../data/cues.ts';
import { recentReviews } from '../../runtime/review-sender.ts';
import { withRecentReviews } from './session.ts';

export interface Rehearsal {
  userId: string;
  noteId: string | undefined;
  upcoming: boolean;
  /** Counts the sittings: each gets a list of its own. */
  round: number;
}

/** Fetched once per sitting: what is asked does not change under the person's hands. */
export const sittingQuery = ({ userId, noteId, upcoming, round }: Rehearsal) =>
  queryOptions({
    queryKey: ['cues', 'sitting', userId, noteId ?? null, upcoming, round],
    queryFn: async ({ signal }) => {
      const cues = await listDueCues({ noteId, upcoming }, signal);
      return withRecentReviews(cues, await recentReviews(userId), { upcoming, now: Date.now() });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Fetched as soon as the sitting begins: the answers are there when they are asked for, also without a connection. */
export const noteTextsQuery = (noteIds: readonly string[]) =>
  queryOptions({
    queryKey: ['cues', 'note-texts', [...noteIds].sort()],
    queryFn: ({ signal }) => getNoteTexts(noteIds, signal),
    enabled: noteIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
