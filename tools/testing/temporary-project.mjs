import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../lib/project.mjs';

/**
 * A small project on disk for the tests of the tools.
 * @param {Record<string, string>} files
 * @param {{ nodeModules?: boolean }} [options] `nodeModules`: with this project's dependencies
 */
export function createTemporaryProject(files, options = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'tools-test-'));
  const write = (file, content) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  for (const [file, content] of Object.entries(files)) write(file, content);
  if (options.nodeModules) symlinkSync(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
}
