import type { ReactNode } from 'react';
import { useFace } from '../../runtime/own-profile.ts';
import { useSession } from '../../runtime/session.ts';
import { Page } from '../../ui/page.tsx';
import { FeatureSections } from './feature-sections.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { StatCards } from './stat-cards.tsx';

/** `reminder`: what waits for the reader today, beside the heading. */
export function DashboardScreen({ reminder }: { reminder?: ReactNode }) {
  const { user } = useSession();
  const { name: whole } = useFace(user);
  // A first name is enough; names are written in too many ways to take more of one apart. An address is no name.
  const name = whole === user?.email ? '' : whole.trim().split(/\s+/)[0];
  return (
    <Page
      title="Dashboard"
      heading={
        name ? (
          <>
            Welcome back, <bdi>{name}</bdi>
          </>
        ) : (
          'Welcome back'
        )
      }
      lead="What you have gathered, and where to go on."
      actions={reminder}
      width="full"
    >
      <div className="grid gap-8 lg:gap-10">
        <StatCards />
        <QuickActions />
        <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_24rem] xl:gap-10">
          <FeatureSections />
          <RecentActivity />
        </div>
      </div>
    </Page>
  );
}
