import { useEffect } from 'react';
import { closeAuthModal, openAuthModal } from '../runtime/auth-modal.ts';
import { sessionNow } from '../runtime/session.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

/** In the place of a screen that needs an account. The address stays, so that signing in leads right here. */
export function AuthenticationRequired() {
  useEffect(() => {
    // Whoever's session has expired reads so first: a modal would lie between them and the banner.
    if (sessionNow().status !== 'session_expired') openAuthModal('signin');
    return () => {
      // Gone because of a sign-in: then the modal closes itself, or shows that the account was created.
      if (sessionNow().status !== 'authenticated') closeAuthModal();
    };
  }, []);
  return (
    <Page title="Authentication Required" width="form">
      <p className="mb-6">Please sign in to access this beta feature.</p>
      <Button onClick={() => openAuthModal('signin')}>Sign In</Button>
    </Page>
  );
}
