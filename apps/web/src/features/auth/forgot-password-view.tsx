import { useState } from 'react';
import { sendPasswordReset } from '../../data/auth.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAuthForm } from './auth-form.ts';
import { resetRequestMessage } from './auth-messages.ts';
import type { ModalView } from './auth-modal.tsx';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';
import { useViewFocus } from './view-focus.ts';
import { ViewSwitch } from './view-switch.tsx';

export function ForgotPasswordView({ show }: { show: (view: ModalView) => void }) {
  const [email, setEmail] = useState('');
  const view = useViewFocus<HTMLDivElement>();

  const form = useAuthForm<'email'>(
    () => {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    async () => {
      const { failure } = await sendPasswordReset(email.trim());
      if (failure) return { text: resetRequestMessage(failure) };
      show({ name: 'sent', email: email.trim() });
      return undefined;
    },
  );

  return (
    <div ref={view} className="grid gap-5">
      <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid gap-5">
        <AuthNotice message={form.message} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          error={form.errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Sending…' : 'Send reset link'}
        </Button>
      </form>
      <p className="text-14">
        <ViewSwitch onSelect={() => show({ name: 'signin' })}>Back to sign in</ViewSwitch>
      </p>
    </div>
  );
}
