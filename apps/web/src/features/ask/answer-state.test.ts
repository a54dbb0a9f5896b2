import type { AskEvent, Citation } from '@cairn/contracts/ask';
import { expect, it } from 'vitest';
import { askedAnswer, isRunning, withEvent } from './answer-state.ts';

const citation = (quote: string): Citation => ({
  itemKind: 'article',
  itemId: 'a1',
  title: 'Walls',
  locator: { quote, prefix: '', suffix: '', chunkHash: 'a'.repeat(64) },
});
const play = (...events: AskEvent[]) => events.reduce(withEvent, askedAnswer('Why?'));
const start: AskEvent = { type: 'start', provider: 'built-in', providerKind: 'extractive' };

it('numbers sources in the order in which they are first cited, once each', () => {
  const answer = play(
    start,
    { type: 'sentence', text: 'One.', citations: [citation('x')] },
    { type: 'sentence', text: 'Two.', citations: [citation('y'), citation('x'), citation('y')] },
    { type: 'done' },
  );
  expect(answer.sentences.map(({ sources }) => sources)).toEqual([[1], [2, 1]]);
  expect(answer.sources.map(({ locator }) => locator.quote)).toEqual(['x', 'y']);
  expect(answer.step).toBe('done');
});

it('keeps what was said when the answer fails, and says why', () => {
  const answer = play(
    start,
    { type: 'sentence', text: 'One.', citations: [] },
    { type: 'failed', code: 'timeout', message: 'Too slow.' },
  );
  expect(answer).toMatchObject({ step: 'failed', problem: 'Too slow.', sentences: [{ text: 'One.' }] });
  expect(isRunning(answer)).toBe(false);
});

it('keeps the nearest passages when there is no answer', () => {
  expect(play(start, { type: 'not_found', nearest: [citation('near')] })).toMatchObject({
    step: 'not_found',
    nearest: [{ title: 'Walls' }],
  });
});
