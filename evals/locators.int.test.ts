import { describe, expect, it } from 'vitest';
import { addUp, evaluate, type Language, languages } from './locators.ts';

describe('a thousand random edits', () => {
  const names = Object.keys(languages) as Language[];
  const run = (inARow: number) => names.map((name) => evaluate(name, Math.ceil(1000 / names.length), inARow));

  it.each([1, 25])('are survived, %i in a row: nineteen of twenty right, the others marked', (inARow) => {
    const { edits, passages, right, marked, wrong } = addUp(run(inARow));
    expect(edits).toBeGreaterThanOrEqual(1000);
    expect(right + marked + wrong).toBe(passages);
    expect(right / passages).toBeGreaterThanOrEqual(0.95);
    // Elsewhere without a word: a few texts in which a short phrase stands twice.
    expect(wrong / passages).toBeLessThan(0.001);
  });
});
