import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSourceFiles } from '../check-boundaries.mjs';

const limits = { source: 400, test: 600 };
const exempt = /(\.gen\.ts$|\/fixtures\/|\/content\/)/;
const isTest = (file) => /\.(test|e2e|bench)\.[cm]?[jt]sx?$/.test(file);

/** Hard stop at 400 lines (tests 600); prints where the code base stands. */
export function checkFileSizes(root, files = listSourceFiles(root)) {
  const problems = [];
  const sizes = [];
  for (const file of files) {
    if (exempt.test(file)) continue;
    const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
    const limit = isTest(file) ? limits.test : limits.source;
    if (lines > limit) problems.push(`${file} has ${lines} lines; the limit is ${limit}: split it by meaning`);
    if (!isTest(file)) sizes.push(lines);
  }
  sizes.sort((a, b) => a - b);
  const at = (share) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;
  return { problems, summary: `${sizes.length} source files, median ${at(0.5)} lines, p95 ${at(0.95)}` };
}
