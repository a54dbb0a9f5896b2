import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, notFound } from '@tanstack/react-router';
import { publicConfig } from '../data/public-config.ts';
import { InterestScreen } from '../features/interest/interest-screen.tsx';
import { readHubSearch } from '../features/library/hub-search.ts';
import { isOn } from '../runtime/feature-flags/feature-flags.ts';
import { screensToCome } from '../runtime/screens-to-come.ts';
import { StartUpProvider } from '../runtime/start-up-provider.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { readNext, requireSession, showAuthModal } from './guards.ts';
import { lazyScreen } from './lazy-screen.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { openNewNote } from './new-note.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ProtectedPending } from './protected-pending.tsx';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Shell });

// Public.
const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyScreen(() => import('./landing.tsx'), 'Landing'),
});
// The typed addresses of signing in: the landing page with the modal open.
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  beforeLoad: showAuthModal('signin'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: readNext,
  beforeLoad: showAuthModal('signup'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: readNext,
  beforeLoad: showAuthModal('forgot'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyScreen(() => import('../features/auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
});
const testEmail = createRoute({
  getParentRoute: () => root,
  path: '/test-email',
  component: lazyScreen(() => import('../features/mailbox/mailbox-screen.tsx'), 'MailboxScreen'),
});
const testUsage = createRoute({
  getParentRoute: () => root,
  path: '/test-ai-usage',
  component: lazyScreen(() => import('../features/usage/test-usage-screen.tsx'), 'TestUsageScreen'),
});
const testPerformance = createRoute({
  getParentRoute: () => root,
  path: '/test-performance',
  component: lazyScreen(() => import('../features/performance/test-performance-screen.tsx'), 'TestPerformanceScreen'),
});

// For those who build the app.
const design = createRoute({
  getParentRoute: () => root,
  path: '/design',
  beforeLoad: async () => {
    if ((await publicConfig()).mode !== 'development') throw notFound();
  },
  component: lazyScreen(() => import('./design/design-screen.tsx'), 'DesignScreen'),
});

// For signed-in people.
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  pendingComponent: ProtectedPending,
  component: SignedIn,
});
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyScreen(() => import('./routes/dashboard-screen.tsx'), 'Dashboard'),
});
const hub = createRoute({
  getParentRoute: () => signedIn,
  path: '/pkm-hub',
  validateSearch: readHubSearch,
  component: lazyScreen(() => import('./routes/hub-screen.tsx'), 'HubScreen'),
});
const importPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/import',
  component: lazyScreen(() => import('../features/import/import-screen.tsx'), 'ImportScreen'),
});
const article = createRoute({
  getParentRoute: () => signedIn,
  path: '/article/$articleId',
  component: lazyScreen(() => import('./routes/article-screen.tsx'), 'ArticleScreen'),
});

const cornellNotes = createRoute({
  getParentRoute: () => signedIn,
  path: '/cornell-notes',
  component: lazyScreen(() => import('../features/notes/notes-screen.tsx'), 'NotesScreen'),
});
const note = createRoute({
  getParentRoute: () => signedIn,
  path: '/note/$noteId',
  component: lazyScreen(() => import('./routes/note-screen.tsx'), 'NoteScreen'),
});
const newNote = createRoute({
  getParentRoute: () => signedIn,
  path: '/cornell-notes/new',
  beforeLoad: openNewNote,
});
const rehearse = createRoute({
  getParentRoute: () => signedIn,
  path: '/rehearse',
  validateSearch: (search: Record<string, unknown>): { note?: string } =>
    typeof search.note === 'string' && /^[0-9a-f-]{36}$/i.test(search.note) ? { note: search.note } : {},
  component: lazyScreen(() => import('../features/rehearse/rehearse-screen.tsx'), 'RehearseScreen'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyScreen(() => import('./routes/profile-screen.tsx'), 'Profile'),
});
const profileSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/settings',
  component: lazyScreen(() => import('./routes/profile-settings-screen.tsx'), 'ProfileSettings'),
});
const legacySettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/legacy-settings',
  component: lazyScreen(() => import('../features/profile/legacy-settings-screen.tsx'), 'LegacySettingsScreen'),
});
const performance = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/performance',
  component: lazyScreen(() => import('../features/performance/performance-screen.tsx'), 'PerformanceScreen'),
});

// Screens that are not built yet. Nothing links to these addresses, so the types need not know them.
const toCome = createRoute({ getParentRoute: () => root, id: 'to-come' });
toCome.addChildren(
  screensToCome.flatMap((screen) =>
    screen.paths.map((path) =>
      createRoute({ getParentRoute: () => toCome, path, component: () => <InterestScreen screen={screen} /> }),
    ),
  ),
);

const routeTree = root.addChildren([
  landing,
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  testEmail,
  testUsage,
  testPerformance,
  design,
  toCome,
  signedIn.addChildren([
    dashboard,
    hub,
    importPage,
    article,
    cornellNotes,
    note,
    newNote,
    rehearse,
    profile,
    profileSettings,
    legacySettings,
    performance,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    InnerWrap: StartUpProvider,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: LoadingScreen,
    // No placeholder for a wait that nobody notices.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultViewTransition: isOn('componentRefactors'),
    scrollRestoration: true,
    // Search words are plain text in the address, not JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ).toString();
      return text ? `?${text}` : '';
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
