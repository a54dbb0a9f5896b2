import { openAuthModal } from '../../runtime/auth-modal.ts';
import { useSession } from '../../runtime/session.ts';
import { UsageProvider } from '../../runtime/usage/usage-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { LimitsTable } from './limits-table.tsx';
import { LiveQuota } from './live-quota.tsx';
import { UsageCalculator } from './usage-calculator.tsx';
import { UsageDetail } from './usage-detail.tsx';

/** `/test-ai-usage`: how limits, colours and prompts work, and for who is signed in how it stands. */
export function TestUsageScreen() {
  const { status } = useSession();
  return (
    <Page title="AI usage" lead="What each plan allows, how the usage meter answers, and what a request does to it.">
      <div className="grid gap-10">
        {status === 'authenticated' ? (
          <UsageProvider>
            <LiveQuota />
          </UsageProvider>
        ) : status === 'initializing' ? null : (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-16 border border-line bg-surface p-4">
            <p className="text-14 text-ink-muted">Your own quota is shown here once you are signed in.</p>
            <Button look="quiet" onClick={() => openAuthModal('signin', { next: '/test-ai-usage' })}>
              Sign In
            </Button>
          </div>
        )}
        <LimitsTable />
        <UsageCalculator />
        <UsageDetail />
      </div>
    </Page>
  );
}
