import { queryOptions } from '@tanstack/react-query';
import { getArticle } from '../../data/articles.ts';
import { getReadingPosition } from '../../data/reading.ts';

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'one', id],
    queryFn: ({ signal }) => getArticle(id, signal),
    // The text of an article never changes after its import.
    staleTime: 5 * 60_000,
  });

export const positionQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['reading-position', articleId],
    queryFn: ({ signal }) => getReadingPosition(articleId, signal),
    // Another device may have read on: asked again at each opening.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: 1,
  });
