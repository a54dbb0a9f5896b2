import './ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { moveFocusOnNavigation } from './app/follow-navigation.ts';
import { AuthenticationRequiredError } from './app/guards.ts';
import { loadEveryScreen } from './app/lazy-screen.ts';
import { createQueryClient } from './app/query-client.ts';
import { createAppRouter } from './app/router.tsx';
import { captureResetLink } from './data/reset-link.ts';
import { followSystemTheme } from './lib/theme.ts';
import { watchChunkFailures } from './runtime/chunk-failure.ts';
import { isOn } from './runtime/feature-flags/feature-flags.ts';
import { catchInstallOffer } from './runtime/installable/install-offer.ts';
import { sendWhatWasLeftBehind } from './runtime/left-behind.ts';
import { followOtherTabs, sessionNow, startSession, subscribeSession } from './runtime/session.ts';
import { startUp } from './runtime/start-up.ts';

captureResetLink();
catchInstallOffer();
watchChunkFailures();
followSystemTheme();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
moveFocusOnNavigation(router);

/** What a signed-in person has read opens without a network too. */
function keepAnswers(): void {
  if (!sessionNow().user) return;
  void import('./data/kept-queries.ts')
    .then(({ keepQueries }) => keepQueries(queryClient, () => sessionNow().user?.id))
    .catch(() => {});
}

const isForSignedIn = ({ routeId }: { routeId: string }) => routeId === '/signed-in';
let { status, user } = sessionNow();
let userId = user?.id;
subscribeSession(() => {
  const next = sessionNow();
  const changed = next.status !== status || next.user?.id !== user?.id;
  ({ status, user } = next);
  if (!changed) return;
  keepAnswers();
  // Whoever's session has expired keeps what is on the screen. Nothing of one person is ever shown to the next.
  if (status !== 'session_expired') {
    if (userId !== undefined && user?.id !== userId) queryClient.clear();
    if (userId !== undefined && user && user.id !== userId && router.state.matches.some(isForSignedIn)) {
      // Somebody else, while a screen of the first is open: what it holds in memory goes with the page.
      window.location.reload();
      return;
    }
    userId = user?.id ?? userId;
  }
  void router.invalidate();
});
followOtherTabs();
startUp();

// Screens that need the session settle it themselves. Elsewhere it waits until the page has nothing better to do.
const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 500));
whenIdle(async () => {
  await startSession();
  const id = sessionNow().user?.id;
  keepAnswers();
  if (id) whenIdle(() => void sendWhatWasLeftBehind(id).catch(() => {}));
});

if (!isOn('bundleSplitting')) {
  whenIdle(() => void loadEveryScreen().catch(() => {}));
}

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
createRoot(container, {
  onCaughtError: (error, { componentStack }) => {
    // Not a fault: the screen asks the visitor to sign in.
    if (error instanceof AuthenticationRequiredError) return;
    // biome-ignore lint/suspicious/noConsole: what React does by itself
    console.error(error, componentStack);
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
