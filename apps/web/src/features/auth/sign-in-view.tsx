import { useState } from 'react';
import { signIn } from '../../data/auth.ts';
import { listenForChanges } from '../../runtime/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAuthForm } from './auth-form.ts';
import { signInMessage } from './auth-messages.ts';
import type { ModalView } from './auth-modal.tsx';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';
import { GoogleSignIn } from './google-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import { minimumPasswordLength } from './password-rules.ts';
import { useViewFocus } from './view-focus.ts';
import { ViewSwitch } from './view-switch.tsx';

export function SignInView({ show }: { show: (view: ModalView) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const view = useViewFocus<HTMLDivElement>();

  const form = useAuthForm<'email' | 'password'>(
    () => {
      const problem = emailProblem(email);
      return {
        ...(problem ? { email: problem } : {}),
        ...(password ? {} : { password: 'Please enter your password' }),
      };
    },
    async () => {
      await listenForChanges();
      const { failure } = await signIn(email.trim(), password);
      // The modal sees the session come and closes itself.
      return failure ? signInMessage(failure) : undefined;
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
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          minLength={minimumPasswordLength}
          value={password}
          error={form.errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Signing In…' : 'Sign In'}
        </Button>
      </form>
      <GoogleSignIn />
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-14">
        <ViewSwitch onSelect={() => show({ name: 'forgot' })}>Forgot Password</ViewSwitch>
        <span>
          No account yet? <ViewSwitch onSelect={() => show({ name: 'signup' })}>Sign up</ViewSwitch>
        </span>
      </div>
    </div>
  );
}
