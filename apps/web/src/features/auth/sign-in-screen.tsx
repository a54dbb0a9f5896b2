import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signIn } from '../../data/auth.ts';
import { listenForChanges } from '../../runtime/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { textLinkClass } from '../../ui/links.ts';
import { Page } from '../../ui/page.tsx';
import { useAuthForm } from './auth-form.ts';
import { signInMessage } from './auth-messages.ts';
import { AuthNotice } from './auth-notice.tsx';
import { emailProblem } from './email-address.ts';
import { PasswordField } from './password-field.tsx';

export function SignInScreen() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');

  // Whoever opens this screen is about to need the auth client.
  useEffect(() => void listenForChanges().catch(() => undefined), []);

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
      if (failure) return signInMessage(failure);
      router.history.push(next ?? '/pkm-hub');
      return undefined;
    },
  );

  return (
    <Page title="Sign in" width="form">
      <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid gap-5">
        {next ? (
          <Banner tone="info" title="Authentication Required">
            Please sign in to access this beta feature.
          </Banner>
        ) : null}
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
          value={password}
          error={form.errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Signing In…' : 'Sign In'}
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-14">
          <Link to="/forgot-password" className={textLinkClass}>
            Forgot Password
          </Link>
          <span>
            No account yet?{' '}
            <Link to="/sign-up" search={next ? { next } : {}} className={textLinkClass}>
              Sign up
            </Link>
          </span>
        </div>
      </form>
    </Page>
  );
}
