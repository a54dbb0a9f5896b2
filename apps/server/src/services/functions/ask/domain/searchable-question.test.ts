import { expect, it } from 'vitest';
import { searchableQuestion } from './searchable-question.ts';

it('leaves a question of spaced words as it is', () => {
  expect(searchableQuestion('How “old” is the wall?')).toBe('How “old” is the wall?');
});

it('takes a question of an unspaced script apart and drops its particles', () => {
  const words = searchableQuestion('猫の名前は何ですか。').split(' ');
  expect(words).toContain('猫');
  expect(words).toContain('名前');
  expect(words).not.toContain('の');
  expect(searchableQuestion('これは')).not.toBe('');
});
