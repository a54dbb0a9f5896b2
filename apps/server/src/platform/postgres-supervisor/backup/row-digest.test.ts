import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRowDigest } from './row-digest.ts';

function digest(...chunks: string[]) {
  const digest_ = createRowDigest();
  for (const chunk of chunks) digest_.update(Buffer.from(chunk));
  return digest_.finish();
}

it('counts rows and bytes, and hashes the bytes as they are', () => {
  const { rows, bytes, sha256 } = digest('1\tä\n2\t\\N\n');
  expect({ rows, bytes }).toEqual({ rows: 2, bytes: 10 });
  expect(sha256).toBe(createHash('sha256').update('1\tä\n2\t\\N\n').digest('hex'));
});

it('does not depend on where the chunks are cut', () => {
  expect(digest('ab', 'c\nd', 'ef\n', 'g\n')).toEqual(digest('abc\ndef\ng\n'));
});

it('has a row digest that is the same in any order, and another for other rows', () => {
  const rows = digest('a\nb\nc\n').rowDigest;
  expect(digest('c\na\nb\n').rowDigest).toBe(rows);
  expect(digest('a\nb\nd\n').rowDigest).not.toBe(rows);
  expect(digest('a\nb\n').rowDigest).not.toBe(rows);
  // Doubling two rows must not cancel out, as it would with exclusive-or.
  expect(digest('a\na\n').rowDigest).not.toBe(digest('b\nb\n').rowDigest);
});

it('is zero for nothing', () => {
  expect(digest()).toMatchObject({ rows: 0, bytes: 0, rowDigest: '0'.repeat(64) });
});
