import { queryOptions } from '@tanstack/react-query';
import { getArticle } from '../../data/articles.ts';

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', 'one', id],
    queryFn: ({ signal }) => getArticle(id, signal),
    // The text of an article never changes after its import.
    staleTime: 5 * 60_000,
  });
