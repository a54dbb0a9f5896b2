import { snippetMarkEnd, snippetMarkStart } from '@cairn/contracts/search';
import { expect, it } from 'vitest';
import { parseSnippet } from './snippet.ts';

const marked = (text: string) => snippetMarkStart + text + snippetMarkEnd;

it('keeps HTML as the text it is', () => {
  expect(parseSnippet(`<b>${marked('<img onerror=x>')}`)).toEqual([
    { text: '<b>', marked: false },
    { text: '<img onerror=x>', marked: true },
  ]);
});

it('splits at the marks, in order, also when they touch', () => {
  expect(parseSnippet(`a ${marked('b')}${marked('c')} d`)).toEqual([
    { text: 'a ', marked: false },
    { text: 'b', marked: true },
    { text: 'c', marked: true },
    { text: ' d', marked: false },
  ]);
});

it('loses no text and shows no mark when marks are stray or missing', () => {
  const snippets = [`${snippetMarkEnd}a`, `a${snippetMarkStart}b`, `${snippetMarkStart}${snippetMarkStart}a`, ''];
  expect(
    snippets.map((snippet) =>
      parseSnippet(snippet)
        .map(({ text }) => text)
        .join(''),
    ),
  ).toEqual(['a', 'ab', 'a', '']);
});
