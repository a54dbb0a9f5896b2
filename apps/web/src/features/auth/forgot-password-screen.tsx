import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendPasswordReset } from '../../data/auth.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { Page } from '../../ui/page.tsx';
import { useAuthForm } from './auth-form.ts';
import { resetRequestMessage } from './auth-messages.ts';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';

export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const sent = useRef<HTMLDivElement>(null);

  const form = useAuthForm<'email'>(
    () => {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    async () => {
      const { failure } = await sendPasswordReset(email.trim());
      if (failure) return { text: resetRequestMessage(failure) };
      setSentTo(email.trim());
      return undefined;
    },
  );

  useEffect(() => {
    if (sentTo) sent.current?.closest('main')?.querySelector('h1')?.focus();
  }, [sentTo]);

  if (sentTo) {
    return (
      <Page title="Check your email" width="form">
        <div ref={sent} className="grid gap-4">
          <p>
            If there is an account for <strong>{sentTo}</strong>, a link to set a new password is on its way.
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-14 text-ink-muted">
            <li>Delivery may take 2-3 minutes. Look into the spam folder too.</li>
            <li>The link expires in 1 hour.</li>
            <li>You can ask for a new one after 10 minutes.</li>
          </ul>
          <div>
            <Link to="/sign-in" className={buttonClass('quiet')}>
              Back to sign in
            </Link>
          </div>
        </div>
      </Page>
    );
  }

  return (
    <Page title="Forgot password" width="form" lead="We send you a link with which you can set a new password.">
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
        <p className="text-14">
          <Link to="/sign-in" className={textLinkClass}>
            Back to sign in
          </Link>
        </p>
      </form>
    </Page>
  );
}
