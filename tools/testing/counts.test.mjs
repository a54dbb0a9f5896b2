import { afterEach, describe, expect, it } from 'vitest';
import { addCounts, lastLine, playwrightCounts, stageCounts, vitestCounts } from './counts.mjs';
import { createTemporaryProject } from './temporary-project.mjs';

let project;
afterEach(() => project?.remove());

const vitestReport = (testResults) => ({ testResults });
const file = (status, assertionResults, message = '') => ({ name: 'a.test.ts', status, message, assertionResults });
const test = (status) => ({
  status,
  fullName: 'does it',
  failureMessages: status === 'failed' ? ['\u001b[31mno\u001b[39m\nat x'] : [],
});

function countsOf(report, outcome = { code: 0, problem: '' }) {
  project = createTemporaryProject({ 'report.json': report });
  return stageCounts('stage', outcome, `${project.root}/report.json`, vitestCounts);
}

describe('what a stage is worth', () => {
  it('counts passed, failed and skipped tests, and names the failed ones', () => {
    const counts = vitestCounts(
      vitestReport([file('failed', [test('passed'), test('failed'), test('skipped'), test('todo')])]),
    );
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a.test.ts › does it: no'] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const counts = vitestCounts(vitestReport([file('failed', [], 'SyntaxError: unexpected token')]));
    expect(counts).toMatchObject({ failed: 1, failures: ['a.test.ts: SyntaxError: unexpected token'] });
  });

  it.each([
    ['left no report', 'not json', { code: 1, problem: '' }, /left no report/],
    ['was ended', '{"testResults":[]}', { code: 1, problem: 'ended by SIGKILL' }, /ended by SIGKILL/],
    ['ran no test', '{"testResults":[]}', { code: 0, problem: '' }, /ran no test/],
    [
      'failed outside its tests',
      JSON.stringify(vitestReport([file('passed', [test('passed')])])),
      { code: 1, problem: '' },
      /ended with code 1 although no test failed/,
    ],
  ])('fails a stage that %s', (_what, report, outcome, problem) => {
    const { failed, failures } = countsOf(report, outcome);
    expect(failed).toBeGreaterThan(0);
    expect(failures).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });

  it("reads Playwright's nested suites and its errors outside of tests", () => {
    const spec = (title, status) => ({ title, tests: [{ status, results: [{ error: { message: 'not visible' } }] }] });
    const counts = playwrightCounts({
      suites: [
        {
          title: 'main-job.e2e.ts',
          specs: [spec('imports', 'expected')],
          suites: [
            {
              title: 'bad input',
              specs: [spec('says so', 'unexpected'), spec('later', 'skipped'), spec('twice', 'flaky')],
            },
          ],
        },
      ],
      errors: [{ message: 'the server did not start' }],
    });
    expect(counts).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: ['main-job.e2e.ts › bad input › says so: not visible', 'browser tests: the server did not start'],
    });
  });
});

describe('the last line', () => {
  it('sums the stages', () => {
    const part = { passed: 2, failed: 1, skipped: 0, failures: ['x'] };
    expect(addCounts([part, part])).toEqual({ passed: 4, failed: 2, skipped: 0, failures: ['x', 'x'] });
  });
  it('names skipped tests only when there are any', () => {
    expect(lastLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(lastLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});
