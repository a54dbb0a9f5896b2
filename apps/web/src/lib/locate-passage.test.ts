import { expect, it } from 'vitest';
import { locatePassage } from './locate-passage.ts';

const chunkHash = 'a'.repeat(64);
const find = (text: string, quote: string, prefix = '', suffix = '') => {
  const found = locatePassage(text, { quote, prefix, suffix, chunkHash });
  return found && { text: text.slice(found.start, found.end), start: found.start, exact: found.exact };
};

it('says that a passage is gone', () => {
  expect(find('The text was rewritten.', 'The wall stands.')).toBeUndefined();
  expect(find('', 'x')).toBeUndefined();
  expect(find('anything', ' \n ')).toBeUndefined();
});

it('takes the place whose surroundings match, not the first with the same words', () => {
  const text = 'It stood. The wall fell. Then it stood again. It stood. The end.';
  expect(find(text, 'It stood.', 'Then it stood again. ', ' The end.')).toEqual({
    text: 'It stood.',
    start: 46,
    exact: true,
  });
});

it('takes the best place when the surroundings have changed a little', () => {
  const text = 'red wall. blue wall. green wall.';
  const found = find(text, 'wall.', 'deep blue ', ' lime wall.');
  expect(found).toEqual({ text: 'wall.', start: text.indexOf('blue wall') + 5, exact: false });
});

it('does not mind where lines and blocks are broken', () => {
  expect(find('One\n\n  two\u00a0three\tfour', 'two three', 'One ', ' four')).toEqual({
    text: 'two\u00a0three',
    start: 7,
    exact: true,
  });
});

it('does not mind soft hyphens, and keeps surrogate pairs whole', () => {
  expect(find('a sup\u00adport 🪨🪨 b', 'support 🪨🪨')?.text).toBe('sup\u00adport 🪨🪨');
});
