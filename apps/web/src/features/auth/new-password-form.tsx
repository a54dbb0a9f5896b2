import { useId, useState } from 'react';
import { updatePassword } from '../../data/auth.ts';
import { Button } from '../../ui/button.tsx';
import { useAuthForm } from './auth-form.ts';
import { AuthNotice } from './auth-notice.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { isStrongPassword, minimumPasswordLength, weakPasswordMessage } from './password-rules.ts';

interface NewPasswordFormProps {
  email: string;
  onUpdated: () => void;
}

export function NewPasswordForm({ email, onUpdated }: NewPasswordFormProps) {
  const checklistId = useId();
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');

  const form = useAuthForm<'password' | 'confirmation'>(
    () => ({
      ...(isStrongPassword(password) ? {} : { password: weakPasswordMessage }),
      ...(confirmation === password ? {} : { confirmation: 'Passwords do not match' }),
    }),
    async () => {
      const { failure } = await updatePassword(password);
      if (failure) return { text: failure.message };
      onUpdated();
      return undefined;
    },
  );

  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid gap-5">
      <AuthNotice message={form.message} />
      {/* For password managers: which account the new password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-2">
        <PasswordField
          label="New password"
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
      <PasswordField
        label="Confirm password"
        name="confirmation"
        autoComplete="new-password"
        required
        minLength={minimumPasswordLength}
        value={confirmation}
        error={form.errors.confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" busy={form.busy}>
        {form.busy ? 'Updating Password...' : 'Update Password'}
      </Button>
    </form>
  );
}
