import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuiltFiles } from './src/service-worker/shell-cache.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The font that every screen shows text with. */
const shellFont = 'inter-latin-wght-normal.woff2';
const plainFiles = ['/theme.js', '/favicon.svg', '/manifest.webmanifest'];

/**
 * Builds `src/service-worker.ts` into exactly `/service-worker.js`, after everything else, with the list of the files that were built.
 * Kept at once is what the two pages begin with; screens and heavy parts are kept when they are first used.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'cairn-service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = findFiles(bundle);
      const result = await build({
        configFile: false,
        root: here('.'),
        publicDir: false,
        logLevel: 'error',
        define: { __CAIRN_BUILT_FILES__: JSON.stringify(files) },
        build: {
          write: false,
          target: 'baseline-widely-available',
          modulePreload: false,
          rolldownOptions: { input: here('./src/service-worker.ts'), output: { format: 'iife' } },
        },
      });
      const [output] = (Array.isArray(result) ? result : [result as Rolldown.RolldownOutput]).flatMap(
        (made) => made.output,
      );
      if (output?.type !== 'chunk') throw new Error('The service worker was not built.');
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: output.code });
    },
  };
}

function findFiles(bundle: Rolldown.OutputBundle): BuiltFiles {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const hashed = outputs.map(({ fileName }) => fileName).filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name));
  const entryOf = (name: string): Rolldown.OutputChunk => {
    const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith(`/${name}`));
    if (!entry) throw new Error(`The build has no entry ${name}.`);
    return entry;
  };
  const app = entryOf('index.html').fileName;
  const landing = entryOf('landing.html').fileName;
  const shell = new Set([app, landing]);
  // A set that grows is walked to its new end.
  for (const name of shell) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    for (const needed of chunk.imports) if (bundle[needed]) shell.add(needed);
  }
  // Style sheets and fonts that the pages name themselves.
  for (const output of outputs) {
    if (output.type === 'asset' && output.fileName.endsWith('.html')) {
      for (const [, name] of String(output.source).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g))
        if (name) shell.add(name);
    }
    if (output.type === 'asset' && output.names.includes(shellFont)) shell.add(output.fileName);
  }
  const paths = (names: Iterable<string>) => [...names].map((name) => `/${name}`).toSorted();
  const lists = {
    shell: paths([...shell].filter((name) => hashed.includes(name))),
    all: paths(hashed),
    plain: plainFiles,
  };
  const version = createHash('sha256').update(JSON.stringify(lists)).update(plainContent()).digest('hex').slice(0, 12);
  return { version, ...lists, entries: { app: `/${app}`, landing: `/${landing}` } };
}

/** Another picture or theme script is another version too. */
function plainContent(): string {
  const names = new Set(readdirSync(here('./public')));
  return plainFiles
    .map((path) => path.slice(1))
    .filter((name) => names.has(name))
    .map((name) => readFileSync(here(`./public/${name}`), 'utf8'))
    .join('\0');
}
