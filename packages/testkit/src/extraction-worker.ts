import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const entry = join(root, 'apps/server/src/services/functions/import/extraction-worker.ts');
const sources = ['apps/server/src/services/functions/import', 'packages/contracts/src'];

/**
 * The extraction worker, bundled from source: a worker thread is started by file, and Node 20 runs no TypeScript. Bundled once
 * per state of the sources; the file lies where its packages can be found.
 */
export async function extractionWorkerUrl(): Promise<URL> {
  const folder = join(root, 'apps/server/node_modules/.cache/cairn-test');
  const file = join(folder, `extraction-worker-${stateOfSources()}.mjs`);
  if (!existsSync(file)) {
    const code = await bundle();
    mkdirSync(dirname(file), { recursive: true });
    // Several test processes may do this at once: each writes its own and renames.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, file);
  }
  return pathToFileURL(file);
}

async function bundle(): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    root: join(root, 'apps/server'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'node', noExternal: [/^@cairn\//] },
    build: { ssr: entry, write: false, target: 'node20', minify: false },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    const chunk = output.output.find((candidate) => candidate.type === 'chunk' && candidate.isEntry);
    if (chunk?.type === 'chunk') return chunk.code;
  }
  throw new Error('the extraction worker was not bundled');
}

function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of sources) {
    for (const file of filesIn(join(root, folder))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.includes('.test.'))
    .map((file) => join(file.parentPath, file.name))
    .sort();
}
