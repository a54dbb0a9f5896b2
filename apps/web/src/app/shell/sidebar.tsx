import { Link } from '@tanstack/react-router';
import { Mark } from '../../ui/brand.tsx';
import { productName } from '../../ui/page.tsx';
import { AccountCorner, PlanCorner } from './account-corner.tsx';
import { Navigation } from './navigation.tsx';

/** What stands in the sidebar, and in the sheet that takes its place on small screens. */
export function SidebarContent() {
  return (
    <div className="flex min-h-full flex-col gap-4">
      <Navigation />
      <div className="mt-auto">
        <PlanCorner />
      </div>
      <AccountCorner />
    </div>
  );
}

/** Fixed beside the content from 768 px. */
export function Sidebar() {
  return (
    <header className="fixed inset-y-0 start-0 z-10 hidden w-(--sidebar-width) flex-col border-e border-line bg-surface ps-[env(safe-area-inset-left)] md:flex">
      <div className="px-3 pt-3 pb-1">
        <BrandLink />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pt-2 [--sidebar-paper:var(--surface)]">
        <SidebarContent />
      </div>
    </header>
  );
}

export function BrandLink() {
  return (
    <Link
      to="/"
      aria-label={productName}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-10 px-3 text-18 font-semibold tracking-tight"
    >
      <Mark className="size-6 text-accent" />
      {productName}
    </Link>
  );
}
