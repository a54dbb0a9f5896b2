import { expect, it } from 'vitest';
import { rankMatches } from './rank-matches.ts';

const items = [
  { title: 'Open Dashboard', keywords: ['home', 'start'] },
  { title: 'Cornell Notes' },
  { title: 'New note', keywords: ['create', 'write'] },
  { title: 'Über alles' },
];
const titles = (query: string) => rankMatches(items, query).map(({ title }) => title);

it('finds by every typed word, in any order, whatever the case and the accents', () => {
  expect(titles('NOTE new')).toEqual(['New note']);
  expect(titles('uber')).toEqual(['Über alles']);
  expect(titles('note missing')).toEqual([]);
});

it('puts what begins so before what contains it, and other words for it last', () => {
  expect(titles('n')).toEqual(
    ['New note', 'Cornell Notes', 'Open Dashboard'].filter((title) => titles('n').includes(title)),
  );
  expect(titles('note')).toEqual(['Cornell Notes', 'New note']);
  expect(titles('new')).toEqual(['New note']);
  expect(titles('write')).toEqual(['New note']);
  expect(titles('start')).toEqual(['Open Dashboard']);
});

it('keeps everything, in order, while nothing is typed', () => {
  expect(titles('  ')).toEqual(items.map(({ title }) => title));
});
