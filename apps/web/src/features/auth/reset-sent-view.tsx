import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ModalView } from './auth-modal.tsx';
import { useViewFocus } from './view-focus.ts';

interface ResetSentViewProps {
  email: string;
  show: (view: ModalView) => void;
}

/** Says the same whether or not the address has an account. */
export function ResetSentView({ email, show }: ResetSentViewProps) {
  const id = useId();
  const view = useViewFocus<HTMLDivElement>();
  return (
    <div className="grid gap-5">
      {/* Named by its own words, so that they are read out when it takes the focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div ref={view} id={id} role="group" aria-labelledby={id} tabIndex={-1} className="grid gap-3 outline-none">
        <p>
          If there is an account for <strong>{email}</strong>, a link to set a new password is on its way.
        </p>
        <ul className="grid list-disc gap-1 ps-5 text-14 text-ink-muted">
          <li>Delivery may take 2-3 minutes. Look into the spam folder too.</li>
          <li>The link expires in 1 hour.</li>
          <li>You can ask for a new one after 10 minutes.</li>
        </ul>
      </div>
      <div>
        <Button look="quiet" onClick={() => show({ name: 'signin' })}>
          Back to sign in
        </Button>
      </div>
    </div>
  );
}
