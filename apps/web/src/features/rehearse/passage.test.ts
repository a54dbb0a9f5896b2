import { describe, expect, it } from 'vitest';
import { answerOf } from './passage.ts';

const locator = (quote: string, prefix = '', suffix = '') => ({ quote, prefix, suffix, chunkHash: 'a'.repeat(64) });
const note = (text: string) => ({ text, summary: '' });

describe('the answer to a cue', () => {
  it('is its passage with the paragraph around it, and nothing of the next one', () => {
    const text = 'First of all.\nA cairn is a heap of stones, built on purpose.\nLast of all.';
    expect(answerOf(note(text), locator('a heap of stones'))).toEqual({
      kind: 'passage',
      before: 'A cairn is ',
      marked: 'a heap of stones',
      after: ', built on purpose.',
    });
  });

  it('takes the place whose surroundings fit where the words stand twice', () => {
    const text = 'red stones here\nblue stones there';
    expect(answerOf(note(text), locator('stones', 'blue ', ' there'))).toMatchObject({
      before: 'blue ',
      after: ' there',
    });
  });

  it('shortens a long paragraph at words and says so', () => {
    const text = `${'before '.repeat(400)}the words${' after'.repeat(400)}`;
    const answer = answerOf(note(text), locator('the words'));
    if (answer.kind !== 'passage') throw new Error(answer.kind);
    expect(answer.before).toMatch(/^… before/);
    expect(answer.after).toMatch(/after …$/);
    expect(answer.before.length).toBeLessThan(620);
    expect(answer.after.length).toBeLessThan(620);
  });

  it('is the beginning of the note when the passage is gone or none was named', () => {
    const text = 'Something else. '.repeat(200);
    const lost = answerOf(note(text), locator('a heap of stones'));
    expect(lost.kind).toBe('lost');
    expect(answerOf(note(text), null).kind).toBe('note');
    expect('text' in lost && lost.text.length).toBeLessThanOrEqual(1202);
    expect(answerOf(note(' \n '), null)).toEqual({ kind: 'empty' });
  });
});
