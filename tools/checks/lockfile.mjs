import { readFileSync } from 'node:fs';
import path from 'node:path';
import { completeLockfile, platformOf } from '../complete-lockfile.mjs';

/** The lockfile names no registry of its own, so that it installs from wherever npm is configured to look; versions are exact. */
export function checkLockfile(root) {
  const problems = [];
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const [location, entry] of Object.entries(lock.packages)) {
    const resolved = entry.link ? undefined : entry.resolved;
    if (resolved && !resolved.startsWith('https://registry.npmjs.org/')) {
      problems.push(
        `package-lock.json: ${location} is resolved to ${resolved}; make the lockfile with omit-lockfile-registry-resolved`,
      );
    }
    const outside = location.startsWith('node_modules/') && !entry.link;
    // Packages of other platforms may have been out of reach where the lockfile was made.
    const elsewhere = entry.optional === true && platformOf(location) !== undefined;
    if (outside && !entry.integrity && !entry.inBundle && !elsewhere)
      problems.push(`package-lock.json: ${location} has no integrity hash`);
    if (!location.includes('node_modules/') && location !== '') problems.push(...driftOf(root, location, entry));
  }
  problems.push(...driftOf(root, '', lock.packages['']));
  for (const location of completeLockfile(structuredClone(lock))) {
    problems.push(`package-lock.json lacks ${location}, so npm ci would fail; run npm run lockfile`);
  }
  const rc = readFileSync(path.join(root, '.npmrc'), 'utf8');
  if (/^\s*(@[^:]+:)?registry\s*=|_authToken|_password/m.test(rc))
    problems.push('.npmrc names a registry or a credential');
  return { problems, summary: `${Object.keys(lock.packages).length} packages` };
}

/** A package.json that asks for something the lockfile does not know would make `npm ci` fail on a fresh clone. */
function driftOf(root, location, entry) {
  const manifest = JSON.parse(readFileSync(path.join(root, location, 'package.json'), 'utf8'));
  const name = path.posix.join(location, 'package.json');
  const problems = [];
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const wanted = manifest[group] ?? {};
    if (JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(entry[group] ?? {}))) {
      problems.push(`${name}: ${group} differ from the lockfile; run npm install`);
    }
    for (const [dependency, version] of Object.entries(wanted)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        problems.push(`${name}: ${dependency} is "${version}", not an exact version`);
    }
  }
  return problems;
}

const sorted = (record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
