import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ModalView } from './auth-modal.tsx';
import { useViewFocus } from './view-focus.ts';

interface AccountCreatedViewProps {
  email: string;
  needsConfirmation: boolean;
  /** Where the person was going when they were asked to sign in. */
  next: string | undefined;
  show: (view: ModalView) => void;
  go: (path: string) => void;
}

/** Stays until the person moves on. */
export function AccountCreatedView({ email, needsConfirmation, next, show, go }: AccountCreatedViewProps) {
  const id = useId();
  const view = useViewFocus<HTMLDivElement>();
  const wanted = next === '/dashboard' ? undefined : next;
  return (
    <div className="grid gap-5">
      {/* Named by its own words, so that they are read out when it takes the focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div ref={view} id={id} role="group" aria-labelledby={id} tabIndex={-1} className="outline-none">
        {needsConfirmation ? (
          <p>
            We have sent a link to <strong>{email}</strong>. Please check your email and click the confirmation link
            before signing in.
          </p>
        ) : (
          <p>
            You are signed in as <strong>{email}</strong>. Bring in a first article, and Cairn keeps its text, finds it
            again and answers from it.
          </p>
        )}
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {needsConfirmation ? <Button onClick={() => show({ name: 'signin' })}>Sign In</Button> : null}
        {!needsConfirmation && wanted ? <Button onClick={() => go(wanted)}>Continue</Button> : null}
        {!needsConfirmation && !wanted ? (
          <>
            <Button onClick={() => go('/import')}>Import your first article</Button>
            <Button look="quiet" onClick={() => go('/dashboard')}>
              Go to Dashboard
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
