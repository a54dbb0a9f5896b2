import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const mapFile = 'docs/spec-map.md';
const states = ['shown', 'later', 'open', 'background'];
const runnersThatDoNotRun = ['skip', 'todo', 'fixme', 'fails', 'fail'];

/**
 * `docs/spec-map.md` names for each line of the specification the tests that show it. Every test it names is there and runs, its lines are
 * counted without a gap, and a line is either shown by a test or says where it belongs.
 */
export function checkSpecMap(root) {
  const text = readFileSync(path.join(root, mapFile), 'utf8');
  const rows = rowsOf(text);
  const parts = new Set([...text.matchAll(/^- \*\*([^*]+)\*\*:/gm)].map(([, part]) => part));
  const testsOf = new Map();
  const problems = [];
  const last = new Map();
  let named = 0;
  for (const { id, state, tests } of rows) {
    const complain = (problem) => problems.push(`${mapFile}: ${id} ${problem}`);
    const [section, number] = [id.slice(0, id.lastIndexOf('.')), Number(id.slice(id.lastIndexOf('.') + 1))];
    if (number !== (last.get(section) ?? 0) + 1) complain(`does not follow ${section}.${last.get(section) ?? 0}`);
    last.set(section, number);

    const [kind = '', part] = state.split(': ');
    if (!states.includes(kind)) complain(`has the unknown state "${state}"`);
    if (kind === 'later' && !parts.has(part)) complain(`belongs to the unknown part "${part}"`);
    if (kind === 'open' && !part) complain('is open and does not say why');
    if (kind === 'shown' && tests.length === 0) complain('is shown by no test');

    for (const { file, title } of tests) {
      named += 1;
      if (!testsOf.has(file)) testsOf.set(file, testTitles(path.join(root, file)));
      const found = testsOf.get(file)?.filter((full) => full === title || full.endsWith(` › ${title}`));
      if (!found) complain(`names ${file}, which is not there`);
      else if (found.length === 0) complain(`names "${title}", which is no running test of ${file}`);
      else if (found.length > 1) complain(`names "${title}", which ${found.length} tests of ${file} are called`);
    }
  }
  if (rows.length === 0) problems.push(`${mapFile} has no lines`);
  const shown = rows.filter(({ state }) => state === 'shown').length;
  return { problems, summary: `${named} tests named for ${rows.length} lines, ${shown} of them shown` };
}

/** The rows of all tables whose first cell is the number of a line, such as A4.12. */
function rowsOf(text) {
  return text.split('\n').flatMap((line) => {
    if (!/^\| [ARX]\d+[a-z]*\.\d+ \|/.test(line)) return [];
    const [id = '', , state = '', tests = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return [
      {
        id,
        state,
        tests: [...tests.matchAll(/`([^`]+)` › `([^`]+)`/g)].map(([, file, title]) => ({
          file,
          title: title.replaceAll('\\|', '|'),
        })),
      },
    ];
  });
}

/**
 * The running tests of a file as "describe › test", each as it is written in the source; nothing for a file that is not there.
 * @returns {string[] | undefined}
 */
export function testTitles(file) {
  if (!existsSync(file)) return undefined;
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const titles = [];
  const visit = (node, above) => {
    const called = node.type === 'CallExpression' ? runnerOf(node) : undefined;
    if (called && !called.runs) return;
    const title = called ? titleOf(node.arguments[0], source) : undefined;
    if (title !== undefined && called?.name === 'test') titles.push([...above, title].join(' › '));
    const inside = title !== undefined && called?.name === 'describe' ? [...above, title] : above;
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(program, []);
  return titles;
}

function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string');
}

/** Which runner a call is of: `it(…)`, `test.each(…)(…)`, `test.describe(…)`. */
function runnerOf(call) {
  const names = [];
  let callee = call.callee;
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      names.push(callee.property.name);
      callee = callee.object;
    } else if (callee.type === 'CallExpression') callee = callee.callee;
    else if (callee.type === 'TaggedTemplateExpression') callee = callee.tag;
    else return undefined;
  }
  if (!['it', 'test', 'describe'].includes(callee.name)) return undefined;
  // A step is a part of a test, not one.
  if (names.includes('step')) return undefined;
  return {
    name: callee.name === 'describe' || names.includes('describe') ? 'describe' : 'test',
    runs: !names.some((name) => runnersThatDoNotRun.includes(name)),
  };
}

function titleOf(node, source) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined;
}
