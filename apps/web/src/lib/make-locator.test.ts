import { locatorSchema } from '@cairn/contracts/locator';
import { expect, it } from 'vitest';
import { locatePassage } from './locate-passage.ts';
import { longestQuote, makeLocator } from './make-locator.ts';

const hash = 'b'.repeat(64);

it('is null for nothing and for too much', () => {
  expect(makeLocator('a   b', 1, 4)).toBeNull();
  expect(makeLocator('a'.repeat(longestQuote + 2), 0, longestQuote + 1)).toBeNull();
});

it('leaves out white space around the passage and names the chunk it begins in', () => {
  const text = 'One two.\n\nThree four.';
  const locator = makeLocator(text, 8, 16, [
    { hash: 'a'.repeat(64), start: 0 },
    { hash, start: 10 },
  ]);
  expect(locator).toEqual({ quote: 'Three', prefix: 'One two.\n\n', suffix: ' four.', chunkHash: hash });
});

it('never cuts a surrogate pair, and what it makes is valid and found again', () => {
  const text = '🪨'.repeat(40);
  for (let start = 0; start < 12; start += 1) {
    const locator = makeLocator(text, start + 30, start + 33);
    expect(locatorSchema.safeParse(locator).success).toBe(true);
    expect(Object.values(locator ?? {}).some((part) => /\p{Surrogate}/u.test(part))).toBe(false);
    expect(locatePassage(text, locator ?? { quote: '', prefix: '', suffix: '', chunkHash: hash })).toBeDefined();
  }
});
