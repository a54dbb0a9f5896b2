import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router';
import { publicConfig } from '../data/public-config.ts';
import { InterestScreen } from '../features/interest/interest-screen.tsx';
import { readHubSearch } from '../features/library/hub-search.ts';
import { screensToCome } from '../runtime/screens-to-come.ts';
import { ErrorScreen } from './error-screen.tsx';
import { readNext, requireSession, showAuthModal } from './guards.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Shell });

// Public.
const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./landing.tsx'), 'Landing'),
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
  component: lazyRouteComponent(() => import('../features/auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
});
const testEmail = createRoute({
  getParentRoute: () => root,
  path: '/test-email',
  component: lazyRouteComponent(() => import('../features/mailbox/mailbox-screen.tsx'), 'MailboxScreen'),
});
const testUsage = createRoute({
  getParentRoute: () => root,
  path: '/test-ai-usage',
  component: lazyRouteComponent(() => import('../features/usage/test-usage-screen.tsx'), 'TestUsageScreen'),
});

// For those who build the app.
const design = createRoute({
  getParentRoute: () => root,
  path: '/design',
  beforeLoad: async () => {
    if ((await publicConfig()).mode !== 'development') throw notFound();
  },
  component: lazyRouteComponent(() => import('./design/design-screen.tsx'), 'DesignScreen'),
});

// For signed-in people.
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSession });
const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./routes/dashboard-screen.tsx'), 'Dashboard'),
});
const hub = createRoute({
  getParentRoute: () => signedIn,
  path: '/pkm-hub',
  validateSearch: readHubSearch,
  component: lazyRouteComponent(() => import('./routes/hub-screen.tsx'), 'HubScreen'),
});
const importPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/import',
  component: lazyRouteComponent(() => import('../features/import/import-screen.tsx'), 'ImportScreen'),
});
const article = createRoute({
  getParentRoute: () => signedIn,
  path: '/article/$articleId',
  component: lazyRouteComponent(() => import('./routes/article-screen.tsx'), 'ArticleScreen'),
});

const cornellNotes = createRoute({
  getParentRoute: () => signedIn,
  path: '/cornell-notes',
  component: lazyRouteComponent(() => import('../features/notes/notes-screen.tsx'), 'NotesScreen'),
});
const note = createRoute({
  getParentRoute: () => signedIn,
  path: '/note/$noteId',
  component: lazyRouteComponent(() => import('./routes/note-screen.tsx'), 'NoteScreen'),
});
const rehearse = createRoute({
  getParentRoute: () => signedIn,
  path: '/rehearse',
  validateSearch: (search: Record<string, unknown>): { note?: string } =>
    typeof search.note === 'string' && /^[0-9a-f-]{36}$/i.test(search.note) ? { note: search.note } : {},
  component: lazyRouteComponent(() => import('../features/rehearse/rehearse-screen.tsx'), 'RehearseScreen'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./routes/profile-screen.tsx'), 'Profile'),
});
const profileSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/settings',
  component: lazyRouteComponent(() => import('./routes/profile-settings-screen.tsx'), 'ProfileSettings'),
});
const legacySettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile/legacy-settings',
  component: lazyRouteComponent(() => import('../features/profile/legacy-settings-screen.tsx'), 'LegacySettingsScreen'),
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
  design,
  toCome,
  signedIn.addChildren([
    dashboard,
    hub,
    importPage,
    article,
    cornellNotes,
    note,
    rehearse,
    profile,
    profileSettings,
    legacySettings,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    // No placeholder for a wait that nobody notices.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
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
