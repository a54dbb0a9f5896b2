import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownProfileQuery } from '../../runtime/own-profile.ts';
import { useSession } from '../../runtime/session.ts';
import { textLinkClass } from '../../ui/links.ts';
import { Page } from '../../ui/page.tsx';
import { QueryProblem, WhileAwaited } from '../../ui/query-problem.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { DetailsForm } from './details-form.tsx';

/** One plain form over the same profile. */
export function LegacySettingsScreen() {
  const { user } = useSession();
  const query = useQuery({ ...ownProfileQuery(user?.id ?? ''), enabled: user !== null });
  return (
    <Page
      title="Older profile settings"
      back="/profile/settings"
      lead={
        <>
          Name, handle and bio, and nothing else.{' '}
          <Link to="/profile/settings" className={textLinkClass}>
            All settings
          </Link>
        </>
      }
    >
      <QueryProblem query={query} what="your profile" />
      <WhileAwaited query={query}>
        <SkeletonText label="Loading your profile" />
      </WhileAwaited>
      {user && query.data ? <DetailsForm userId={user.id} profile={query.data} /> : null}
    </Page>
  );
}
