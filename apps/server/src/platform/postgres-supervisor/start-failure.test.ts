import { expect, it } from 'vitest';
import { filesAt } from './files-location.ts';
import { explainFailure } from './start-failure.ts';

const files = filesAt('/srv/data/postgres', false);

it.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 1, 'disk_full'],
  ['FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9', 1, 'disk_full'],
  ['PANIC:  could not locate a valid checkpoint record at 0/1500028', 134, 'data_damaged'],
  ['FATAL:  could not open file "global/pg_control": No such file or directory', 1, 'data_damaged'],
  [
    'FATAL:  database files are incompatible with server\nDETAIL: …initialized by PostgreSQL version 17',
    1,
    'other_version',
  ],
  [
    'postgres: error while loading shared libraries: libicui18n.so.60: cannot open shared object file',
    127,
    'runtime_unusable',
  ],
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 1, 'port_taken'],
  ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', 1, 'already_running'],
  ['FATAL:  data directory "/srv/data" has wrong ownership', 1, 'no_permission'],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', 1, 'start_failed'],
  ['', null, 'start_failed'],
])('%j means %s', (output, status, reason) => {
  const error = explainFailure(output, files, status);
  expect(error.reason).toBe(reason);
  expect(error.message).toMatch(/\.$/);
  expect(error.message).not.toContain('\n');
});

it('names the setting that PostgreSQL does not accept', () => {
  const output = `2026 UTC [1] LOG:  invalid value for parameter "work_mem": "much"
2026 UTC [1] FATAL:  configuration file "/srv/x.conf" contains errors`;
  expect(explainFailure(output, files, 1).message).toContain('invalid value for parameter "work_mem": "much"');
});
