import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';
import { createTemporaryProject } from './testing/temporary-project.mjs';

const wanted = (version) => ({
  'node_modules/a': { version },
  'node_modules/only-on-a-mac': { version: '1.0.0', optional: true },
});
const lockfile = (packages) => JSON.stringify({ packages: { '': {}, ...packages } });

let project;
beforeEach(() => {
  project = createTemporaryProject({
    'package-lock.json': lockfile(wanted('1.0.0')),
    'node_modules/.package-lock.json': JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
    'node_modules/a/package.json': '{}',
  });
});
afterEach(() => project.remove());

it('is content with what npm installed, and remembers it', () => {
  expect(isInstalled(project.root)).toBe(true);
  expect(existsSync(`${project.root}/node_modules/.cairn-install.json`)).toBe(true);
  expect(isInstalled(project.root)).toBe(true);
});

it('wants an install after the lockfile asks for another version', () => {
  expect(isInstalled(project.root)).toBe(true);
  project.write('package-lock.json', lockfile(wanted('1.0.1')));
  expect(isInstalled(project.root)).toBe(false);
});

it('wants none after the lockfile changed in nothing that is installed', () => {
  expect(isInstalled(project.root)).toBe(true);
  project.write('package-lock.json', `${lockfile(wanted('1.0.0'))}\n`);
  expect(isInstalled(project.root)).toBe(true);
});

it('wants one when a package, or everything, is gone', () => {
  rmSync(`${project.root}/node_modules/a`, { recursive: true });
  expect(isInstalled(project.root)).toBe(false);
  rmSync(`${project.root}/node_modules`, { recursive: true });
  expect(isInstalled(project.root)).toBe(false);
});
