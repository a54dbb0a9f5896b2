import type { SessionNotice } from '../runtime/session/session-notices.ts';
import { hideIdleWarning } from '../runtime/session/session-notices.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

const className = 'pointer-events-auto border border-line shadow-float';

export function SessionBanner({ notice }: { notice: Exclude<SessionNotice, null> }) {
  if (notice === 'idle') {
    return (
      <Banner tone="warning" title="Session Timeout Warning" onClose={hideIdleWarning} className={className}>
        You've been idle for a while. Please interact with the page to maintain your session.
      </Banner>
    );
  }
  return (
    <Banner
      tone="danger"
      title="Session Expired"
      className={className}
      action={<Button onClick={() => window.location.reload()}>Sign In Again</Button>}
    >
      Your session has expired. Please sign in again to continue.
    </Banner>
  );
}
