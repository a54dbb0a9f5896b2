import { useId, useState } from 'react';
import { updatePassword } from '../../data/auth.ts';
import { listenForChanges } from '../../runtime/session.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notifications.ts';
import { useAuthForm } from './auth-form.ts';
import { accountChangeMessage } from './auth-messages.ts';
import { AuthNotice } from './auth-notice.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { isStrongPassword, minimumPasswordLength, weakPasswordMessage } from './password-rules.ts';

interface ChangePasswordFormProps {
  /** For password managers: which account the password belongs to. */
  email: string;
  /** Without one, whoever signs in by Google only sets a first password. */
  hasPassword: boolean;
  onChanged: () => void;
}

const empty = { current: '', password: '', confirmation: '' };

/** A new password for whoever knows the old one. Nothing of it is ever kept as a draft. */
export function ChangePasswordForm({ email, hasPassword, onChanged }: ChangePasswordFormProps) {
  const checklistId = useId();
  const [typed, setTyped] = useState(empty);
  const [refused, setRefused] = useState<Partial<typeof empty>>({});
  const { current, password, confirmation } = typed;

  const form = useAuthForm<keyof typeof empty>(
    () => ({
      ...(hasPassword && !current ? { current: 'Please enter your current password' } : {}),
      ...(isStrongPassword(password) ? {} : { password: weakPasswordMessage }),
      ...(confirmation === password ? {} : { confirmation: 'Passwords do not match' }),
    }),
    async () => {
      await listenForChanges();
      const { failure } = await updatePassword(password, hasPassword ? current : undefined);
      if (failure?.code === 'current_password_invalid') {
        setRefused({ current: 'This is not your current password.' });
        form.formRef.current?.querySelector<HTMLInputElement>('[name="current"]')?.focus();
        return undefined;
      }
      if (failure?.code === 'same_password') {
        setRefused({ password: 'This is the password you have now. Please choose another one.' });
        form.formRef.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
        return undefined;
      }
      if (failure?.status === 429) return { text: 'Too many attempts. Please wait a few minutes before trying again.' };
      if (failure) return accountChangeMessage(failure);
      setTyped(empty);
      notify({ type: 'success', message: 'Your password is changed. All other devices have been signed out.' });
      onChanged();
      return undefined;
    },
  );
  const change = (name: keyof typeof empty) => (event: { target: { value: string } }) => {
    setTyped({ ...typed, [name]: event.target.value });
    setRefused({ ...refused, [name]: undefined });
  };

  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid max-w-md gap-4">
      <AuthNotice message={form.message} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          value={current}
          error={form.errors.current ?? refused.current}
          onChange={change('current')}
        />
      ) : null}
      <div className="grid gap-2">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          minLength={minimumPasswordLength}
          aria-describedby={checklistId}
          value={password}
          error={form.errors.password ?? refused.password}
          onChange={change('password')}
        />
        <PasswordChecklist id={checklistId} password={password} />
      </div>
      <PasswordField
        label="Confirm new password"
        name="confirmation"
        autoComplete="new-password"
        required
        minLength={minimumPasswordLength}
        value={confirmation}
        error={form.errors.confirmation}
        onChange={change('confirmation')}
      />
      <p className="text-13 text-ink-muted">Every other device is signed out when the password changes.</p>
      <div>
        <Button type="submit" look="quiet" busy={form.busy}>
          {form.busy ? 'Changing…' : hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </div>
    </form>
  );
}
