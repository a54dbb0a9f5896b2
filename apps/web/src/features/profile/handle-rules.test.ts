import { describe, expect, it } from 'vitest';
import { handleProblem, lengthOf, tidyHandle } from './handle-rules.ts';

describe('a handle', () => {
  it('is tidied as it is typed', () => {
    expect(tidyHandle(' @Ada_1815 ')).toBe('ada_1815');
  });

  it.each(['abc', 'ada_1815', '___', '0'.repeat(30), ''])('can be %j', (handle) => {
    expect(handleProblem(handle)).toBeUndefined();
  });

  it.each([
    ['ab', 'at least 3'],
    ['a'.repeat(31), 'at most 30'],
    ['ada lovelace', 'only the letters'],
    ['ada-lovelace', 'only the letters'],
    ['ädä', 'only the letters'],
  ])('cannot be %j', (handle, why) => {
    expect(handleProblem(handle)).toContain(why);
  });

  it('counts characters as the database does', () => {
    expect(lengthOf('🪨é')).toBe(2);
  });
});
