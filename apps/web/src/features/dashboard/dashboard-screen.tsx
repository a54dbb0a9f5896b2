import type { ReactNode } from 'react';
import { useFace } from '../../runtime/own-profile.ts';
import { useSession } from '../../runtime/session.ts';
import { useDocumentTitle } from '../../ui/page.tsx';
import { FeatureSections } from './feature-sections.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { StatCards } from './stat-cards.tsx';

/** `reminder`: what waits for the reader today, beside the heading. */
export function DashboardScreen({ reminder }: { reminder?: ReactNode }) {
  const { user } = useSession();
  useDocumentTitle('Dashboard');
  const { name: whole } = useFace(user);
  // A first name is enough; names are written in too many ways to take more of one apart. An address is no name.
  const name = whole === user?.email ? '' : whole.trim().split(/\s+/)[0];
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-8 sm:px-6 sm:py-10 lg:gap-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h1 tabIndex={-1} className="text-28 font-semibold tracking-tight wrap-anywhere text-balance">
            {name ? (
              <>
                Welcome back, <bdi>{name}</bdi>
              </>
            ) : (
              'Welcome back'
            )}
          </h1>
          <p className="text-pretty text-ink-muted">What you have gathered, and where to go on.</p>
        </div>
        {reminder}
      </header>
      <StatCards />
      <QuickActions />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-10">
        <FeatureSections />
        <RecentActivity />
      </div>
    </div>
  );
}
