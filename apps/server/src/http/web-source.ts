import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a page is read on, as far as the request tells. */
export type Platform = 'mobile' | 'desktop';

/** Where the web app's files come from: the build, or the development server. */
export interface WebSource {
  /** The page for a navigation to `path`, before its head is filled in. The landing page is made for each platform. */
  readIndex(path: string, platform: Platform): Promise<string>;
  /** The scripts that the screen at `path` begins with, those of the app itself first. */
  preloadsOf?(path: string): readonly string[];
  /** Folder of built files; absent in development with hot reload. */
  staticRoot?: string;
  hotReload: boolean;
  /** Changes with every build. */
  build: string;
}

/** The web app as built into `apps/web/dist`. */
export function readBuiltWeb(projectRoot: string): WebSource {
  const staticRoot = join(projectRoot, 'apps/web/dist');
  const read = (name: string) => readFileSync(join(staticRoot, name), 'utf8');
  const html = read('index.html');
  const landing: Record<Platform, string> = {
    mobile: read('landing-mobile.html'),
    desktop: read('landing-desktop.html'),
  };
  const buildFile = join(staticRoot, 'build.json');
  const build = existsSync(buildFile) ? String(JSON.parse(readFileSync(buildFile, 'utf8')).build) : 'unknown';
  const readIndex: WebSource['readIndex'] = async (path, platform) => (path === '/' ? landing[platform] : html);
  const preloadsOf = readPreloads(join(staticRoot, 'preloads.json'));
  return { readIndex, preloadsOf, staticRoot, hotReload: false, build };
}

/** `{ "/note/$noteId": ["/assets/…"] }`, written by the build. */
function readPreloads(file: string): (path: string) => readonly string[] {
  const entries = existsSync(file) ? Object.entries<string[]>(JSON.parse(readFileSync(file, 'utf8'))) : [];
  const routes = entries.map(([address, scripts]) => ({
    pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
    scripts,
  }));
  return (path) => routes.find(({ pattern }) => pattern.test(path))?.scripts ?? [];
}
