import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getDueSummary } from '../../data/cues.ts';
import { derivedAfterMilliseconds, onReviewsSent } from '../../runtime/review-sender.ts';

const summaryKey = ['cues', 'summary'];

/** Apart from the other queries: the badge must not bring the scheduler along. */
export const dueSummaryQuery = (userId: string, noteId?: string) =>
  queryOptions({
    queryKey: [...summaryKey, userId, noteId ?? null],
    queryFn: ({ signal }) => getDueSummary(noteId, signal),
    // Cues become due by themselves.
    refetchInterval: 60_000,
  });

/** Counts anew when grades have reached the server. */
export function useRecountAfterSending(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onReviewsSent(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: summaryKey }), derivedAfterMilliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
}
