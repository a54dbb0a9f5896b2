import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import { useSession } from '../../runtime/session.ts';
import { textLinkClass } from '../../ui/links.ts';
import { Page } from '../../ui/page.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { type AccountForm, AccountSection, AddressChange } from './account-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { AvatarSection } from './avatar-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DetailsForm } from './details-form.tsx';
import { ExportSection } from './export-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsNavigation } from './settings-navigation.tsx';
import { SettingsSection } from './settings-section.tsx';

interface SettingsScreenProps {
  emailForm: AccountForm;
  passwordForm: AccountForm;
  /** How articles open. */
  reading: ReactNode;
}

/** Everything a person decides about themselves, the account and this browser, on one page. */
export function SettingsScreen({ emailForm, passwordForm, reading }: SettingsScreenProps) {
  const { user } = useSession();
  const query = useQuery({ ...ownProfileQuery(user?.id ?? ''), enabled: user !== null });
  const profile = query.data;
  return (
    <Page
      title="Profile Settings"
      back="/profile"
      width="full"
      actions={
        <Link to="/profile" className={textLinkClass}>
          See your profile
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[11rem_minmax(0,48rem)]">
        <SettingsNavigation />
        <div className="grid min-w-0 content-start gap-6">
          <QueryProblem query={query} what="your settings" />
          <WhileAwaited query={query}>
            <SkeletonText label="Loading your settings" />
          </WhileAwaited>
          {user && profile ? (
            <>
              <AddressChange user={user} email={profile.email} />
              <div className="grid min-w-0 gap-10">
                <SettingsSection id="general" title="General" lead="How you appear here.">
                  <DetailsForm userId={user.id} profile={profile} />
                </SettingsSection>
                <SettingsSection id="picture" title="Picture">
                  <AvatarSection user={user} profile={profile} />
                </SettingsSection>
                <SettingsSection
                  id="email"
                  title="E-mail address"
                  lead="You sign in with it, and mail about the account goes there."
                >
                  <AccountSection userId={user.id} form={emailForm} />
                </SettingsSection>
                <SettingsSection id="password" title="Password">
                  <AccountSection userId={user.id} form={passwordForm} />
                </SettingsSection>
                <SettingsSection id="sessions" title="Sessions" lead="The devices on which you are signed in.">
                  <SessionsSection userId={user.id} />
                </SettingsSection>
                <SettingsSection id="notifications" title="Notifications">
                  <NotificationSection userId={user.id} profile={profile} />
                </SettingsSection>
                <SettingsSection id="appearance" title="Appearance" lead="In this browser.">
                  <AppearanceSection reading={reading} />
                </SettingsSection>
                <SettingsSection id="data" title="Your data">
                  <ExportSection />
                </SettingsSection>
                <SettingsSection id="delete" title="Delete account">
                  <DeleteSection userId={user.id} email={profile.email ?? user.email} dueAt={profile.deletionDueAt} />
                </SettingsSection>
              </div>
            </>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
