import { infiniteQueryOptions } from '@tanstack/react-query';
import { type ArticleCursor, articlePageSize, listArticles } from '../../data/articles.ts';

export const articlesQuery = infiniteQueryOptions({
  queryKey: ['articles', 'list'],
  queryFn: ({ pageParam, signal }) => listArticles(pageParam, signal),
  initialPageParam: undefined as ArticleCursor | undefined,
  getNextPageParam: (page): ArticleCursor | undefined => {
    const last = page.at(-1);
    return last && page.length === articlePageSize ? { created_at: last.created_at, id: last.id } : undefined;
  },
});
