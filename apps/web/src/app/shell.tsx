import { Link, Outlet } from '@tanstack/react-router';
import { Mark } from '../ui/brand.tsx';
import { productName } from '../ui/page.tsx';
import { AccountNav } from './account-nav.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { ThemePicker } from './theme-picker.tsx';
import { UndoBar } from './undo-bar.tsx';

/** What every screen stands in. */
export function Shell() {
  return (
    <div className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place; the fragment of the address belongs to the router */}
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20 focus:rounded-10 focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-10 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex min-h-14 w-full max-w-6xl items-center gap-1 px-2 sm:gap-2 sm:px-4">
          <Link
            to="/"
            aria-label={productName}
            className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-10 px-2 font-semibold tracking-tight"
          >
            <Mark className="size-6 text-accent" />
            <span className="max-sm:hidden">{productName}</span>
          </Link>
          <AccountNav />
        </div>
      </header>
      <OfflineNotice />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <UndoBar />
      <footer className="border-t border-line pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 text-13 text-ink-muted sm:px-6">
          <p>{productName}: import, read, remember, use.</p>
          <ThemePicker />
        </div>
      </footer>
    </div>
  );
}
