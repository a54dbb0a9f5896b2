import { lazy, useEffect } from 'react';
import { useStore } from '../lib/store.ts';
import { sessionNotice } from '../runtime/session/session-notices.ts';
import { useSession } from '../runtime/session.ts';
import { prepareSignOut, signOutQuestion } from '../runtime/sign-out.ts';
import { Optional } from './shell/optional.tsx';

const loadBanner = () => import('./session-banner.tsx');
const loadDialog = () => import('./sign-out-dialog.tsx');
const SessionBanner = lazy(async () => ({ default: (await loadBanner()).SessionBanner }));
const SignOutDialog = lazy(async () => ({ default: (await loadDialog()).SignOutDialog }));

const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 2000));

/** What a session has to say, over every screen. Its code comes when there is something to say. */
export function SessionNotices() {
  const notice = useStore(sessionNotice);
  const question = useStore(signOutQuestion);
  const signedIn = useSession().status === 'authenticated';
  useEffect(() => {
    // All of it may be needed when there is no network to fetch it by.
    if (signedIn) whenIdle(() => void Promise.all([loadBanner(), loadDialog(), prepareSignOut()]).catch(() => {}));
  }, [signedIn]);
  return (
    <>
      <div
        role="alert"
        className="pointer-events-none fixed end-3 top-3 z-50 w-96 max-w-[calc(100vw-1.5rem)] empty:hidden"
      >
        {notice ? (
          <Optional>
            <SessionBanner notice={notice} />
          </Optional>
        ) : null}
      </div>
      {question ? (
        <Optional>
          <SignOutDialog {...question} />
        </Optional>
      ) : null}
    </>
  );
}
