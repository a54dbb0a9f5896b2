import { readStored, workingStorage } from '../../lib/storage.ts';

const mostRecent = 6;
/** Two people who share a browser do not see each other's searches. */
const storageKey = (userId: string) => `cairn-recent-searches-${userId}`;

export function readRecentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey(userId)) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry): entry is string => typeof entry === 'string').slice(0, mostRecent)
      : [];
  } catch {
    return [];
  }
}

export function keepRecentSearch(userId: string, words: string): void {
  const key = words.toLocaleLowerCase();
  // What was typed on the way to these words is not a search of its own.
  const others = readRecentSearches(userId).filter((entry) => !key.startsWith(entry.toLocaleLowerCase()));
  write(userId, [words, ...others].slice(0, mostRecent));
}

export function forgetRecentSearches(userId: string): void {
  write(userId, []);
}

function write(userId: string, searches: readonly string[]): void {
  try {
    workingStorage().storage.setItem(storageKey(userId), JSON.stringify(searches));
  } catch {
    // The storage is full: what was searched before is a convenience.
  }
}
