import { useId, useState } from 'react';
import { signUp } from '../../data/auth.ts';
import { listenForChanges } from '../../runtime/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAuthForm } from './auth-form.ts';
import { signUpMessage } from './auth-messages.ts';
import type { ModalView } from './auth-modal.tsx';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';
import { GoogleSignIn } from './google-sign-in.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { isStrongPassword, minimumPasswordLength, weakPasswordMessage } from './password-rules.ts';
import { useViewFocus } from './view-focus.ts';
import { ViewSwitch } from './view-switch.tsx';

export function SignUpView({ show }: { show: (view: ModalView) => void }) {
  const checklistId = useId();
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const view = useViewFocus<HTMLDivElement>();

  const form = useAuthForm<'fullName' | 'email' | 'password'>(
    () => {
      const problem = emailProblem(email);
      return {
        ...(fullName.trim() ? {} : { fullName: 'Please enter your full name' }),
        ...(problem ? { email: problem } : {}),
        ...(isStrongPassword(password) ? {} : { password: weakPasswordMessage }),
      };
    },
    async () => {
      await listenForChanges();
      const { failure, needsConfirmation } = await signUp(email.trim(), password, fullName.trim());
      if (failure) return signUpMessage(failure);
      show({ name: 'created', email: email.trim(), needsConfirmation: needsConfirmation ?? false });
      return undefined;
    },
  );

  return (
    <div ref={view} className="grid gap-5">
      <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid gap-5">
        <AuthNotice message={form.message} />
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          required
          maxLength={200}
          value={fullName}
          error={form.errors.fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
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
        <div className="grid gap-2">
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            minLength={minimumPasswordLength}
            aria-describedby={checklistId}
            value={password}
            error={form.errors.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordChecklist id={checklistId} password={password} />
        </div>
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Creating account…' : 'Sign Up'}
        </Button>
      </form>
      <GoogleSignIn />
      <p className="text-14">
        Already have an account? <ViewSwitch onSelect={() => show({ name: 'signin' })}>Sign in</ViewSwitch>
      </p>
    </div>
  );
}
