import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the web app's files come from: the build, or the development server. */
export interface WebSource {
  /** The page shell for a navigation to `path`, before its head is filled in. */
  readIndex(path: string): Promise<string>;
  /** Folder of built files; absent in development with hot reload. */
  staticRoot?: string;
  hotReload: boolean;
  /** Changes with every build. */
  build: string;
}

/** The web app as built into `apps/web/dist`. */
export function readBuiltWeb(projectRoot: string): WebSource {
  const staticRoot = join(projectRoot, 'apps/web/dist');
  const html = readFileSync(join(staticRoot, 'index.html'), 'utf8');
  const buildFile = join(staticRoot, 'build.json');
  const build = existsSync(buildFile) ? String(JSON.parse(readFileSync(buildFile, 'utf8')).build) : 'unknown';
  return { readIndex: async () => html, staticRoot, hotReload: false, build };
}
