import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What finds out who is there and fetches for them, which every screen of theirs waits for, and what is begun beside it. */
const forSignedIn = [
  'src/data/compose-client.ts',
  'src/data/kept-queries.ts',
  'src/runtime/services/education.ts',
  'src/runtime/services/preservation.ts',
];

/** The address of each screen, as the router writes it, with the modules that it begins with after the app's own entry. */
const screens: Record<string, readonly string[]> = {
  '/sign-in': ['src/app/landing.tsx', 'src/features/auth/auth-modal.tsx'],
  '/sign-up': ['src/app/landing.tsx', 'src/features/auth/auth-modal.tsx'],
  '/forgot-password': ['src/app/landing.tsx', 'src/features/auth/auth-modal.tsx'],
  '/reset-password': ['src/features/auth/reset-password-screen.tsx'],
  '/dashboard': ['src/app/routes/dashboard-screen.tsx', ...forSignedIn],
  '/pkm-hub': ['src/app/routes/hub-screen.tsx', ...forSignedIn],
  '/import': ['src/features/import/import-screen.tsx', ...forSignedIn],
  '/article/$articleId': ['src/app/routes/article-screen.tsx', ...forSignedIn],
  '/cornell-notes': ['src/features/notes/notes-screen.tsx', ...forSignedIn],
  '/note/$noteId': ['src/app/routes/note-screen.tsx', ...forSignedIn],
  '/rehearse': ['src/features/rehearse/rehearse-screen.tsx', ...forSignedIn],
  '/profile': ['src/app/routes/profile-screen.tsx', ...forSignedIn],
  '/profile/settings': ['src/app/routes/profile-settings-screen.tsx', ...forSignedIn],
};

/**
 * Writes `preloads.json`: for each address the files that the browser is told of together with the page, so that it need not read
 * one to learn of the next. The server sends them in the page's `Link` header.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'cairn-preload-screens',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunkOf = (source: string): Rolldown.OutputChunk => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(here(source)));
        if (!chunk) throw new Error(`${source} is not in the build.`);
        return chunk;
      };
      const withImports = (first: readonly Rolldown.OutputChunk[]): Set<string> => {
        const names = new Set(first.map(({ fileName }) => fileName));
        // A set that grows is walked to its new end.
        for (const name of names) {
          const chunk = bundle[name];
          if (chunk?.type === 'chunk') for (const needed of chunk.imports) if (bundle[needed]) names.add(needed);
        }
        return names;
      };
      const entry = withImports([chunkOf('index.html')]);
      const preloads = Object.fromEntries(
        Object.entries(screens).map(([address, sources]) => [
          address,
          // What the app itself begins with first: without it nothing is drawn.
          [...new Set([...entry, ...withImports(sources.map(chunkOf))])].map((name) => `/${name}`),
        ]),
      );
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}
