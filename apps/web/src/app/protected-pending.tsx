import { useSession } from '../runtime/session.ts';
import { Mark } from '../ui/brand.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/** In the place of a screen that needs an account: who is there is verified first, and only then is anything loaded. */
export function ProtectedPending() {
  return useSession().status === 'initializing' ? <VerifyingOverlay /> : <LoadingScreen />;
}

/** Over the place of the screen, which says nothing of what may stand there; the way elsewhere stays free. */
function VerifyingOverlay() {
  return (
    <div
      data-verifying-session
      className="appear-late fixed inset-x-0 top-(--top-bar) bottom-0 grid place-items-center bg-paper p-6 md:start-(--sidebar-width)"
    >
      <div className="grid w-full max-w-xs justify-items-center gap-5 text-center">
        <Mark className="size-12 text-accent" />
        <p role="status" className="text-ink-muted">
          Verifying your account...
        </p>
        <div aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-line">
          <div className="h-full w-1/3 animate-progress rounded-full bg-accent" />
        </div>
      </div>
    </div>
  );
}
