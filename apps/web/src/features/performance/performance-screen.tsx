import { useSession } from '../../runtime/session.ts';
import { Page } from '../../ui/page.tsx';
import { CallsPanel } from './calls-panel.tsx';
import { ServerPanel } from './server-panel.tsx';
import { ServicesPanel } from './services-panel.tsx';
import { StartUpTimeline } from './start-up-timeline.tsx';
import { WebVitalsPanel } from './web-vitals-panel.tsx';

/** `/admin/performance`: what this browser has measured, and for administrators what the server has. */
export function PerformanceScreen() {
  const { user } = useSession();
  return (
    <Page
      title="Performance"
      back="/dashboard"
      lead="How quickly this app starts and answers. What your browser measures stays in it."
      width="full"
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <StartUpTimeline />
        <ServicesPanel />
        <WebVitalsPanel />
        <CallsPanel />
        {user ? (
          <div className="min-w-0 lg:col-span-2">
            <ServerPanel userId={user.id} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}
