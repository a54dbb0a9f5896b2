import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures one line for each failure
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

/** @param {Counts[]} parts @returns {Counts} */
export function addCounts(parts) {
  const sum = noCounts();
  for (const part of parts) {
    sum.passed += part.passed;
    sum.failed += part.failed;
    sum.skipped += part.skipped;
    sum.failures.push(...part.failures);
  }
  return sum;
}

/** Reads what vitest's JSON reporter wrote. A file that could not run at all counts as one failure. */
export function vitestCounts(report) {
  const counts = noCounts();
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') {
        counts.failed += 1;
        counts.failures.push(`${file.name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
      } else counts.skipped += 1;
    }
    const failedAsWhole = file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');
    if (failedAsWhole) {
      counts.failed += 1;
      counts.failures.push(`${file.name}: ${firstLine(file.message) || 'the file failed outside its tests'}`);
    }
  }
  return counts;
}

/** Reads what Playwright's JSON reporter wrote. A flaky test passed in the end, but it is named. */
export function playwrightCounts(report) {
  const counts = noCounts();
  const visit = (suite, titles) => {
    const path = suite.title ? [...titles, suite.title] : titles;
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const name = [...path, spec.title].join(' › ');
        if (test.status === 'skipped') counts.skipped += 1;
        else if (test.status === 'unexpected') {
          counts.failed += 1;
          counts.failures.push(`${name}: ${firstLine(test.results.at(-1)?.error?.message)}`);
        } else counts.passed += 1;
      }
    }
    for (const child of suite.suites ?? []) visit(child, path);
  };
  for (const suite of report.suites) visit(suite, []);
  for (const error of report.errors ?? []) {
    counts.failed += 1;
    counts.failures.push(`browser tests: ${firstLine(error.message)}`);
  }
  return counts;
}

/**
 * The counts of one stage. A stage that crashed, wrote no report, or ran no test is a failure whatever its report says.
 * @param {string} stage
 * @param {{ code: number, problem: string }} outcome
 * @param {string} reportPath
 * @param {(report: unknown) => Counts} read
 */
export function stageCounts(stage, outcome, reportPath, read) {
  let counts = noCounts();
  const fail = (why) => {
    counts.failed += 1;
    counts.failures.push(`${stage}: ${why}`);
  };
  try {
    counts = read(JSON.parse(readFileSync(reportPath, 'utf8')));
  } catch {
    fail(outcome.problem || `ended with code ${outcome.code} and left no report`);
    return counts;
  }
  if (outcome.problem) fail(outcome.problem);
  else if (outcome.code !== 0 && counts.failed === 0) fail(`ended with code ${outcome.code} although no test failed`);
  if (counts.passed + counts.failed === 0) fail('ran no test');
  return counts;
}

/** The very last line of `npm test`. */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function firstLine(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of the test runners
  const plain = (text ?? '').replace(/\u001b\[[0-9;]*m/g, '');
  return plain.split('\n').find((line) => line.trim() !== '') ?? '';
}
