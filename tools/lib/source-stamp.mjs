import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ignoredFolders = new Set(['node_modules', 'dist', '.cache', 'coverage', 'fixtures']);
const testFile = /\.(test|e2e)\.[cm]?[jt]sx?$/;

/**
 * Lists the files under `inputs` (files or folders, relative to `root`), tests left out, in a stable order.
 * @returns {{ file: string, size: number, mtimeMs: number }[]}
 */
export function listSources(root, inputs) {
  const found = [];
  const visit = (relative) => {
    const stat = statSync(path.join(root, relative), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      found.push({ file: relative, size: stat.size, mtimeMs: stat.mtimeMs });
      return;
    }
    for (const name of readdirSync(path.join(root, relative))) {
      if (!ignoredFolders.has(name) && !name.startsWith('.') && !testFile.test(name))
        visit(path.posix.join(relative, name));
    }
  };
  for (const input of inputs) visit(input);
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Changes whenever a file is added, removed, touched or resized. Costs one stat per file. */
export function statSignature(sources, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const { file, size, mtimeMs } of sources) hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  return hash.digest('hex');
}

/** Changes only with what the files say. Costs reading them all. */
export function contentSignature(root, sources, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const { file } of sources) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest(),
    );
  }
  return hash.digest('hex');
}
