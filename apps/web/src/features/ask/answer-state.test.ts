import type { AskEvent, Citation } from '@cairn/contracts/ask';
import { describe, expect, it } from 'vitest';
import { askedAnswer, isRunning, withEvent } from './answer-state.ts';
import { emptyThread, shownAnswer, withAnswer, withQuestion } from './answer-thread.ts';

const citation = (quote: string, more: Partial<Citation> = {}): Citation => ({
  itemKind: 'article',
  itemId: 'a1',
  title: 'Walls',
  locator: { quote, prefix: '', suffix: '', chunkHash: 'a'.repeat(64) },
  ...more,
});
const play = (...events: AskEvent[]) => events.reduce(withEvent, askedAnswer('Why?'));
const start: AskEvent = { type: 'start', provider: 'built-in', providerKind: 'extractive' };

describe('numbering of sources', () => {
  it('follows the order in which they are first cited, once each', () => {
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

  it('keeps apart the same words in two items, in two passages, and twice in one passage', () => {
    const elsewhere = citation('x');
    const answer = play(start, {
      type: 'sentence',
      text: 'One.',
      citations: [
        citation('x'),
        citation('x', { itemId: 'a2' }),
        citation('x', { locator: { ...elsewhere.locator, chunkHash: 'b'.repeat(64) } }),
        citation('x', { locator: { ...elsewhere.locator, prefix: 'again ' } }),
        citation('x'),
      ],
    });
    expect(answer.sentences[0]?.sources).toEqual([1, 2, 3, 4]);
  });
});

it('keeps what was said when the answer fails, and says why', () => {
  const answer = play(
    start,
    { type: 'sentence', text: 'One.', citations: [] },
    { type: 'failed', code: 'timeout', message: 'Too slow.' },
  );
  expect(answer).toMatchObject({
    step: 'failed',
    problem: { code: 'timeout', message: 'Too slow.' },
    sentences: [{ text: 'One.' }],
  });
  expect(isRunning(answer)).toBe(false);
});

it('keeps the nearest passages when there is no answer', () => {
  expect(play(start, { type: 'not_found', nearest: [citation('near')] })).toMatchObject({
    step: 'not_found',
    nearest: [{ title: 'Walls' }],
  });
});

describe('the questions of a session', () => {
  it('shows the newest, keeps ten, and asks the same one only once', () => {
    let thread = emptyThread;
    for (let i = 0; i < 14; i += 1) thread = withQuestion(thread, `Question ${i}`);
    expect(thread.answers).toHaveLength(10);
    expect(shownAnswer(thread)?.question).toBe('Question 13');
    thread = withQuestion(thread, 'Question 9');
    expect(thread.answers).toHaveLength(10);
    expect(thread.answers.filter(({ question }) => question === 'Question 9')).toHaveLength(1);
    expect(shownAnswer(thread)?.question).toBe('Question 9');
  });

  it('ends the one before when a new one is asked, and tells their events apart', () => {
    const first = withQuestion(emptyThread, 'First?');
    const firstId = first.answers[0]?.id ?? '';
    const both = withQuestion(first, 'Second?');
    expect(both.answers.map(({ step }) => step)).toEqual(['asking', 'stopped']);
    const late = withAnswer(both, firstId, (answer) => ({ ...answer, step: 'done' }));
    expect(late.answers.map(({ step }) => step)).toEqual(['asking', 'done']);
  });
});
