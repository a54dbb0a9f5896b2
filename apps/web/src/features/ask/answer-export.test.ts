import type { Citation } from '@cairn/contracts/ask';
import { describe, expect, it } from 'vitest';
import { locatorFromHash } from '../../lib/locator-link.ts';
import { answerAsMarkdown } from './answer-markdown.ts';
import { askedAnswer } from './answer-state.ts';
import { searchWords } from './no-answer.tsx';
import { placeOf } from './place-link.tsx';
import { answerBlocks } from './save-answer.ts';

const locator = (quote: string) => ({ quote, prefix: 'before ', suffix: ' after', chunkHash: 'a'.repeat(64) });
const article: Citation = {
  itemKind: 'article',
  itemId: 'a1',
  title: 'Walls *and* [gates]',
  locator: locator('Walls hold.'),
};
const note: Citation = {
  itemKind: 'note',
  itemId: 'n1',
  title: 'My note',
  locator: locator('I think\nso.'),
  fragment: 'summary',
};
const comment: Citation = {
  itemKind: 'highlight',
  itemId: 'h1',
  title: 'Walls',
  locator: locator('Odd.'),
  readIn: { itemKind: 'article', itemId: 'a2', locator: locator('the marked words') },
};
const marked: Citation = {
  ...comment,
  locator: locator('marked words'),
  readIn: { itemKind: 'article', itemId: 'a2', locator: locator('marked words') },
};
const answer = {
  ...askedAnswer('Why #walls?'),
  sentences: [
    { text: 'Walls hold.', sources: [1] },
    { text: 'They do, it seems.', sources: [1, 2] },
    { text: 'Odd.', sources: [3] },
    { text: 'marked words', sources: [4] },
  ],
  sources: [article, note, comment, marked],
};

describe('the place of a citation', () => {
  it('is in the article, in the note, and for a highlight in its article', () => {
    expect(placeOf(article)).toMatch(/^\/article\/a1#at=/);
    expect(placeOf(note)).toMatch(/^\/note\/n1#at=/);
    const place = placeOf(comment) ?? '';
    expect(place).toMatch(/^\/article\/a2#at=/);
    expect(locatorFromHash(place.slice(place.indexOf('#')))?.quote).toBe('the marked words');
    expect(placeOf({ ...marked, readIn: undefined } as never)).toBeUndefined();
  });
});

describe('an answer as Markdown', () => {
  it('numbers its sources, links them and leaves no sign of the texts unescaped', () => {
    const markdown = answerAsMarkdown(answer, 'https://cairn.example');
    expect(markdown).toContain('## Why \\#walls?\n\nWalls hold. [1]\n\nThey do, it seems. [1][2]\n\n');
    expect(markdown).toContain('1. [Walls \\*and\\* \\[gates\\]](https://cairn.example/article/a1#at=');
    expect(markdown).toContain('“I think so.”');
    expect(markdown.endsWith('”\n')).toBe(true);
  });
});

describe('an answer as a note', () => {
  it('quotes each passage once after the sentence it serves, with its place; nothing stands there twice', () => {
    const blocks = answerBlocks(answer);
    expect(blocks.map(({ type }) => type)).toEqual(['quote', 'paragraph', 'paragraph', 'paragraph', 'quote']);
    expect(blocks[0]).toMatchObject({ quote: { text: 'Walls hold.', articleId: 'a1', locator: article.locator } });
    expect(blocks[1]).toEqual({ type: 'paragraph', runs: [{ text: 'They do, it seems.' }] });
    expect(blocks[2]).toMatchObject({ runs: [{ text: '“I think so.” – ' }, { text: 'My note', link: placeOf(note) }] });
    expect(blocks[3]).toMatchObject({ runs: [{ text: '“Odd.” – ' }, { text: 'Walls', link: placeOf(comment) }] });
    expect(blocks[4]).toMatchObject({ quote: { articleId: 'a2', highlightId: 'h1', text: 'marked words' } });
  });
});

it('searches for the words of a question, without its marks', () => {
  expect(searchWords('¿Qué es  “la noria”?')).toBe('Qué es la noria');
});
