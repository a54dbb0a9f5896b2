import { useEffect, useState } from 'react';
import { type AuthModalState, closeAuthModal } from '../../runtime/auth-modal.ts';
import { listenForChanges, useSession } from '../../runtime/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountCreatedView } from './account-created-view.tsx';
import { ForgotPasswordView } from './forgot-password-view.tsx';
import { ResetSentView } from './reset-sent-view.tsx';
import { SignInView } from './sign-in-view.tsx';
import { SignUpView } from './sign-up-view.tsx';

export type ModalView =
  | { name: 'signin' | 'signup' | 'forgot' }
  | { name: 'created'; email: string; needsConfirmation: boolean }
  | { name: 'sent'; email: string };

const titles: Record<ModalView['name'], string> = {
  signin: 'Sign in',
  signup: 'Create account',
  forgot: 'Forgot password',
  created: 'Account Created',
  sent: 'Check your email',
};

const descriptions: Partial<Record<ModalView['name'], string>> = {
  forgot: 'We send you a link with which you can set a new password.',
};

interface AuthModalProps extends AuthModalState {
  navigate: (path: string) => void;
}

/** The five views of signing in. Each opening starts anew: closing drops what was typed. */
export function AuthModal({ open, view: first, next, opening, navigate }: AuthModalProps) {
  const [shown, setShown] = useState<{ opening: number; view: ModalView }>({ opening, view: { name: first } });
  const view = shown.opening === opening ? shown.view : ({ name: first } satisfies ModalView);
  const show = (to: ModalView) => setShown({ opening, view: to });
  const { status } = useSession();

  // Whoever opens this is about to need the auth client.
  useEffect(() => {
    if (open) void listenForChanges().catch(() => undefined);
  }, [open]);

  // Signed in: here, or in another tab meanwhile. Only the confirmation of a new account waits for its reader.
  const done = open && status === 'authenticated' && (view.name === 'signin' || view.name === 'forgot');
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads on once, when the session is there
  useEffect(() => {
    if (!done) return;
    closeAuthModal();
    if (next) navigate(next);
  }, [done]);

  const go = (path: string) => {
    closeAuthModal();
    navigate(path);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) closeAuthModal();
      }}
      title={titles[view.name]}
      description={descriptions[view.name]}
    >
      <div key={`${opening} ${view.name}`} className="pt-2">
        {view.name === 'signin' ? <SignInView show={show} /> : null}
        {view.name === 'signup' ? <SignUpView show={show} /> : null}
        {view.name === 'forgot' ? <ForgotPasswordView show={show} /> : null}
        {view.name === 'created' ? <AccountCreatedView {...view} next={next} show={show} go={go} /> : null}
        {view.name === 'sent' ? <ResetSentView email={view.email} show={show} /> : null}
      </div>
    </Dialog>
  );
}
