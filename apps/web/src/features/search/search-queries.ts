import type { ItemKind } from '@cairn/contracts/locator';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchDevice } from '../../data/device-search.ts';
import { searchLibrary } from '../../data/search.ts';

export const minimumSearchLength = 2;

export const searchQuery = (words: string, kind: ItemKind | undefined) =>
  queryOptions({
    queryKey: ['search', words, kind],
    queryFn: ({ signal }) => searchLibrary(words, kind, signal),
    enabled: words.length >= minimumSearchLength,
    // The last results stay while the next letter's are fetched.
    placeholderData: keepPreviousData,
    // An article imported a moment ago is indexed from the change feed: look again soon.
    staleTime: 5000,
  });

/** The same without the server, of what was opened on this device. */
export const deviceSearchQuery = (words: string, kind: ItemKind | undefined, userId: string) =>
  queryOptions({
    queryKey: ['device-search', userId, words, kind],
    queryFn: () => searchDevice(words, kind, userId),
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
