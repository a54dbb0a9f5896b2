import './lib/node-floor.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot, runTool } from './lib/project.mjs';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * Packages with native code list one optional package for each platform. npm leaves out of the lockfile those that it could not load
 * where the lockfile was made (a registry that mirrors one platform, an install over an existing tree), and `npm ci`
 * then refuses the whole lockfile. This adds them by name and version, so that every platform finds its own.
 * @param {{ packages: Record<string, object> }} lock changed in place
 * @returns {string[]} the locations added
 */
export function completeLockfile(lock) {
  const added = [];
  for (const [location, entry] of Object.entries(lock.packages)) {
    if (!location.includes('node_modules/')) continue;
    const folder = location.slice(0, location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (!platform || !exactVersion.test(version)) continue;
      if (lock.packages[folder + name]?.version === version || lock.packages[`${location}/node_modules/${name}`])
        continue;
      const place = lock.packages[folder + name] ? `${location}/node_modules/${name}` : folder + name;
      lock.packages[place] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
      added.push(place);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return added;
}

/** `os`, `cpu` and `libc` as npm compares them, read from the name; undefined for a package that is for every platform. */
export function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined;
  const last = words.at(-1) ?? '';
  const libc = os === 'linux' && /^(gnu|musl)/.test(last) ? [last.startsWith('musl') ? 'musl' : 'glibc'] : undefined;
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(libc ? { libc } : {}) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runTool(() => {
    const file = path.join(projectRoot, 'package-lock.json');
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    const added = completeLockfile(lock);
    if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(added.length > 0 ? `Added ${added.length} packages of other platforms.` : 'The lockfile is complete.');
  });
}
