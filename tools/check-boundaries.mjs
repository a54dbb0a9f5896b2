import './lib/node-floor.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemAccess, violationsIn } from './checks/boundary-rules.mjs';
import { readFacts } from './checks/source-facts.mjs';
import { projectRoot, runTool } from './lib/project.mjs';

/** A check that sees nothing passes; so seeing less than this is a failure. */
const fewest = { 'packages/contracts/': 6, 'apps/server/': 60, 'apps/web/': 20 };
const roots = ['packages', 'apps', 'supabase/tests', 'e2e', 'benchmarks', 'evals', 'tools'];
const skipped = new Set(['node_modules', 'dist', 'fixtures', 'screens', 'results']);

/** Source files of the project, relative, with forward slashes. */
export function listSourceFiles(root, folders = roots) {
  const files = [];
  const visit = (relative) => {
    for (const entry of readdirSync(path.join(root, relative), { withFileTypes: true })) {
      const child = `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name) && !entry.name.startsWith('.')) visit(child);
      } else if (/\.[cm]?[jt]sx?$/.test(entry.name)) files.push(child);
    }
  };
  for (const folder of folders) {
    try {
      visit(folder);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return files;
}

/** @returns {{ problems: string[], summary: string }} */
export function checkBoundaries(root = projectRoot) {
  const files = listSourceFiles(root);
  const problems = [];
  for (const [prefix, least] of Object.entries(fewest)) {
    const seen = files.filter((file) => file.startsWith(prefix)).length;
    if (seen < least) problems.push(`only ${seen} files seen under ${prefix}; expected at least ${least}`);
  }
  const usesSystem = new Set();
  for (const file of files) {
    const facts = readFacts(file, readFileSync(path.join(root, file), 'utf8'));
    if (facts.calls.some((call) => call.method === 'asSystem')) usesSystem.add(file);
    for (const { rule, line, message } of violationsIn(facts)) problems.push(`${file}:${line} ${message} [${rule}]`);
  }
  for (const file of Object.keys(systemAccess)) {
    if (!usesSystem.has(file))
      problems.push(`${file} is allowed to use asSystem but does not; remove it from the list`);
  }
  return { problems, summary: `${files.length} files` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runTool(() => {
    const { problems, summary } = checkBoundaries();
    for (const problem of problems) console.error(problem);
    console.log(`boundaries: ${summary}, ${problems.length} problems`);
    return problems.length > 0 ? 1 : 0;
  });
}
