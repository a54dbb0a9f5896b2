import { describe, expect, it } from 'vitest';
import { diffChunks, type StoredChunk, type WantedChunk } from './diff-chunks.ts';

const wanted = (texts: string[]): WantedChunk[] =>
  texts.map((text, ordinal) => ({
    ordinal,
    text,
    textHash: `hash of ${text}`,
    startOffset: ordinal * 10,
    heading: null,
    language: 'english',
  }));
const stored = (texts: string[]): StoredChunk[] =>
  wanted(texts).map(({ text, ...chunk }) => ({ ...chunk, id: `${text}@${chunk.ordinal}` }));

describe('diffChunks', () => {
  it('does nothing when nothing changed', () => {
    expect(diffChunks(stored(['a', 'b', 'b']), wanted(['a', 'b', 'b']))).toEqual({ remove: [], move: [], insert: [] });
  });

  it('rewrites one row when one chunk changed', () => {
    const difference = diffChunks(stored(['a', 'b', 'c']), wanted(['a', 'B', 'c']));
    expect(difference.remove).toEqual(['b@1']);
    expect(difference.move).toEqual([]);
    expect(difference.insert.map((chunk) => chunk.text)).toEqual(['B']);
  });

  it('moves the rows behind an insertion without rewriting their text', () => {
    const difference = diffChunks(stored(['a', 'b', 'c']), wanted(['a', 'new', 'b', 'c']));
    expect(difference.insert.map((chunk) => chunk.ordinal)).toEqual([1]);
    expect(difference.move).toEqual([
      { id: 'b@1', ordinal: 2, startOffset: 20 },
      { id: 'c@2', ordinal: 3, startOffset: 30 },
    ]);
    expect(difference.remove).toEqual([]);
  });

  it('writes a chunk anew when its language or heading changed', () => {
    const next = wanted(['a']).map((chunk) => ({ ...chunk, language: 'german' }));
    expect(diffChunks(stored(['a']), next)).toMatchObject({ remove: ['a@0'], insert: [{ language: 'german' }] });
  });
});
