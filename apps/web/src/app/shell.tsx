import { Outlet, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, useEffect, useRef, useState } from 'react';
import { useByThumb } from '../lib/use-by-thumb.ts';
import { useConnection } from '../runtime/connection/use-connection.ts';
import { useAskedScreen } from '../runtime/interest.ts';
import { NotificationArea, NotificationProvider } from '../ui/notification-provider.tsx';
import { ReachContext } from '../ui/reach.ts';
import { AuthModal } from './auth-modal.tsx';
import { DeletionBanner } from './deletion-banner.tsx';
import { focusScreen } from './follow-navigation.ts';
import { InstallableApp } from './installable-app.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { SessionNotices } from './session-notices.tsx';
import { Optional } from './shell/optional.tsx';
import { RouteProgress } from './shell/route-progress.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { SkipLink } from './shell/skip-link.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { StartupOverlay } from './startup-overlay.tsx';

const loadMobileNavigation = () => import('./shell/mobile-navigation.tsx');
const MobileNavigation = lazy(async () => ({ default: (await loadMobileNavigation()).MobileNavigation }));
const CommandHost = lazy(async () => ({ default: (await import('./commands/command-host.tsx')).CommandHost }));
const BottomNavigation = lazy(async () => ({
  default: (await import('./shell/bottom-navigation.tsx')).BottomNavigation,
}));
const InterestModal = lazy(async () => ({
  default: (await import('../features/interest/interest-modal.tsx')).InterestModal,
}));

/** What every screen stands in, and what can lie over all of them. */
export function Shell() {
  const landing = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname === '/',
  });
  const before = useRef(landing);
  useEffect(() => {
    if (before.current === landing) return;
    before.current = landing;
    // The landing page may go after its heading, or a dialog over it, was left with the focus.
    if (document.activeElement === document.body) focusScreen();
  }, [landing]);
  return (
    <NotificationProvider>
      <StartupOverlay />
      <RouteProgress />
      {/* The landing page brings its own banner, main part and footer: it is also sent without the app. */}
      {landing ? (
        <Outlet />
      ) : (
        <>
          <SkipLink />
          <Framed />
        </>
      )}
      <Optional>
        <NotificationArea />
      </Optional>
      <Optional>
        <CommandHost />
      </Optional>
      <SessionNotices />
      <InstallableApp />
      <Optional>
        <AuthModal />
      </Optional>
      <Optional>
        <Interest />
      </Optional>
    </NotificationProvider>
  );
}

/**
 * A sidebar beside the content, or a bar above it on small screens.
 * `--top-bar` is the height of what sticks at the top, for screens that stick something below it.
 */
function Framed() {
  const [menuOpen, setMenuOpen] = useState(false);
  // Mounted on the first use, and from then on kept, so that it can slide out.
  const [menuUsed, setMenuUsed] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const byThumb = useByThumb();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the path that closes the menu
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <ReachContext value={useConnection()}>
      <div className="min-h-dvh [--sidebar-width:16.5rem] [--top-bar:3.5rem] md:ps-(--sidebar-width) md:[--top-bar:0rem]">
        <Sidebar />
        <div className="flex min-h-dvh min-w-0 flex-col">
          <TopBar
            menuOpen={menuOpen}
            onIntent={() => void loadMobileNavigation().catch(() => {})}
            onMenu={() => {
              setMenuUsed(true);
              setMenuOpen(true);
            }}
          />
          <OfflineNotice />
          <DeletionBanner />
          <main
            id="main"
            tabIndex={-1}
            className={clsx(
              'min-w-0 flex-1 outline-none',
              byThumb ? 'pb-[calc(3.5rem+env(safe-area-inset-bottom))]' : 'pb-[env(safe-area-inset-bottom)]',
            )}
          >
            <Outlet />
          </main>
        </div>
        {byThumb ? (
          <Optional>
            <BottomNavigation />
          </Optional>
        ) : null}
        {menuUsed ? (
          <Optional>
            <MobileNavigation open={menuOpen} onOpenChange={setMenuOpen} />
          </Optional>
        ) : null}
      </div>
    </ReachContext>
  );
}

function Interest() {
  const asked = useAskedScreen();
  const [used, setUsed] = useState(false);
  if (asked && !used) setUsed(true);
  return used ? <InterestModal screen={asked} /> : null;
}
