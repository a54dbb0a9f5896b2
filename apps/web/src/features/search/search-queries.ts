import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchLibrary } from '../../data/search.ts';

export const minimumSearchLength = 2;

export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) => searchLibrary(words, signal),
    enabled: words.length >= minimumSearchLength,
    // The last results stay while the next letter's are fetched.
    placeholderData: keepPreviousData,
    // An article imported a moment ago is indexed from the change feed: look again soon.
    staleTime: 5000,
  });
