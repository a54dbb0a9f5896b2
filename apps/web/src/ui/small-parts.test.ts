import { expect, test } from 'vitest';
import { initials } from './avatar.tsx';
import { keyNames } from './kbd.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  ', 'A'],
  ['Jean-Luc de la Tour', 'JT'],
  ['محمد بن موسى', 'مم'],
  ['👩🏽‍🚀 Sally', '👩🏽‍🚀S'],
  ['', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('keys have the names that stand on this keyboard', () => {
  expect(keyNames('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
  expect(keyNames('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K']);
  expect(keyNames('?', false)).toEqual(['?']);
  expect(keyNames('esc', false)).toEqual(['Esc']);
});
