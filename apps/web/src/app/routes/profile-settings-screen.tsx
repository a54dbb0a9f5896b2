import { ChangeEmailForm } from '../../features/auth/change-email-form.tsx';
import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { SettingsScreen } from '../../features/profile/settings-screen.tsx';
import { ReadingDefaults } from '../../features/reader/reading-defaults.tsx';

/** The settings, with the forms of signing in and of reading. */
export function ProfileSettings() {
  return (
    <SettingsScreen
      emailForm={(account, refresh) => <ChangeEmailForm {...account} onChanged={refresh} />}
      passwordForm={(account, refresh) => <ChangePasswordForm {...account} onChanged={refresh} />}
      reading={<ReadingDefaults />}
    />
  );
}
