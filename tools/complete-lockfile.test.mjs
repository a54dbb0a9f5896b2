import { expect, it } from 'vitest';
import { completeLockfile, platformOf } from './complete-lockfile.mjs';

it.each([
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['@tailwindcss/oxide-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['fsevents', undefined],
  ['@emnapi/runtime', undefined],
])('reads the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

it('adds what is missing beside the package that wants it, and nothing twice', () => {
  const wants = { optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '1.0.0' }, dev: true };
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0', ...wants },
      'node_modules/a-linux-x64': { version: '1.0.0' },
      'node_modules/b/node_modules/a': { version: '2.0.0', optionalDependencies: { 'a-darwin-x64': '2.0.0' } },
    },
  };
  expect(completeLockfile(lock)).toEqual(['node_modules/a-darwin-x64', 'node_modules/b/node_modules/a-darwin-x64']);
  expect(lock.packages['node_modules/a-darwin-x64']).toEqual({
    version: '1.0.0',
    os: ['darwin'],
    cpu: ['x64'],
    dev: true,
    optional: true,
  });
  expect(completeLockfile(lock)).toEqual([]);
});
