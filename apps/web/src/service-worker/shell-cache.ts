/** What the build tells the worker: see `service-worker-plugin.ts`. */
export interface BuiltFiles {
  version: string;
  /** Hashed files that the app and the landing page begin with. */
  shell: string[];
  /** Hashed files of this build; what is not among them belongs to older builds. */
  all: string[];
  /** Files whose names stay the same from build to build. */
  plain: string[];
  /** The script that each page begins with: a page that does not name it is of another build. */
  entries: { app: string; landing: string };
}

export const assetCache = 'cairn-assets';
const shellPrefix = 'cairn-shell-';
export const shellCacheName = ({ version }: BuiltFiles) => shellPrefix + version;

/** Any address of the app gives the same page; this one is kept. */
const appPage = '/dashboard';
const landingPage = '/';
export const configFile = '/config.json';
/** What belongs to the build of a shell; kept with it for the workers after it. */
const builtFilesList = '/cairn-built-files';
const anyHeaders = { ignoreVary: true };

/** Takes the hash off: the same chunk has the same name in the next build. */
const nameOf = (path: string) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

/** All or nothing: a worker whose shell is not whole must not be installed. */
export async function fillShell(files: BuiltFiles): Promise<void> {
  const shell = await caches.open(shellCacheName(files));
  const assets = await caches.open(assetCache);
  const [app, landing] = await Promise.all([freshPage(appPage), freshPage(landingPage)]);
  if (!(await app.clone().text()).includes(files.entries.app)) throw new Error('The server has another build.');
  if (!(await landing.clone().text()).includes(files.entries.landing)) throw new Error('The server has another build.');
  await Promise.all([shell.put(appPage, app), shell.put(landingPage, landing)]);
  await Promise.all([
    shell.addAll([...files.plain, configFile].map((path) => new Request(path, { cache: 'no-cache' }))),
    addMissing(assets, files.shell),
    shell.put(builtFilesList, Response.json(files.all)),
  ]);
  // Screens that were opened with the build before open without a network with this one too.
  const used = new Set((await assets.keys()).map(({ url }) => nameOf(new URL(url).pathname)));
  await addMissing(
    assets,
    files.all.filter((path) => used.has(nameOf(path))),
  ).catch(() => {});
}

async function freshPage(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const headers = new Headers(response.headers);
  // The scripts of this address: the page is kept for the others too.
  headers.delete('link');
  return new Response(response.body, { headers });
}

async function addMissing(cache: Cache, paths: readonly string[]): Promise<void> {
  const missing = await Promise.all(paths.map(async (path) => ((await cache.match(path, anyHeaders)) ? [] : [path])));
  await cache.addAll(missing.flat());
}

/** What a page had loaded before the worker was there. */
export async function keepUsed(files: BuiltFiles, paths: readonly unknown[]): Promise<void> {
  const known = new Set(files.all);
  const wanted = paths.filter((path): path is string => typeof path === 'string' && known.has(path));
  const assets = await caches.open(assetCache);
  // One that is gone does not keep the others out.
  await Promise.allSettled(wanted.map((path) => addMissing(assets, [path])));
}

/** What was opened of the builds just replaced stays until the next one: tabs are open with them, perhaps where there is no network. */
export async function dropOldBuilds(files: BuiltFiles): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shellCacheName(files));
  const known = new Set([...files.all, ...(await Promise.all(old.map(filesOfShell))).flat()]);
  await Promise.all(old.map((name) => caches.delete(name)));
  const assets = await caches.open(assetCache);
  const gone = (await assets.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(gone.map((request) => assets.delete(request)));
}

async function filesOfShell(name: string): Promise<string[]> {
  const kept = await (await caches.open(name)).match(builtFilesList, anyHeaders);
  return kept ? ((await kept.json()) as string[]) : [];
}

/** The page for an address when the server does not answer. */
export async function keptPage(files: BuiltFiles, path: string): Promise<Response | undefined> {
  const shell = await caches.open(shellCacheName(files));
  return shell.match(path === landingPage ? landingPage : appPage, anyHeaders);
}

export async function keptPlain(files: BuiltFiles, path: string): Promise<Response | undefined> {
  return (await caches.open(shellCacheName(files))).match(path, anyHeaders);
}

export async function keepPlain(files: BuiltFiles, path: string, response: Response): Promise<void> {
  await (await caches.open(shellCacheName(files))).put(path, response);
}
