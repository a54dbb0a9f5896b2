import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTemporaryProject } from '../testing/temporary-project.mjs';
import { contentSignature, listSources, statSignature } from './source-stamp.mjs';

let project;
beforeEach(() => {
  project = createTemporaryProject({
    'src/a.ts': 'a',
    'src/deep/b.ts': 'b',
    'src/a.test.ts': 'test',
    'src/dist/built.js': 'built',
    'other/c.ts': 'c',
  });
});
afterEach(() => project.remove());
const sources = () => listSources(project.root, ['src', 'absent']);

it('sees sources only: no tests, no builds, nothing outside the inputs', () => {
  expect(sources().map(({ file }) => file)).toEqual(['src/a.ts', 'src/deep/b.ts']);
});

it('tells a touched file from a changed one', () => {
  const stat = statSignature(sources());
  const content = contentSignature(project.root, sources());
  expect(statSignature(sources())).toBe(stat);
  utimesSync(`${project.root}/src/a.ts`, 1, 1);
  expect(statSignature(sources())).not.toBe(stat);
  expect(contentSignature(project.root, sources())).toBe(content);
  project.write('src/a.ts', 'A');
  expect(contentSignature(project.root, sources())).not.toBe(content);
});

it('sees a new, a removed and a renamed file, and a changed setting', () => {
  const content = contentSignature(project.root, sources());
  project.write('src/new.ts', '');
  expect(contentSignature(project.root, sources())).not.toBe(content);
  expect(statSignature(sources(), 'VITE_SUPABASE_URL=x')).not.toBe(statSignature(sources()));
});
