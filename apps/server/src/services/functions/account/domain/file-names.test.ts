import { expect, it } from 'vitest';
import { createFileNames } from './file-names.ts';

it('gives names that every system takes, and no two the same', () => {
  const nameOf = createFileNames('.md');
  expect(nameOf('Stones & rivers')).toBe('Stones & rivers.md');
  expect(nameOf('stones & RIVERS')).toBe('stones & RIVERS (2).md');
  expect(nameOf('a/b\\c:d*e?"<f>|g\u0000')).toBe('a b c d e f g.md');
  expect(nameOf('../../etc/passwd')).toBe('etc passwd.md');
  expect(nameOf('')).toBe('Untitled.md');
  expect(nameOf('...')).toBe('Untitled (2).md');
  expect(nameOf('CON')).toBe('Untitled CON.md');
  expect(nameOf('שלום')).toBe('שלום.md');
  expect([...nameOf('🪨'.repeat(200))].length).toBe(83);
});
