import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryProject } from '../testing/temporary-project.mjs';
import { buildId, listFiles, precompress, publish } from './publish-build.mjs';

let project;
let dist;
beforeEach(() => {
  project = createTemporaryProject({});
  dist = `${project.root}/dist`;
  mkdirSync(dist);
});
afterEach(() => project.remove());

/** Publishes one build of these files, as build.mjs does. */
function release(files, options = {}) {
  for (const [file, content] of Object.entries(files)) project.write(`dist/.building-1/${file}`, content);
  publish(`${dist}/.building-1`, dist, `${project.root}/generation.json`, { lastFiles: ['index.html'], ...options });
}

const day = 24 * 60 * 60 * 1000;
const named = (letter) => `assets/app-${letter.repeat(8)}.js`;
/** One hashed file and the page that names it. */
const app = (letter, options = {}) => release({ 'index.html': letter, [named(letter)]: letter.repeat(10) }, options);
const keptApps = () => [...'ABCDEF'].filter((letter) => listFiles(dist).includes(named(letter))).join('');

describe('publishing a build', () => {
  it('keeps the hashed files of the build before, and nothing else of it', () => {
    release({ 'index.html': 'one', 'assets/app-AAAAAAAA.js': '1', 'robots.txt': 'x' });
    release({ 'index.html': 'two', 'assets/app-BBBBBBBB.js': '2' });
    expect(listFiles(dist)).toEqual(['assets/app-AAAAAAAA.js', 'assets/app-BBBBBBBB.js', 'index.html']);
    release({ 'index.html': 'three', 'assets/app-CCCCCCCC.js': '3' });
    expect(listFiles(dist)).toEqual(['assets/app-BBBBBBBB.js', 'assets/app-CCCCCCCC.js', 'index.html']);
    expect(readFileSync(`${dist}/index.html`, 'utf8')).toBe('three');
  });

  it('keeps the files of every build that was replaced within the days asked for', () => {
    const keep = { forMs: 7 * day, builds: 12 };
    app('A', { keep, now: 0 });
    // Open for a month until it is replaced: its seven days begin then.
    app('B', { keep, now: 30 * day });
    app('C', { keep, now: 32 * day });
    app('D', { keep, now: 37 * day });
    expect(keptApps()).toBe('ABCD');
    app('E', { keep, now: 37.5 * day });
    expect(keptApps()).toBe('BCDE');
    app('F', { keep, now: 60 * day });
    expect(keptApps()).toBe('EF');
  });

  it('keeps no more builds and no more bytes of them than it may, but always the one just replaced', () => {
    for (const letter of 'ABCDE') app(letter, { keep: { forMs: day, builds: 2 }, now: 0 });
    expect(keptApps()).toBe('CDE');
    app('F', { keep: { forMs: day, builds: 9, bytes: 25 }, now: 0 });
    expect(keptApps()).toBe('DEF');
    app('A', { keep: { forMs: day, builds: 9, bytes: 1 }, now: 0 });
    expect(keptApps()).toBe('AF');
  });

  it('counts a build that changed nothing as none', () => {
    const keep = { forMs: day, builds: 1 };
    for (const letter of 'ABBB') app(letter, { keep, now: 0 });
    expect(keptApps()).toBe('AB');
    app('A', { keep, now: 0 });
    expect(keptApps()).toBe('AB');
    expect(readFileSync(`${dist}/index.html`, 'utf8')).toBe('A');
  });

  it('keeps what it finds when its own record is lost', () => {
    release({ 'index.html': 'one', 'assets/app-AAAAAAAA.js': '1' });
    writeFileSync(`${project.root}/generation.json`, 'torn');
    release({ 'index.html': 'two', 'assets/app-BBBBBBBB.js': '2' });
    expect(listFiles(dist)).toContain('assets/app-AAAAAAAA.js');
  });
});

describe('the build id', () => {
  it('follows the content, and neither the source maps nor the order of writing', () => {
    project.write('a/one.js', '1');
    project.write('a/two.js', '2');
    project.write('a/two.js.map', 'x');
    project.write('b/two.js', '2');
    project.write('b/one.js', '1');
    expect(buildId(`${project.root}/a`)).toBe(buildId(`${project.root}/b`));
    project.write('b/one.js', '1 ');
    expect(buildId(`${project.root}/a`)).not.toBe(buildId(`${project.root}/b`));
  });
});

describe('precompressing', () => {
  const text = 'const answer = 42; '.repeat(200);

  it('writes both encodings of what gets smaller, and nothing for the rest', async () => {
    project.write('dist/app-AAAAAAAA.js', text);
    project.write('dist/tiny.js', 'x');
    project.write('dist/photo.png', text);
    await precompress(dist, undefined);
    expect(listFiles(dist)).toEqual([
      'app-AAAAAAAA.js',
      'app-AAAAAAAA.js.br',
      'app-AAAAAAAA.js.gz',
      'photo.png',
      'tiny.js',
    ]);
    expect(brotliDecompressSync(readFileSync(`${dist}/app-AAAAAAAA.js.br`)).toString()).toBe(text);
    expect(gunzipSync(readFileSync(`${dist}/app-AAAAAAAA.js.gz`)).toString()).toBe(text);
  });

  it('reuses the copies of files that did not change, and of no other', async () => {
    for (const file of ['assets/app-AAAAAAAA.js', 'robots.txt']) {
      project.write(`before/${file}.br`, 'kept');
      project.write(`dist/${file}`, text);
    }
    project.write('before/assets/app-AAAAAAAA.js', text);
    project.write('before/robots.txt', `${text}.`);
    await precompress(dist, `${project.root}/before`);
    expect(readFileSync(`${dist}/assets/app-AAAAAAAA.js.br`, 'utf8')).toBe('kept');
    expect(brotliDecompressSync(readFileSync(`${dist}/robots.txt.br`)).toString()).toBe(text);
  });
});
