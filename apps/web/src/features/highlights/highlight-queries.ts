import { queryOptions } from '@tanstack/react-query';
import { listHighlights } from '../../data/highlights.ts';
import { listArticleChunks } from '../../data/reading.ts';

export const highlightsQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['highlights', articleId],
    queryFn: ({ signal }) => listHighlights(articleId, signal),
    staleTime: 30_000,
  });

export const chunksQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['article-chunks', articleId],
    queryFn: ({ signal }) => listArticleChunks(articleId, signal),
    staleTime: 5 * 60_000,
  });
