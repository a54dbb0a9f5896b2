import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { allChecks } from './check.mjs';
import { checkDocLinks } from './checks/doc-links.mjs';
import { checkFileSizes } from './checks/file-sizes.mjs';
import { checkLockfile } from './checks/lockfile.mjs';
import { checkMigrations } from './checks/migrations.mjs';
import { createTemporaryProject } from './testing/temporary-project.mjs';

const projects = [];
const project = (files, options) => {
  const made = createTemporaryProject(files, options);
  projects.push(made);
  return made;
};
afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});
const lines = (count) => 'const a = 1;\n'.repeat(count);

describe('file sizes', () => {
  it('stops source at 400 lines and tests at 600, and exempts generated files', () => {
    const { root } = project({
      'apps/server/src/long.ts': lines(401),
      'apps/server/src/short.ts': lines(400),
      'apps/server/src/long.test.ts': lines(601),
      'apps/server/src/short.test.ts': lines(600),
      'packages/contracts/src/database.gen.ts': lines(5000),
    });
    const { problems } = checkFileSizes(root);
    expect(problems).toHaveLength(2);
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringContaining('src/long.ts has 401'),
        expect.stringContaining('long.test.ts has 601'),
      ]),
    );
  });
});

describe('migrations', () => {
  const folder = 'supabase/migrations';
  it.each([
    ['a name without a verb', { [`${folder}/20260101000000_notes.sql`]: 'select 1;' }, /YYYYMMDD/],
    ['a date that is none', { [`${folder}/20261301000000_create_notes.sql`]: 'select 1;' }, /not a date/],
    [
      'two with one time stamp',
      { [`${folder}/20260101000000_create_a.sql`]: '', [`${folder}/20260101000000_create_b.sql`]: '' },
      /same time stamp/,
    ],
    ['a way back', { [`${folder}/20260101000000_create_a.sql`]: '-- migrate:down\ndrop table a;' }, /forward only/],
    [
      'a transaction of its own',
      { [`${folder}/20260101000000_create_a.sql`]: 'begin;\nselect 1;\ncommit;' },
      /migrator/,
    ],
    ['none at all', {}, /no migration/],
  ])('refuses %s', (_what, files, problem) => {
    expect(checkMigrations(project(files).root).problems).toEqual(
      expect.arrayContaining([expect.stringMatching(problem)]),
    );
  });

  it('refuses to change what a release has shipped, and allows to add', () => {
    const { root, write } = project({ [`${folder}/20260101000000_create_a.sql`]: 'create table a ();' });
    const git = (...args) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
        stdio: 'ignore',
      });
    git('init');
    git('add', '.');
    git('commit', '-m', 'release');
    git('tag', 'v1.0.0');
    write(`${folder}/20260102000000_create_b.sql`, 'create table b ();');
    expect(checkMigrations(root).problems).toEqual([]);
    write(`${folder}/20260101000000_create_a.sql`, 'create table a (id int);');
    expect(checkMigrations(root).problems).toEqual([expect.stringMatching(/part of release v1.0.0/)]);
  });
});

describe('links in the documentation', () => {
  it('sees a missing file and a missing heading, and ignores code and the web', () => {
    const { root } = project({
      'README.md':
        '[a](docs/a.md) [b](docs/b.md) [c](docs/a.md#two-words) [d](docs/a.md#none) `[e](no.md)` [f](https://x.y/z)',
      'docs/a.md': '# A\n## Two words\n```\n[g](nowhere.md)\n```\n[up](../README.md)',
    });
    expect(checkDocLinks(root).problems).toEqual([
      expect.stringContaining('docs/b.md leads nowhere'),
      expect.stringContaining('docs/a.md#none names a heading'),
    ]);
  });
});

describe('lockfile', () => {
  const sound = {
    '.npmrc': 'save-exact=true\n',
    'package.json': '{"dependencies":{"a":"1.0.0"}}',
    'package-lock.json': JSON.stringify({
      packages: { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } },
    }),
  };
  const lock = (packages) => JSON.stringify({ packages: { '': { dependencies: { a: '1.0.0' } }, ...packages } });

  it('is content with a sound one', () => {
    expect(checkLockfile(project(sound).root).problems).toEqual([]);
  });
  it.each([
    [
      'a registry of its own',
      { 'package-lock.json': lock({ 'node_modules/a': { integrity: 'x', resolved: 'http://10.0.0.7/a.tgz' } }) },
      /resolved to/,
    ],
    ['a missing hash', { 'package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }) }, /no integrity/],
    [
      'a package.json that went ahead',
      { 'package.json': '{"dependencies":{"a":"1.0.1"}}' },
      /differ from the lockfile/,
    ],
    ['a range', { 'package.json': '{"dependencies":{"a":"^1.0.0"}}' }, /not an exact version/],
    [
      'a platform left out',
      {
        'package-lock.json': lock({
          'node_modules/a': { integrity: 'x', optionalDependencies: { '@a/binding-linux-x64-musl': '1.0.0' } },
        }),
      },
      /lacks node_modules\/@a\/binding-linux-x64-musl/,
    ],
    ['a credential', { '.npmrc': '//registry.npmjs.org/:_authToken=secret\n' }, /credential/],
  ])('refuses %s', (_what, files, problem) => {
    const { problems } = checkLockfile(project({ ...sound, ...files }).root);
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});

describe('the programs', () => {
  it('fail on a type error, a lint error and an unused file', { timeout: 30_000 }, async () => {
    const { root } = project(
      {
        'package.json': '{"name":"planted","type":"module"}',
        'tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]},"include":["*.ts"]}',
        'apps/web/tsconfig.json': '{"compilerOptions":{"strict":true,"noEmit":true,"types":[]},"include":["*.ts"]}',
        'apps/web/wrong.ts': "export const a: number = 'b';\n",
        'biome.json': '{}',
        'knip.json': '{"entry":["index.ts"],"project":["*.ts"]}',
        'index.ts': 'export const a: any = 1;\n',
        'wrong.ts': "export const a: number = 'b';\n",
      },
      { nodeModules: true },
    );
    const outcome = {};
    for (const { name, run } of await allChecks()) {
      if (['types', 'types (web)', 'lint and format', 'unused code'].includes(name)) {
        outcome[name] = (await run(root)).problems.join('\n');
      }
    }
    expect(outcome).toEqual({
      types: expect.stringContaining('wrong.ts'),
      'types (web)': expect.stringContaining('wrong.ts'),
      'lint and format': expect.stringContaining('noExplicitAny'),
      'unused code': expect.stringContaining('wrong.ts'),
    });
  });
});
