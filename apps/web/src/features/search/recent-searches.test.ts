import { beforeEach, expect, it } from 'vitest';
import { forgetRecentSearches, keepRecentSearch, readRecentSearches } from './recent-searches.ts';

beforeEach(() => localStorage.clear());

it('keeps the last searches of each person apart, newest first', () => {
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) keepRecentSearch('alice', words);
  expect(readRecentSearches('alice')).toEqual(['seven', 'six', 'five', 'four', 'three', 'two']);
  expect(readRecentSearches('bob')).toEqual([]);
  forgetRecentSearches('alice');
  expect(readRecentSearches('alice')).toEqual([]);
});

it('keeps no beginnings of a search, and no search twice', () => {
  for (const words of ['sto', 'stone', 'river', 'Stone']) keepRecentSearch('alice', words);
  expect(readRecentSearches('alice')).toEqual(['Stone', 'river']);
});

it.each(['{', '7', '{"a":1}', '[1,null]'])('survives a damaged entry: %s', (stored) => {
  localStorage.setItem('cairn-recent-searches-alice', stored);
  expect(readRecentSearches('alice')).toEqual([]);
});
