import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeBundles, measureBundles } from './bundle-budgets.mjs';

let dist;
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'cairn-budgets-'));
  mkdirSync(path.join(dist, 'assets'));
  const write = (name, text) => writeFileSync(path.join(dist, name), text);
  for (const name of ['entry', 'shared', 'deep', 'route', 'later'])
    write(`assets/${name}-abc.js`, `// ${name} `.repeat(50));
  write('theme.js', 'theme()');
  write(
    'index.html',
    '<script src="/theme.js"></script><script type="module" crossorigin src="/assets/entry-abc.js"></script>' +
      '<link rel="modulepreload" crossorigin href="/assets/shared-abc.js"><link rel="icon" href="/favicon.svg">',
  );
  write(
    'chunks.json',
    JSON.stringify({
      'src/main.tsx': {
        file: 'assets/entry-abc.js',
        imports: ['_shared'],
        dynamicImports: ['src/route.tsx', 'src/later.tsx'],
      },
      _shared: { file: 'assets/shared-abc.js' },
      _deep: { file: 'assets/deep-abc.js' },
      'src/route.tsx': { file: 'assets/route-abc.js', imports: ['_deep'] },
      'src/later.tsx': { file: 'assets/later-abc.js' },
    }),
  );
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const budget = (routes, limit) => [{ name: 'page', page: 'index.html', routes, limit }];

it('counts what the page names, what its route brings and what those import, each once', () => {
  const [measured] = measureBundles(dist, budget([/route\.tsx$/], 10_000));
  expect(measured.sizes.map(({ file }) => file).toSorted()).toEqual([
    'assets/deep-abc.js',
    'assets/entry-abc.js',
    'assets/route-abc.js',
    'assets/shared-abc.js',
    'theme.js',
  ]);
  expect(measured.total).toBe(measured.sizes.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(describeBundles([measured])[0]).toMatch(/^ok {3}page: /);
});

it('says OVER, with the files, when the limit is passed', () => {
  const [text] = describeBundles(measureBundles(dist, budget([], 10)));
  expect(text).toMatch(/^OVER page: /);
  expect(text).toContain('assets/entry-abc.js');
});

it('does not pass silently when its route is gone', () => {
  expect(() => measureBundles(dist, budget([/gone\.tsx$/], 10_000))).toThrow(/out of date/);
});
