import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  findTitles,
  getNoteSource,
  listNotes,
  type NoteCursor,
  type NoteSummary,
  notePageSize,
} from '../../data/notes-list.ts';

export const notesQuery = infiniteQueryOptions({
  queryKey: ['notes', 'list'],
  queryFn: ({ pageParam, signal }) => listNotes(pageParam, signal),
  initialPageParam: undefined as NoteCursor | undefined,
  getNextPageParam: (page: NoteSummary[]): NoteCursor | undefined => {
    const last = page.at(-1);
    return last && page.length === notePageSize ? { created_at: last.created_at, id: last.id } : undefined;
  },
});

export const titlesQuery = (words: string) =>
  queryOptions({ queryKey: ['notes', 'titles', words], queryFn: ({ signal }) => findTitles(words, signal) });

export const sourceQuery = (articleId: string) =>
  queryOptions({
    queryKey: ['notes', 'source', articleId],
    queryFn: ({ signal }) => getNoteSource(articleId, signal),
  });
