import path from 'node:path/posix';

/** Files of the server that may call `db.asSystem`, each with the reason that makes it right. An unused line is an error too. */
export const systemAccess = {
  'apps/server/src/http/health-routes.ts': 'readiness asks the database as nobody in particular',
  'apps/server/src/platform/changes/change-consumer.ts': 'a consumer keeps its own position',
  'apps/server/src/platform/changes/change-feed.ts': 'the feed reads the changes of everybody',
  'apps/server/src/platform/changes/commit-notifier.ts': 'tells other processes that something was committed',
  'apps/server/src/platform/keys/database-secret-store.ts': 'signing keys belong to no user',
  'apps/server/src/platform/mail/mailbox-store.ts': 'the built-in mailbox holds mail to addresses, not to users',
  'apps/server/src/platform/quota/quota-ledger.ts': 'a user cannot decide what is charged to him',
  'apps/server/src/services/administration/administration-store.ts': 'a user cannot take back what was charged to him',
  'apps/server/src/services/auth/administrator-store.ts': 'a user cannot make himself an administrator',
  'apps/server/src/services/auth/auth-store.ts': 'accounts and sessions exist before anybody is signed in',
  'apps/server/src/services/events/events-store.ts': 'visitors without an account are counted too',
  'apps/server/src/services/functions/account/account-store.ts':
    'nobody deletes an account by a row of their own; due ones belong to many',
  'apps/server/src/services/functions/import/import-store.ts': 'clients may not write what an article says',
  'apps/server/src/services/indexing/indexing-service.ts': 'derived rows are written for their owners',
  'apps/server/src/services/storage/storage-store.ts': 'buckets and public files belong to nobody in particular',
};

const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file);
const testOnlyFolders = /^(packages\/testkit|supabase\/tests|e2e|benchmarks|evals|tools)\//;
const forbiddenStem = /(^|[-.])(utils?|helpers?|common|misc)$|^managers?$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Where a file stands. `zone` decides what it may import; `owner` is the port, service or feature it belongs to.
 * @returns {{ zone: string, owner: string, layer: string }}
 */
export function placeOf(file) {
  for (const [pattern, placed] of places) {
    const found = pattern.exec(file);
    if (found) return placed(found);
  }
  return place('outside');
}

const place = (zone, owner = '', layer = '') => ({ zone, owner, layer });

const places = [
  [/^packages\/(contracts|testkit)\//, ([, zone]) => place(zone)],
  [/^apps\/server\/src\/(kernel|config|http)\//, ([, zone]) => place(zone)],
  [/^apps\/server\/src\/platform\/([^/]+)\//, ([, port]) => place('platform', port)],
  // Files directly in services/functions/ belong to no function and may be used by each of them.
  [/^apps\/server\/src\/services\/functions\/[^/]+$/, () => place('services', 'functions')],
  [
    /^apps\/server\/src\/services\/(functions\/[^/]+|[^/]+)\/(.*)$/,
    ([, owner, rest]) => place('services', owner, layerOf(rest)),
  ],
  [/^apps\/server\/src\//, () => place('server-root')],
  [/^apps\/web\/src\/features\/([^/]+)\//, ([, feature]) => place('features', feature)],
  [/^apps\/web\/src\/(app|runtime|data|ui|lib)\//, ([, zone]) => place(zone)],
  [/^apps\/web\/src\//, () => place('web-root')],
];

function layerOf(rest) {
  if (rest.startsWith('domain/') || rest.includes('/domain/')) return 'domain';
  return /-(routes|service|store|present)\.ts$/.exec(rest)?.[1] ?? '';
}

const webZones = ['features', 'app', 'runtime', 'data', 'ui', 'lib', 'web-root'];
const serverZones = ['kernel', 'config', 'http', 'platform', 'services', 'server-root'];

/** Which zones a zone may import from (itself included where listed). Own service or feature: see `ownerProblem`. */
const mayImport = {
  contracts: ['contracts'],
  kernel: ['kernel', 'contracts'],
  config: ['config', 'kernel', 'contracts'],
  http: ['http', 'kernel', 'platform', 'config', 'contracts'],
  platform: ['platform', 'kernel', 'contracts', 'config'],
  services: ['services', 'platform', 'http', 'kernel', 'config', 'contracts'],
  'server-root': [...serverZones, 'contracts'],
  lib: ['lib', 'contracts'],
  ui: ['ui', 'lib'],
  data: ['data', 'runtime', 'ui', 'lib', 'contracts'],
  runtime: ['data', 'runtime', 'ui', 'lib', 'contracts'],
  features: ['features', 'data', 'runtime', 'ui', 'lib', 'contracts'],
  app: ['app', 'features', 'data', 'runtime', 'ui', 'lib', 'contracts'],
  'web-root': [...webZones, 'contracts'],
};

/** Which layers of its own service a layer must not know: dependencies run from routes down to the domain. */
const mustNotKnow = {
  domain: ['routes', 'service', 'store', 'present', ''],
  store: ['routes', 'service', 'present'],
  present: ['routes', 'service', 'store'],
  service: ['routes'],
};

/**
 * Every rule, each with the name that its canary test uses.
 * @param {import('./source-facts.mjs').SourceFacts} facts
 * @param {Record<string, string>} allowedSystemAccess
 * @returns {{ rule: string, file: string, line: number, message: string }[]}
 */
export function violationsIn(facts, allowedSystemAccess = systemAccess) {
  const { file } = facts;
  const from = placeOf(file);
  const found = nameProblems(file);
  const report = (rule, line, message) => found.push({ rule, file, line, message });
  for (const { specifier, typeOnly, line } of facts.imports) {
    const target = resolveImport(file, specifier);
    if (target === undefined) packageProblems(from, file, specifier, (rule, message) => report(rule, line, message));
    else targetProblems(from, file, { specifier, typeOnly }, target, (rule, message) => report(rule, line, message));
  }
  if (file.startsWith('apps/') || file.startsWith('packages/')) {
    for (const line of facts.exportAllLines)
      report('no-barrels', line, '`export *` makes a barrel; import from the file itself');
  }
  if (isTest(file) || from.zone === 'testkit' || from.zone === 'outside') return found;
  if (file !== 'apps/server/src/config/env.ts') {
    for (const line of facts.processEnvLines) report('environment', line, 'only config/env.ts reads process.env');
  }
  for (const { object, method, line } of facts.calls) {
    if (method === 'asSystem' && !(file in allowedSystemAccess)) {
      report('system-access', line, 'db.asSystem is allowed only in the files listed in boundary-rules.mjs');
    }
    const runsSql = method === 'asActor' || method === 'asSystem' || (object === 'tx' && method === 'query');
    if (runsSql && ['routes', 'present'].includes(from.layer))
      report('sql-in-store', line, `SQL belongs into the store, not into ${from.layer}`);
  }
  return found;
}

function targetProblems(from, file, { specifier, typeOnly }, target, report) {
  const to = placeOf(target);
  if (specifier.startsWith('.') && !/\.(ts|tsx|mjs|js|json|css|svg|sql)(\?\w+)?$/.test(specifier)) {
    report('extensions', `relative import "${specifier}" has no file extension`);
  }
  if (specifier.startsWith('.') && workspaceOf(file) !== workspaceOf(target) && !testOnlyFolders.test(file)) {
    report('workspaces', `"${specifier}" leaves the workspace; import the other one by its package name`);
  }
  const tested = isTest(file) || testOnlyFolders.test(file) || from.zone === 'outside';
  if (to.zone === 'testkit' && !tested) report('testkit-in-tests', 'the testkit is for tests only');
  // Tests may reach anything on their own side: they plant and look where the code under test may not.
  if (tested || to.zone === 'outside' || to.zone === 'testkit') return;
  if (!mayImport[from.zone]?.includes(to.zone)) {
    report('direction', `${from.zone} must not import ${to.zone} (${specifier})`);
    return;
  }
  ownerProblem(from, to, { specifier, typeOnly }, report);
}

function ownerProblem(from, to, { specifier, typeOnly }, report) {
  if (from.zone === 'features' && to.zone === 'features' && from.owner !== to.owner) {
    report('features-apart', `feature ${from.owner} must not import feature ${to.owner} (${specifier})`);
  }
  if (from.zone !== 'services') return;
  if (to.zone === 'services' && from.owner !== to.owner) {
    const shared = from.owner.startsWith('functions/') && to.owner === 'functions';
    if (!shared) report('services-apart', `service ${from.owner} must not import service ${to.owner} (${specifier})`);
  }
  // What a presenter turns into a wire shape has a type, and that may be the service's or the store's.
  const names = from.layer === 'present' && typeOnly;
  if (to.zone === 'services' && from.owner === to.owner && !names && mustNotKnow[from.layer]?.includes(to.layer)) {
    report('layers', `${from.layer} must not import ${to.layer || 'the rest of its service'} (${specifier})`);
  }
  if (to.zone === 'http' && ['domain', 'store', 'present', 'service'].includes(from.layer)) {
    report('layers', `${from.layer} must not know HTTP (${specifier})`);
  }
  if (from.layer === 'domain' && ['platform', 'config'].includes(to.zone)) {
    report('pure-domain', `domain must not import ${to.zone} (${specifier})`);
  }
}

function packageProblems(from, file, specifier, report) {
  if (isTest(file)) return;
  const builtin = specifier.startsWith('node:');
  const name = builtin
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
  // The one wrapper over the scheduler: server and browser have to compute the same schedule.
  const schedules = file === 'packages/contracts/src/scheduling.ts' && name === 'ts-fsrs';
  if (from.zone === 'contracts' && name !== 'zod' && !schedules)
    report('lean-contracts', `contracts may import zod and nothing else (${specifier})`);
  if (from.zone === 'kernel' && !builtin) report('lean-kernel', `the kernel has no dependencies (${specifier})`);
  if (from.layer === 'domain' && (builtin || ['hono', 'pg'].includes(name))) {
    report('pure-domain', `domain is pure: no HTTP, no SQL, no node:* (${specifier})`);
  }
  const httpLayer = from.zone === 'http' || from.zone === 'server-root' || from.layer === 'routes';
  if (
    (name === 'hono' || name === '@hono/node-server') &&
    serverZones.includes(from.zone) &&
    !httpLayer &&
    from.layer !== ''
  ) {
    report('layers', `only routes know hono (${specifier})`);
  }
  if (name?.startsWith('@supabase/') && webZones.includes(from.zone) && from.zone !== 'data') {
    report('data-only', 'only data/ knows supabase-js');
  }
  if (builtin && webZones.includes(from.zone)) report('direction', `the browser has no ${specifier}`);
}

function nameProblems(file) {
  const base = path.basename(file);
  const stem = base
    .replace(/\.(gen|config|d|test|e2e|int\.test|rls\.test|adapter\.test|bench)?\.?[cm]?[jt]sx?$/, '')
    .replace(/\.$/, '');
  const found = [];
  const report = (rule, message) => found.push({ rule, file, line: 1, message });
  if (forbiddenStem.test(stem)) report('names', `"${base}" says nothing about what is in it`);
  if (/^(apps|packages)\//.test(file) && stem === 'index')
    report('no-barrels', 'index files become barrels; name the file for what it holds');
  if (!stem.split('.').every((part) => kebabCase.test(part))) report('names', `"${base}" is not kebab-case`);
  return found;
}

/** The file an import stands for, relative to the project; undefined for packages outside it. */
export function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier);
  const found = /^@cairn\/(contracts|testkit|server|web)\/(.+)$/.exec(specifier);
  if (!found) return undefined;
  const [, name, rest] = found;
  return `${name === 'server' || name === 'web' ? 'apps' : 'packages'}/${name}/src/${rest}.ts`;
}

function workspaceOf(file) {
  return /^(apps|packages)\/[^/]+/.exec(file)?.[0] ?? '';
}
