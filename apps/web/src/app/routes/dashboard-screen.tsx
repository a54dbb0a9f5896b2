import { Link } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx';
import { buttonClass } from '../../ui/button.tsx';

const DueBadge = lazy(() =>
  import('../../features/rehearse/due-badge.tsx').then((module) => ({ default: module.DueBadge })),
);

/** The dashboard, with the cues that are due. Grades that were left behind offline are sent from here too. */
export function Dashboard() {
  return (
    <DashboardScreen
      reminder={
        <Link to="/rehearse" className={buttonClass('quiet')}>
          <GraduationCap aria-hidden className="size-4" />
          Rehearse
          <Suspense>
            <DueBadge />
          </Suspense>
        </Link>
      }
    />
  );
}
