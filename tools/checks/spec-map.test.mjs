import { afterEach, expect, it } from 'vitest';
import { createTemporaryProject } from '../testing/temporary-project.mjs';
import { checkSpecMap, testTitles } from './spec-map.mjs';

/** A title as its template stands in the source. */
const painted = `has ${'$'}{colour} paint`;
const named = (title) => `\`e2e/door.e2e.ts\` › \`${title}\``;

let project;
afterEach(() => project?.remove());

const tests = `
import { describe, it, test } from 'vitest';
it('opens', () => {});
describe('a door', () => {
  it('closes', () => {});
  it.each([1, 2])('is painted %i times', () => {});
  test(\`${painted}\`, () => {});
});
describe('a window', () => {
  it('closes', () => {});
});
it.skip('is not tried', () => {});
it.todo('is not written');
`;
const mapOf = (...rows) =>
  ['# Map', '', '- **tasks**: to-dos', '', '| line | what | state | tests |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
const problemsOf = (...rows) => {
  project?.remove();
  project = createTemporaryProject({ 'docs/spec-map.md': mapOf(...rows), 'e2e/door.e2e.ts': tests });
  return checkSpecMap(project.root).problems;
};

it('is content when every test is there and every other line says where it belongs', () => {
  expect(
    problemsOf(
      '| A2.1 | It opens. | shown | `e2e/door.e2e.ts` › `opens`<br>`e2e/door.e2e.ts` › `a door › closes` |',
      `| A2.2 | Paint. | shown | ${named('is painted %i times')}<br>${named(painted)} |`,
      '| A2.3 | Tasks. | later: tasks | |',
      '| A2.4 | What a door is. | background | |',
      '| A2.5 | It rings. | open: nobody has a bell yet | |',
    ),
  ).toEqual([]);
});

it.each([
  ['`e2e/door.e2e.ts` › `opens wide`', 'is no running test'],
  ['`e2e/door.e2e.ts` › `is not tried`', 'is no running test'],
  ['`e2e/door.e2e.ts` › `is not written`', 'is no running test'],
  ['`e2e/gate.e2e.ts` › `opens`', 'which is not there'],
  ['`e2e/door.e2e.ts` › `closes`', 'which 2 tests'],
  ['', 'is shown by no test'],
])('sees what is wrong with %j', (named, problem) => {
  expect(problemsOf(`| A2.1 | It opens. | shown | ${named} |`)).toEqual([expect.stringContaining(problem)]);
});

it.each([
  ['| A2.2 | It opens. | shown | `e2e/door.e2e.ts` › `opens` |', 'does not follow A2.0'],
  ['| A2.1 | It opens. | done | |', 'unknown state'],
  ['| A2.1 | It opens. | later: doors | |', 'unknown part'],
  ['| A2.1 | It opens. | open | |', 'does not say why'],
  ['', 'has no lines'],
])('sees what is wrong with the line %j', (row, problem) => {
  expect(problemsOf(row)).toEqual([expect.stringContaining(problem)]);
});

it('knows tests by what they are called in the source', () => {
  problemsOf('');
  expect(testTitles(`${project.root}/e2e/door.e2e.ts`)).toEqual([
    'opens',
    'a door › closes',
    'a door › is painted %i times',
    `a door › ${painted}`,
    'a window › closes',
  ]);
});
