import { expect, it } from 'vitest';
import { parsePostmasterPid } from './postmaster-pid.ts';

it('reads a complete file', () => {
  const text = '4711\n/data dir/ü\n1766282400\n5432\n/run/socket\n\n  12345   98765\nready   \n';
  expect(parsePostmasterPid(text)).toEqual({
    pid: 4711,
    dataDir: '/data dir/ü',
    port: 5432,
    socketDir: '/run/socket',
    status: 'ready',
  });
});

it('reads a file that is still being written', () => {
  expect(parsePostmasterPid('4711\n/data\n')).toEqual({
    pid: 4711,
    dataDir: '/data',
    port: null,
    socketDir: null,
    status: null,
  });
});

it('reads the negative number of a single-user process', () => {
  expect(parsePostmasterPid('-12\n/data\n')?.pid).toBe(12);
});

it.each(['', '\n', 'abc\n/data', '0\n/data', '1.5\n', '99999999999999999999\n'])('finds no process in %j', (text) => {
  expect(parsePostmasterPid(text)).toBeNull();
});
